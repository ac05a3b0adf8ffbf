// The service worker: the page works without a connection (rules, lessons, settings, games at this
// device), and a push says whose turn it is. What the server answers is never kept: a stale table is
// worse than none. Vite writes the list of files and its version, `build.py` the engine's.
const FILES = __FILES__;
const ENGINE = null;
const CACHE = `quartett-__VERSION__-${ENGINE?.version ?? ""}`;
const KEPT = 2; // this version's files, and those of the version before: its pages may still be open

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then(async (cache) => {
      // A host that says nothing of caching must not make this version keep the page of the last one.
      await cache.addAll(FILES.map((file) => (file === "./" ? new Request(file, { cache: "no-cache" }) : file)));
      await self.skipWaiting();
    }),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then(async (names) => {
      const ours = names.filter((name) => name.startsWith("quartett-") && name !== CACHE);
      await Promise.all(ours.slice(0, Math.max(0, ours.length - KEPT + 1)).map((name) => caches.delete(name)));
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
  else if (path === "engine/manifest.json") event.respondWith(manifest(request));
  else event.respondWith(kept(request, path.startsWith("engine/")));
});

/** The newest page where there is a connection, else the one kept. */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match("./")) ?? Response.error();
  }
}

/** The engine that goes with the page: the newest, else the one kept. */
async function manifest(request) {
  try {
    return await fetch(request, { cache: "no-cache" });
  } catch {
    return ENGINE ? new Response(JSON.stringify(ENGINE), { headers: { "content-type": "application/json" } }) : Response.error();
  }
}

/** Files whose name says what is in them never change; the engine's are kept as they are first used. */
async function kept(request, keeps) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (keeps && answer.ok) await (await caches.open(CACHE)).put(request, answer.clone()).catch(() => {});
  return answer;
}

// The page asks for the engine to be kept, once it is at rest, and is told when that is done.
self.addEventListener("message", (event) => {
  if (event.data !== "keep engine" || !ENGINE) return;
  event.waitUntil(
    keepEngine().then(
      () => event.source?.postMessage("engine kept"),
      () => event.source?.postMessage("engine not kept"),
    ),
  );
});

async function keepEngine() {
  const cache = await caches.open(CACHE);
  for (const file of ENGINE.files) {
    const url = new URL(`engine/${ENGINE.version}/${file}`, self.registration.scope).href;
    if (await cache.match(url)) continue;
    const answer = (await caches.match(url)) ?? (await fetch(url));
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    await cache.put(url, answer);
  }
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
