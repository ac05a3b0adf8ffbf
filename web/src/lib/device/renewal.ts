// A page that has stayed open while its server got a new version: parts that it has not loaded yet are gone.

/** Loads the page again if its host has another one by now; whether it does. */
export async function renew(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute("src");
  const now = await fetch(location.pathname, { cache: "no-store" }).then(
    (answer) => (answer.ok ? answer.text() : ""),
    () => "",
  );
  if (!own || !now.includes('type="module"') || now.includes(own)) return false;
  location.reload();
  return true;
}

/** Watches for parts that cannot be loaded. */
export function watchParts(): void {
  addEventListener("vite:preloadError", () => void renew());
}
