import { wantGame } from "./language.svelte";
import { loadRules, rulebooks } from "./rulebook";
import type { Language } from "./words";

/** Install the worker that opens the page without a connection, and tell it which parts were loaded without it. */
export async function workOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/sw.js");
    const { active } = await navigator.serviceWorker.ready;
    // The first visit begins before the worker is there, and goes on loading while it starts.
    const tell = (list: PerformanceObserverEntryList): void =>
      active?.postMessage(list.getEntries().map((entry) => entry.name));
    new PerformanceObserver(tell).observe({ type: "resource", buffered: true });
  } catch {
    // A browser that forbids it (private windows): the page works, but not offline.
  }
}

/** Fetch the rules of every game in a language, and the screen that shows them, so that the worker keeps them: 20 kB packed. */
export function keepRules(language: Language, screen: () => Promise<unknown>): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const fetchAll = async (): Promise<void> => {
    await screen();
    for (const game of rulebooks()) {
      wantGame(game);
      await loadRules(game, language);
    }
  };
  // Nobody waits for them: first comes what is asked for. Without a connection the next visit tries again.
  void navigator.serviceWorker.ready.then(() => setTimeout(() => fetchAll().catch(() => undefined), 3_000));
}
