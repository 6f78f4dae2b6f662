/* The service worker: opens the page without a connection, from a cache of the shell and the assets fetched so far. Games need the server. */

const CACHE = "atoll-1";
/** Every address is answered with this page. */
const PAGE = "/";
/** Assets have the hash of their content in their name: old ones are never wrong, but take up room. */
const MAX_ASSETS = 150;

self.addEventListener("install", (event) => {
  event.waitUntil(cachePage().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOldCaches().then(() => self.clients.claim()));
});

/** The page reports what it loaded before the worker was installed. */
self.addEventListener("message", (event) => {
  const assets = event.data.filter((address) => isAsset(new URL(address)));
  event.waitUntil(caches.open(CACHE).then((cache) => Promise.all(assets.map((asset) => cacheOnce(cache, asset)))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || isServer(url)) return;
  if (request.mode === "navigate") event.respondWith(respondWithPage(request));
  else if (isAsset(url)) event.respondWith(respondWithAsset(request));
});

/** Answers of the server are never cached. */
const isServer = (url) => /^\/(api|ws|healthz|metrics)(\/|$)/.test(url.pathname);
const isAsset = (url) => url.pathname.startsWith("/assets/") || /^\/(icon|manifest)[^/]*$/.test(url.pathname);

async function respondWithPage(request) {
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await (await caches.open(CACHE)).put(PAGE, fresh.clone());
    return fresh;
  } catch (error) {
    const cached = await caches.match(PAGE);
    if (cached) return cached;
    throw error;
  }
}

async function respondWithAsset(request) {
  const cached = await caches.match(request);
  if (cached) return cached;
  const fresh = await fetch(request);
  if (fresh.ok) await store(await caches.open(CACHE), request, fresh.clone());
  return fresh;
}

async function store(cache, request, response) {
  await cache.put(request, response);
  const assets = (await cache.keys()).filter(({ url }) => isAsset(new URL(url)));
  for (const oldest of assets.slice(0, Math.max(0, assets.length - MAX_ASSETS))) await cache.delete(oldest);
}

async function cacheOnce(cache, address) {
  if (await cache.match(address)) return;
  const fresh = await fetch(address).catch(() => null);
  if (fresh?.ok) await store(cache, address, fresh);
}

async function cachePage() {
  const cache = await caches.open(CACHE);
  const fresh = await fetch(PAGE, { cache: "no-cache" });
  if (!fresh.ok) throw new Error(`the page answered ${fresh.status}`);
  await cache.put(PAGE, fresh);
}

async function dropOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}
