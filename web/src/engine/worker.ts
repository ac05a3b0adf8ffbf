// The engine's thread: loads Python, opens the games of this device, and answers the page.
import { Host } from "./host";
import type { FromWorker, ToWorker } from "./messages";
import { loadEngine, makeImage } from "./python";
import { Store, StorageRefused, type Player } from "./store";

/** `image …`: makes an image of memory for later visits, and ends. */
const IMAGE = "image ";
const base = new URL(self.name.replace(IMAGE, ""), self.location.href).href;
const send = (message: FromWorker) => self.postMessage(message);
/** Messages that came before the engine was ready. */
let early: ToWorker[] | null = [];
let host: Host;

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (early) early.push(data);
  else receive(data);
};

function receive(message: ToWorker): void {
  switch (message.t) {
    case "request":
      return void host.request(message.id, message.method, message.path, message.body);
    case "pace":
      host.pace = message.factor;
      return;
    case "open":
      return send({ t: "opened", client: message.client });
    case "frame":
      return void host.frame(message.client, message.text);
    case "close":
      return host.gone(message.client);
  }
}

async function start(): Promise<void> {
  const store = await Store.open(() => send({ t: "failed", code: "newer_version", message: "A newer version of Quartett is open in another tab. Reload this page." }));
  const [{ make, isFromImage }, player] = await Promise.all([loadEngine(base), known(store)]);
  const engine = make(player.id, player.name);
  host = new Host(engine, store, send);
  send({ t: "ready", version: engine.version, isFromImage });
  const waiting = early ?? [];
  early = null;
  waiting.forEach(receive);
}

/** The player of this device; a new one on the first visit. */
function known(store: Store): Promise<Player> {
  return store.transact("readwrite", async (rows) => {
    const found = await rows.kept<Player>("player");
    if (found?.id) return found;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const player = { id: Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""), name: found?.name ?? "" };
    rows.keep("player", player);
    return player;
  });
}

if (self.name.startsWith(IMAGE)) void makeImage(base).then(() => send({ t: "imaged" })).catch(console.warn).finally(() => self.close());
else start().catch((reason: unknown) => {
  console.warn(reason); // the page says it to the player
  const { code, message } = reason instanceof StorageRefused ? reason : { code: "engine", message: "The engine could not be loaded." };
  send({ t: "failed", code, message });
});
