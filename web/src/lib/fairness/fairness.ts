// Chance re-derived in the browser, exactly as the server derives it: the key of a game is
// HMAC-SHA256(secret, nonces in seat order); the chance event at place n of the log is drawn from
// the blocks HMAC-SHA256(key, n, k), k = 0, 1, …, with n and k as 8 bytes, big end first. Events
// that were taken back count too, so that no number is ever drawn twice.
import { hex } from "./nonces";

export interface Head {
  quartett: number;
  game: string;
  players: number;
  options: { [name: string]: unknown };
  seats: string[];
  commit: string;
  nonces: string[];
  /** How many events lead to the position that the game began with; chance begins after them. */
  given?: number;
}

export interface RecordEvent {
  by: number | "chance";
  do: string;
  [field: string]: any;
}

/** Before the event at this place, this many events in all had been taken back. */
export interface TakenBack {
  at: number;
  events: number;
}

export interface Record {
  head: Head;
  events: RecordEvent[];
  result: { scores: number[]; winners: number[]; secret: string; undone?: TakenBack[] } | null;
}

export function readRecord(text: string): Record {
  const lines = text.trim().split("\n").map((line) => JSON.parse(line) as { [field: string]: unknown });
  const [head, ...rest] = lines;
  const last = rest.at(-1);
  const over = last !== undefined && "secret" in last;
  return {
    head: head as unknown as Head,
    events: (over ? rest.slice(0, -1) : rest) as unknown as RecordEvent[],
    result: over ? (last as unknown as Record["result"]) : null,
  };
}

export async function commitment(secret: Uint8Array): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", secret as BufferSource)));
}

/** The key of a finished record's chance. */
export async function gameKey(record: Record): Promise<CryptoKey> {
  if (!record.result) throw new Error("a record without a result has no secret");
  const nonces = record.head.nonces.map(bytes);
  const key = await hmac(await hmacKey(bytes(record.result.secret)), concatenated(nonces));
  return hmacKey(key);
}

/** The stream of the event at a place of the record: events that were taken back have theirs too. */
export function streamAt(record: Record, key: CryptoKey, place: number): Stream {
  const before = (record.result?.undone ?? []).findLast(({ at }) => at <= place)?.events ?? 0;
  return new Stream(key, place + before);
}

/** The numbers of one chance event. */
export class Stream {
  private block = 0;
  private left: number[] = [];

  constructor(
    private readonly key: CryptoKey,
    private readonly place: number,
  ) {}

  /** A whole number from 0, below `stop`: as many whole bytes as `stop − 1` needs, its low bits, again while not below. */
  async randrange(stop: number): Promise<number> {
    if (stop < 1) throw new RangeError(`no whole number from 0 is below ${stop}`);
    let bits = 0;
    for (let rest = stop - 1; rest >= 1; rest = Math.floor(rest / 2)) bits += 1;
    for (;;) {
      let value = 0n;
      for (const byte of await this.take(Math.ceil(bits / 8))) value = (value << 8n) | BigInt(byte);
      value = BigInt.asUintN(bits, value);
      if (value < stop) return Number(value);
    }
  }

  private async take(count: number): Promise<number[]> {
    while (this.left.length < count) {
      const message = concatenated([eightBytes(this.place), eightBytes(this.block)]);
      this.left.push(...(await hmac(this.key, message)));
      this.block += 1;
    }
    return this.left.splice(0, count);
  }
}

/** The key from its bytes; a record's comes from `gameKey`. */
export function hmacKey(raw: Uint8Array): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", raw as BufferSource, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

async function hmac(key: CryptoKey, message: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, message as BufferSource));
}

function eightBytes(value: number): Uint8Array {
  const out = new Uint8Array(8);
  new DataView(out.buffer).setBigUint64(0, BigInt(value));
  return out;
}

function concatenated(parts: Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export function bytes(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
