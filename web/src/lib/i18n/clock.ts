// Clocks between two messages of the server: what runs, runs on.
import type { ClockFace } from "../../wire";

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
