// A view of a game that the page knows nothing about, sorted into what can be shown.
import { has, n, t } from "../lib/i18n";

/** What every view has; the page shows it elsewhere. */
const COMMON = new Set(["players", "seat", "to_act", "over", "scores", "winners"]);

export interface Field {
  name: string;
  value: unknown;
}

export interface Sorted {
  /** Single values. */
  facts: Field[];
  /** What each player has: a list with a list or an object for every seat. */
  seats: Field[];
  /** Whatever else there is. */
  rest: Field[];
}

export function sorted(view: { players: number; [field: string]: unknown }): Sorted {
  const fields = Object.entries(view)
    .filter(([name]) => !COMMON.has(name))
    .map(([name, value]) => ({ name, value }));
  const seats = fields.filter(({ value }) => isPerSeat(value, view.players));
  return {
    facts: fields.filter(({ value }) => isPlain(value)),
    seats,
    rest: fields.filter((field) => !isPlain(field.value) && !seats.includes(field)),
  };
}

export type Shape = "plain" | "list" | "grid" | "records" | "record" | "nested";

/** How a value is best shown. */
export function shape(value: unknown): Shape {
  if (isPlain(value)) return "plain";
  if (!Array.isArray(value)) return "record";
  if (value.every(isPlain)) return "list";
  if (value.every((row) => Array.isArray(row) && row.every(isPlain) && row.length === (value[0] as unknown[]).length)) return "grid";
  return value.every((row) => !isPlain(row) && !Array.isArray(row)) ? "records" : "nested";
}

/** The columns of a list of objects: every field that one of them has. */
export function columns(rows: object[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

/** A single value as the reader writes it. */
export function plain(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") return n(value);
  if (typeof value === "boolean") return t(value ? "generic.true" : "generic.false");
  return String(value);
}

/** A field's name: the game's own text for it, else the name made readable. */
export function label(game: string, name: string): string {
  const key = `${game}.field.${name}`;
  if (has(key)) return t(key);
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The fields of an action or an entry as values for a text; lists become enumerations. */
export function values(fields: object): Record<string, string | number> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typeof value === "number" ? value : flat(value)]));
}

function flat(value: unknown): string {
  return Array.isArray(value) ? value.map(flat).join(", ") : typeof value === "object" && value !== null ? flat(Object.values(value)) : plain(value);
}

function isPlain(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

function isPerSeat(value: unknown, players: number): boolean {
  return Array.isArray(value) && value.length === players && players > 1 && value.every((one) => !isPlain(one));
}
