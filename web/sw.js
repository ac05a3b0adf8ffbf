// The service worker: the page itself works without a connection (rules, lessons, settings), and a
// push says whose turn it is. What the server answers is never kept: a stale table is worse than none.
// Vite writes the list of files and its version into the two names below.
const FILES = __FILES__;
const CACHE = "quartett-__VERSION__";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then(async (cache) => {
      await cache.addAll(FILES);
      await self.skipWaiting();
    }),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then(async (names) => {
      await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
      await self.clients.claim();
    }),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const inside = request.url.startsWith(self.registration.scope);
  const path = request.url.slice(self.registration.scope.length).replace(/[?#].*$/, "");
  if (request.method !== "GET" || !inside || /^(api|ws|metrics)\b/.test(path)) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (path.startsWith("assets/")) event.respondWith(kept(request));
});

/** The newest page where there is a connection, else the one kept. */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match("./")) ?? Response.error();
  }
}

/** Files whose name says what is in them never change. */
async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener("push", (event) => {
  const { title, table, game } = event.data?.json() ?? {};
  if (!title) return;
  event.waitUntil(
    self.registration.showNotification(title, { tag: table, icon: "icon-192.png", badge: "icon-192.png", data: { table, game } }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(`./#/table/${event.notification.data?.table ?? ""}`, self.registration.scope).href;
  event.waitUntil(show(url));
});

async function show(url) {
  const windows = await self.clients.matchAll({ type: "window" });
  const open = windows[0];
  if (!open) return self.clients.openWindow(url);
  await open.focus();
  return open.navigate(url);
}
