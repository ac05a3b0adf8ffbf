import { afterEach, expect, test, vi } from "vitest";
import { renew } from "./renewal";

const page = (name: string) => `<script type="module" crossorigin src="./assets/${name}.js"></script>`;

/** A page whose main part is `old`, with what its host answers. */
async function renewedBy(answer: () => Promise<Response>): Promise<boolean> {
  const reload = vi.fn();
  vi.stubGlobal("document", { querySelector: () => ({ getAttribute: () => "./assets/old.js" }) });
  vi.stubGlobal("location", { pathname: "/some/path/", reload });
  vi.stubGlobal("fetch", vi.fn(answer));
  expect(await renew()).toBe(reload.mock.calls.length > 0);
  return reload.mock.calls.length > 0;
}

afterEach(() => vi.unstubAllGlobals());

test("a page whose host has a newer one is loaded again, and no other", async () => {
  expect(await renewedBy(async () => new Response(page("new")))).toBe(true);
  expect(await renewedBy(async () => new Response(page("old")))).toBe(false);
  expect(await renewedBy(async () => new Response("We are back soon."))).toBe(false);
  expect(await renewedBy(async () => new Response(page("new"), { status: 502 }))).toBe(false);
  expect(await renewedBy(() => Promise.reject(new TypeError("offline")))).toBe(false);
});
