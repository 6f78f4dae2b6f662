/** Working offline: the service worker, and the rules that it caches. */

import { wantGame } from "./language.svelte";
import { loadRules, rulebooks } from "./rulebook";
import type { Language } from "./words";

/** Install the service worker that opens the page offline, and report which assets were loaded before it. */
export async function workOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/sw.js");
    const { active } = await navigator.serviceWorker.ready;
    // The first visit begins without the worker and goes on loading while it starts.
    const report = (list: PerformanceObserverEntryList): void =>
      active?.postMessage(list.getEntries().map((entry) => entry.name));
    new PerformanceObserver(report).observe({ type: "resource", buffered: true });
  } catch {
    // In browsers that forbid it (private windows) the page works, but not offline.
  }
}

/** Fetch the rules of every game in a language, and the screen that shows them, so that the worker caches them: 20 kB compressed. */
export function cacheRules(language: Language, screen: () => Promise<unknown>): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const fetchAll = async (): Promise<void> => {
    await screen();
    for (const game of rulebooks()) {
      wantGame(game);
      await loadRules(game, language);
    }
  };
  // Later, so that the page's own requests come first. Without a connection the next visit tries again.
  void navigator.serviceWorker.ready.then(() => setTimeout(() => fetchAll().catch(() => undefined), 3_000));
}
