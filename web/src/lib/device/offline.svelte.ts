// Whether this device can play without a connection: the service worker keeps the page and the engine.
import { isAlone } from "../net/hosts";

export type Offline = "unsupported" | "waiting" | "ready";

/** A host that fails is asked again: after this long, then after twice as long, … */
const AGAIN_MS = 2_000;
const TRIES = 6;

let state = $state<Offline>("waiting");

export function offlineState(): Offline {
  return state;
}

/** Once the page is at rest: keeps what playing offline needs; without a server, starts the engine too. */
export async function prepareOffline(): Promise<void> {
  await atRest();
  if (isAlone) void import("../../engine").then(({ start }) => start()).catch(() => {});
  if (!("serviceWorker" in navigator)) return become("unsupported");
  if (!isAlone && savesData()) return;
  const registration = await navigator.serviceWorker.ready;
  const ask = () => registration.active?.postMessage("keep engine");
  let failed = 0;
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data === "engine kept") become("ready");
    else if (data === "engine not kept" && ++failed < TRIES) setTimeout(ask, AGAIN_MS * 2 ** (failed - 1));
  });
  ask();
}

function become(next: Offline): void {
  state = next;
  document.documentElement.dataset["offline"] = next;
}

/** Somebody who pays for each megabyte fetches the engine when it is needed. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false;
}

function atRest(): Promise<void> {
  return new Promise((done) => {
    const wait = () => ("requestIdleCallback" in window ? requestIdleCallback(() => done(), { timeout: 3_000 }) : setTimeout(done, 1_000));
    if (document.readyState === "complete") wait();
    else addEventListener("load", wait, { once: true });
  });
}
