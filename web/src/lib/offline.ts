/** Install the worker that opens the page without a connection, and tell it what was loaded before it was there. */
export async function workOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/sw.js");
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage(performance.getEntriesByType("resource").map((entry) => entry.name));
  } catch {
    // A browser that forbids it (private windows): the page works, but not offline.
  }
}
