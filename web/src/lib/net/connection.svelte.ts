// The page's one socket, and whether it stands.
import { api } from "./api";
import { Socket, socketUrl, type Connection } from "./socket";
import type { Me } from "../../wire";

let connection = $state<Connection>("offline");
let me = $state.raw<Me | null>(null);
let asked: Promise<Me> | undefined;

export const socket = new Socket(socketUrl(typeof location === "undefined" ? "http://localhost/" : location.href), (now) => (connection = now));

if (typeof addEventListener !== "undefined") {
  addEventListener("online", () => socket.wake());
  addEventListener("offline", () => socket.lose());
  document.addEventListener("visibilitychange", () => document.hidden || socket.wake());
}

export function connected(): Connection {
  return connection;
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
  socket.renew();
}
