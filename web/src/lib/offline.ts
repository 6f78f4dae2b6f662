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
