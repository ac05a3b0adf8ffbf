// A refusal, in the reader's language where its code is known there.
import { has, t, type Values } from "../i18n";

export interface Refusal {
  code: string | null;
  message: string;
  where: Record<string, unknown>;
}

export class Refused extends Error implements Refusal {
  constructor(
    readonly code: string,
    message: string,
    readonly where: Record<string, unknown> = {},
  ) {
    super(message);
    this.name = "Refused";
  }
}

/** Why, for the player to read: `<game>.refusal.<code>`, else `refusal.<code>`, else as the server said it. */
export function why(refused: Refusal, game?: string): string {
  const keys = [`${game}.refusal.${refused.code}`, `refusal.${refused.code}`];
  const key = keys.find(has);
  return key ? t(key, values(refused.where)) : refused.message;
}

function values(where: Record<string, unknown>): Values {
  const entries = Object.entries(where).map(([name, value]) => [name, plain(value)] as const);
  return Object.fromEntries(entries);
}

function plain(value: unknown): string | number {
  if (typeof value === "number" || typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(plain).join(", ");
  return String(value);
}
