// The page's lines to the server and to the engine, and whether they stand.
import { api } from "./api";
import { enginePlug, isHere } from "./hosts";
import { server } from "./server";
import { Socket, type Connection } from "./socket";
import type { Me } from "../../wire";

let toServer = $state<Connection>("offline");
let toEngine = $state<Connection>("offline");
let me = $state.raw<Me | null>(null);
let asked: Promise<Me> | undefined;

const remote = new Socket(server.plug, (now) => (toServer = now));
const local = new Socket(enginePlug, (now) => (toEngine = now));

if (typeof addEventListener !== "undefined") {
  addEventListener("online", () => {
    remote.wake();
    void meetMyself();
  });
  addEventListener("offline", () => remote.lose());
  document.addEventListener("visibilitychange", () => document.hidden || remote.wake());
}

/** The line to whoever keeps a table. */
export function lineTo(table: string): Socket {
  return isHere(table) ? local : remote;
}

/** Whether that line stands. */
export function connected(table: string): Connection {
  return isHere(table) ? toEngine : toServer;
}

/** Who we are to the server; the first answer brings the cookie that the socket needs. */
export async function whoAmI(): Promise<Me> {
  asked ??= api.me().catch((reason: unknown) => {
    asked = undefined;
    throw reason;
  });
  me ??= await asked;
  return me;
}

/** Asks again who we are. */
export async function meetMyself(): Promise<void> {
  me = await api.me().catch(() => me);
}

/** The name we chose; null where we have none. */
export function chosenName(): string | null {
  return me?.name ?? null;
}

export function myself(): Me | null {
  return me;
}

/** We are somebody else from now on; the socket must know it too. */
export function becomes(next: Me): void {
  me = next;
  remote.renew();
}
