// Starts the engine. What can be answered without Python is: lists and the games are there at once.
import { Refused } from "../lib/net/refused";
import type { Answer, Transport } from "../lib/net/transport";
import type { FromWorker } from "./messages";
import { Store } from "./store";
import { EngineTransport } from "./transport";

/** The first game goes before work for later visits. */
const IMAGE_MS = 5_000;

interface Manifest {
  version: string;
}

let manifest: Promise<Manifest> | undefined;
let started: Promise<EngineTransport> | undefined;
let store: Promise<Store> | undefined;

/** Loads the engine in the background; asked for once. */
export function start(): Promise<Transport> {
  started ??= folder()
    .then((base) => new EngineTransport(worker(base), (isFromImage) => void (isFromImage || setTimeout(() => keepImage(base), IMAGE_MS))))
    .catch((reason: unknown) => {
      started = undefined;
      throw reason;
    });
  return started;
}

function worker(name: string): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name });
}

/** Lets later visits begin with Python's memory as it is after all imports; made by a worker of its own, once. */
function keepImage(base: string): void {
  const maker = worker(`image ${base}`);
  maker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    document.documentElement.dataset["image"] = data.t;
    maker.terminate();
  };
}

/** An answer that needs no Python; null for all others. */
export async function atOnce(method: string, path: string): Promise<Answer | null> {
  if (method !== "GET") return null;
  if (path === "games") return { status: 200, text: await (await asked(`${await folder()}games.json`)).text(), kind: "application/json" };
  if (path === "tables") return json([]);
  if (path === "me/tables") return json(await (await games()).lines());
  if (path === "me") return json({ name: (await (await games()).player())?.name || null, account: null, feed: null, push_key: "" });
  return null;
}

function games(): Promise<Store> {
  store ??= Store.open(() => (store = undefined)).catch((reason: { code?: string; message: string }) => {
    store = undefined;
    throw new Refused(reason.code ?? "storage_forbidden", reason.message);
  });
  return store;
}

async function folder(): Promise<string> {
  manifest ??= asked("engine/manifest.json", "no-cache")
    .then((answer) => answer.json() as Promise<Manifest>)
    .catch((reason: unknown) => {
      manifest = undefined;
      throw reason;
    });
  return new URL(`engine/${(await manifest).version}/`, document.baseURI.replace(/[?#].*$/, "")).href;
}

async function asked(path: string, cache: RequestCache = "default"): Promise<Response> {
  const answer = await fetch(path, { cache }).catch(() => null);
  if (!answer?.ok) throw new Refused("engine", "The engine could not be loaded.");
  return answer;
}

function json(value: unknown): Answer {
  return { status: 200, text: JSON.stringify(value), kind: "application/json" };
}
