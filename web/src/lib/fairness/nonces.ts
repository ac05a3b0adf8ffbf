// The nonces that this browser handed in, kept to see after the game that they were used. The first
// screen loads this module, but not the derivation of chance.
import { keep, kept } from "../device/kept";

const LONGEST = 40;

export function newNonce(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

export function remember(table: string, nonce: string): void {
  const all = [...read(), { table, nonce }].slice(-LONGEST);
  keep("nonces", JSON.stringify(all));
}

export function handedIn(table: string): string[] {
  return read().flatMap((one) => (one.table === table ? [one.nonce] : []));
}

function read(): { table: string; nonce: string }[] {
  try {
    return JSON.parse(kept("nonces") ?? "[]") as { table: string; nonce: string }[];
  } catch {
    return [];
  }
}

export function hex(raw: Uint8Array): string {
  return Array.from(raw, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
