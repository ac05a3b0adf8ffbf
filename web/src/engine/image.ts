// Python's memory after everything is imported, kept on the device: later visits begin from there.
// It is worth seconds on a slow device, and nothing depends on it: without an image Python starts over.

const CACHE = "memory of quartett"; // not one of the service worker's, which come and go with versions
/** How long the image was when it was made: half of one would break Python in ways that nobody notices at once. */
const BYTES = "x-bytes";

/** The image that was made of these files by this browser. */
export async function keptImage(base: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const found = await (await caches.open(CACHE)).match(address(base));
    if (!found) return null;
    const image = new Uint8Array(await found.arrayBuffer());
    return String(image.length) === found.headers.get(BYTES) ? image : null;
  } catch {
    return null; // no storage
  }
}

/** Keeps an image; those of other versions of this site are of no use any more. */
export async function keepImage(base: string, image: Uint8Array<ArrayBuffer>): Promise<void> {
  const cache = await caches.open(CACHE);
  await dropOthers(cache, base);
  await cache.put(address(base), new Response(image, { headers: { [BYTES]: String(image.length) } }));
}

export async function dropImage(base: string): Promise<void> {
  await caches.open(CACHE).then((cache) => cache.delete(address(base))).catch(() => {});
}

async function dropOthers(cache: Cache, base: string): Promise<void> {
  const site = new URL("..", base).href;
  for (const { url } of await cache.keys()) if (url.startsWith(site)) await cache.delete(url);
}

/** The folder's name says which engine it is; what a browser can do may change with its version. */
function address(base: string): string {
  return `${base}memory?${encodeURIComponent(navigator.userAgent)}`;
}
