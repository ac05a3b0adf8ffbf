// Times as people read them: clocks, lengths, and how long ago.
import type { ClockFace } from "../../wire";
import { currentLanguage } from "./index";

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [["day", 86_400], ["hour", 3600], ["minute", 60]];

/** "3 minutes ago", in the reader's language. */
export function ago(ms: number, now = Date.now()): string {
  const seconds = Math.max(0, (now - ms) / 1000);
  const words = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: "auto" });
  for (const [unit, size] of STEPS) if (seconds >= size) return words.format(-Math.floor(seconds / size), unit);
  return words.format(0, "second");
}

/** "2 minutes", "3 days": a length of time. */
export function lasts(seconds: number): string {
  const [unit, size] = STEPS.find(([, one]) => seconds >= one && seconds % one === 0) ?? ["second", 1];
  return new Intl.NumberFormat(currentLanguage(), { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}

/** Milliseconds that a seat has left at this moment of the server's time; null without a limit. */
export function left(face: ClockFace, seat: number, now: number): number | null {
  const spent = face.running.includes(seat) ? Math.max(0, now - face.now) : 0;
  const turn = face.turn_left[seat] ?? null;
  const game = face.game_left[seat] ?? null;
  if (turn === null) return game === null ? null : Math.max(0, game - spent);
  if (game === null) return Math.max(0, turn - spent);
  // Beside a limit for the turn, the game's is the reserve that a longer turn is paid from.
  return Math.max(0, turn - spent) || Math.max(0, game - (spent - turn));
}

/** A duration as a clock shows it: 1:05, 0:09.4 near the end, 2 d 3 h when long. */
export function clockText(ms: number, days = "d"): string {
  const seconds = Math.ceil(ms / 1000);
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 86_400)} ${days} ${Math.floor(seconds / 3600) % 24} h`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
