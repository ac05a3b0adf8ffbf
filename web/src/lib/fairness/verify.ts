// The fairness check: everything that chance did, derived again here in the browser.
import { bytes, commitment, readRecord, type Record } from "./fairness";
import type { GameModule } from "../board/contract";

export interface Checked {
  /** What was looked at: a message key with its values. */
  key: string;
  values?: { [name: string]: string | number };
  ok: boolean;
}

/** The checks of a finished record, one after the other. `view` is the last one, `known` the commitment shown before the game. */
export async function* verify(text: string, module: GameModule, view: unknown, known: string, nonces: string[]): AsyncGenerator<Checked> {
  const record = readRecord(text);
  if (!record.result) {
    yield { key: "fair.unfinished", ok: false };
    return;
  }
  yield { key: "fair.same", ok: record.head.commit === known };
  yield { key: "fair.commit", ok: (await commitment(bytes(record.result.secret))) === record.head.commit };
  if (nonces.length > 0) yield { key: "fair.nonce", values: { n: nonces.length }, ok: nonces.every((one) => record.head.nonces.includes(one)) };
  if (module.derive) yield* chance(record, module.derive, view);
}

async function* chance(record: Record, derive: NonNullable<GameModule["derive"]>, view: unknown): AsyncGenerator<Checked> {
  const given = record.head.given ?? 0;
  let count = 0;
  for await (const { place, ok, text } of derive(record, view)) {
    if (place < given) continue;
    count += 1;
    if (!ok) yield { key: "fair.differs", values: { place: place + 1, text }, ok };
  }
  const expected = record.events.slice(given).filter((event) => event.by === "chance").length;
  if (given > 0) yield { key: "fair.given", values: { n: given }, ok: true };
  const undone = record.result?.undone?.at(-1)?.events ?? 0;
  if (undone > 0) yield { key: "fair.undone", values: { n: undone }, ok: true };
  yield { key: "fair.chance", values: { n: count, all: expected }, ok: count === expected };
}
