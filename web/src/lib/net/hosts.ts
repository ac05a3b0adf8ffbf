// Who answers: the server, or the engine in this browser, where there is no server or it cannot be reached.
import { movedGames } from "../device/moved";
import { Refused } from "./refused";
import { server } from "./server";
import type { Answer, Plug, Transport } from "./transport";

/** How the ids of tables on this device begin. */
const LOCAL = "local-";
/** What one device can do alone while its server cannot be reached; playing with others it cannot. */
const ALONE = /^(games|me|me\/tables|me\/name|puzzle|puzzle\/try|games\/[^/]+\/notation.*)$/;

/** A page of `quartett site`: there is no server. */
export const isAlone = typeof document !== "undefined" && document.querySelector('meta[name="quartett-server"][content="none"]') !== null;

/** Whether a table is on this device. */
export function isHere(table: string): boolean {
  return table.startsWith(LOCAL);
}

const engine = {
  async request(method: string, path: string, body?: unknown): Promise<Answer> {
    const { atOnce, start } = await import("../../engine");
    return (await atOnce(method, path)) ?? (await start()).request(method, path, body);
  },
};

export async function request(method: string, path: string, body?: unknown): Promise<Answer> {
  const table = /^tables\/([^/?]+)/.exec(path)?.[1] ?? (body as { origin?: { table: string } } | undefined)?.origin?.table;
  if (isAlone || path === "records" || (table && isHere(table))) return engine.request(method, path, body);
  let answer: Answer;
  try {
    answer = await server.request(method, path, body);
  } catch (reason) {
    if (method === "POST" && path === "tables") return playAlone(body, reason);
    if (!ALONE.test(path)) throw reason;
    return engine.request(method, path, body).catch(() => {
      throw reason;
    });
  }
  return method === "GET" && path === "me/tables" && answer.status === 200 ? withLocal(answer) : answer;
}

/** A table against bots or for several at this device needs no server. */
function playAlone(setup: unknown, reason: unknown): Promise<Answer> {
  const { seats, origin } = setup as { seats: { kind: string }[]; origin?: unknown };
  if (origin) throw reason; // only the server knows the game that it is from
  if (seats.some(({ kind }) => kind === "open")) throw new Refused("needs_server", "Playing with others needs the server.");
  return engine.request("POST", "tables", setup).catch(() => {
    throw reason;
  });
}

/** The games of this device beside those of the server; what an account has taken over is shown once. */
async function withLocal(answer: Answer): Promise<Answer> {
  type Listed = { id: string; updated: number };
  try {
    const there = JSON.parse(answer.text) as Listed[];
    const here = JSON.parse((await engine.request("GET", "me/tables")).text) as Listed[];
    const [moved, known] = [movedGames(), new Set(there.map(({ id }) => id))];
    const all = [...there, ...here.filter(({ id }) => !known.has(moved[id] ?? ""))];
    return { ...answer, text: JSON.stringify(all.sort((one, other) => other.updated - one.updated)) };
  } catch {
    return answer;
  }
}

/** A line to the engine; it opens when the engine is there. */
export function enginePlug(): Plug {
  const plug: Plug = { readyState: 0, send: () => {}, close: () => {}, onopen: null, onmessage: null, onclose: null };
  let closed = false;
  plug.close = () => {
    closed = true;
    plug.readyState = 3;
  };
  void import("../../engine")
    .then(({ start }) => start())
    .then((transport: Transport) => {
      if (closed) return;
      const inner = transport.plug();
      inner.onopen = (event) => {
        plug.readyState = 1;
        plug.onopen?.(event);
      };
      inner.onmessage = (event) => plug.onmessage?.(event);
      inner.onclose = (event) => {
        plug.readyState = 3;
        plug.onclose?.(event);
      };
      plug.send = (text) => inner.send(text);
      plug.close = () => {
        plug.readyState = 3;
        inner.close();
      };
    })
    .catch(() => {
      plug.readyState = 3;
      plug.onclose?.({});
    });
  return plug;
}
