// Which of the day's puzzles suits a player: the easier one until a few were solved.
import { keep, kept } from "../device/kept";
import type { Puzzle } from "../../wire";

/** After this many the harder one comes first. */
const EASY_ONES = 3;

export type Kind = "easy" | "hard";

export function of(today: Puzzle, kind: Kind): Puzzle {
  return kind === "easy" ? (today.easier ?? today) : today;
}

export function suiting(today: Puzzle): Kind {
  return today.easier && solvedSoFar() < EASY_ONES ? "easy" : "hard";
}

export function isSolved({ day }: Puzzle): boolean {
  return solvedToday().includes(day);
}

/** Counts a puzzle once, however often it is solved. */
export function solved({ day }: Puzzle): void {
  if (solvedToday().includes(day)) return;
  const today = solvedToday().filter((one) => one.slice(0, DATE) === day.slice(0, DATE));
  keep("puzzle", [...today, day].join(" "));
  keep("puzzles", String(solvedSoFar() + 1));
}

/** How long the date is at the beginning of a puzzle's day. */
const DATE = "2026-11-16".length;

function solvedToday(): string[] {
  return (kept("puzzle") ?? "").split(" ").filter(Boolean);
}

function solvedSoFar(): number {
  return Number(kept("puzzles") ?? 0) || 0;
}
