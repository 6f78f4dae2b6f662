/* The page without a connection: keeps the shell and whatever parts of it were fetched; games need the server. */

const CACHE = "atoll-1";
/** The one page behind every address. */
const PAGE = "/";
/** Parts have their content's hash in their name, so old ones are never wrong, only in the way. */
const MOST_PARTS = 150;

self.addEventListener("install", (event) => {
  event.waitUntil(keepPage().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOldCaches().then(() => self.clients.claim()));
});

/** The page tells what it had loaded before we were there. */
self.addEventListener("message", (event) => {
  const parts = event.data.filter((address) => isPart(new URL(address)));
  event.waitUntil(caches.open(CACHE).then((cache) => Promise.all(parts.map((part) => keepOnce(cache, part)))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || isServers(url)) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (isPart(url)) event.respondWith(part(request));
});

/** Answers of the server are never kept. */
const isServers = (url) => /^\/(api|ws|healthz|metrics)(\/|$)/.test(url.pathname);
const isPart = (url) => url.pathname.startsWith("/assets/") || /^\/(icon|manifest)[^/]*$/.test(url.pathname);

async function page(request) {
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await (await caches.open(CACHE)).put(PAGE, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await caches.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

async function part(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await keep(await caches.open(CACHE), request, fresh.clone());
  return fresh;
}

async function keep(cache, request, response) {
  await cache.put(request, response);
  const parts = (await cache.keys()).filter((kept) => isPart(new URL(kept.url)));
  for (const oldest of parts.slice(0, Math.max(0, parts.length - MOST_PARTS))) await cache.delete(oldest);
}

async function keepOnce(cache, address) {
  if (await cache.match(address)) return;
  const fresh = await fetch(address).catch(() => null);
  if (fresh?.ok) await keep(cache, address, fresh);
}

async function keepPage() {
  const cache = await caches.open(CACHE);
  const fresh = await fetch(PAGE, { cache: "no-cache" });
  if (!fresh.ok) throw new Error(`the page answered ${fresh.status}`);
  await cache.put(PAGE, fresh);
}

async function dropOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}
