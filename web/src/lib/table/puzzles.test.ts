import { beforeEach, expect, test } from "vitest";
import type { Puzzle } from "../../wire";
import { isSolved, of, solved, suiting } from "./puzzles";

beforeEach(() => {
  const kept = new Map<string, string>();
  (globalThis as Record<string, unknown>).localStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  };
});

function at(day: string): Puzzle {
  return { day, easier: { day: `${day}-easy` } } as unknown as Puzzle;
}

test("the first puzzles are the easier ones", () => {
  for (const day of ["2026-11-14", "2026-11-15", "2026-11-16"]) {
    const today = at(day);
    expect(suiting(today)).toBe("easy");
    solved(of(today, "easy"));
    expect(isSolved(today.easier!)).toBe(true);
    expect(isSolved(today)).toBe(false);
  }
  expect(suiting(at("2026-11-17"))).toBe("hard");
});

test("a puzzle counts once", () => {
  const today = at("2026-11-16");
  for (let again = 0; again < 5; again += 1) solved(today.easier!);
  expect(suiting(at("2026-11-17"))).toBe("easy");
});

test("where there is no easier one the day's puzzle is what there is", () => {
  const today = { day: "2026-11-16", easier: null } as unknown as Puzzle;
  expect(of(today, suiting(today))).toBe(today);
});
