// Keeps the tablet's page and its files at hand, so that it opens without a network. No answer of the
// interface is ever kept: what a reader may see is decided anew each time.

const KEPT = "adjudicator-pages-1";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await self.clients.claim();
})()));

// A page tells which files it is made of, so that they are at hand from its first visit on.
self.addEventListener("message", (event) => event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(event.data))));

self.addEventListener("fetch", (event) => {
  const path = new URL(event.request.url).pathname;
  const ours = event.request.method === "GET" && (path.startsWith("/static/") || path.startsWith("/tablet/"));
  if (ours) event.respondWith(fresh(event.request));
});

async function fresh(request) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await kept.put(request, answer.clone());
    return answer;
  } catch (error) {
    const known = await kept.match(new URL(request.url).pathname, { ignoreVary: true });
    if (known) return known;
    throw error;
  }
}
