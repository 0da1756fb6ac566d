// A service worker with one page, for when the server cannot be reached. It keeps nothing else: never a table.
const PAGE = "/offline";
const KEPT = "harena-offline-1";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.add(new Request(PAGE, { cache: "reload" }))));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const others = async () => Promise.all((await caches.keys()).filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  event.waitUntil(others().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return; // all else goes its usual way
  event.respondWith(fetch(event.request).catch(async () => (await caches.match(PAGE)) || Response.error()));
});
