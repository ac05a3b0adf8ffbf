import { beforeEach, expect, test } from "vitest";
import type { GameInfo } from "../../wire";
import { FITTING, addResult, chooseLevel, company, fittingLevel, harder, hasPlayed, isFirst, myChoice, myLevel, suitedLevel } from "./level";
import suited from "./suited.json";

const info = { id: "goof", levels: ["easy", "medium", "hard"].map((level) => ({ level, name: level, character: "" })) } as unknown as GameInfo;

beforeEach(() => {
  const kept = new Map<string, string>();
  (globalThis as Record<string, unknown>).localStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  };
});

test("first games are easy, and a choice is remembered for its game", () => {
  expect(myLevel(info)).toBe("easy");
  chooseLevel("goof", "hard");
  expect(myLevel(info)).toBe("hard");
  expect(myLevel({ ...info, id: "other" })).toBe("easy");
  chooseLevel("goof", "gone");
  expect(myLevel(info)).toBe("easy");
});

test("a bit harder is one level up, and nothing at the top", () => {
  expect(harder(info, "easy")).toBe("medium");
  expect(harder(info, "hard")).toBeNull();
  expect(harder(info, null)).toBeNull();
});

test("further bots are a level weaker, never weaker than the weakest", () => {
  expect(company(info, "hard", 2)).toEqual(["hard", "medium"]);
  expect(company(info, "easy", 3)).toEqual(["easy", "easy", "easy"]);
});

test("only the first game is the first", () => {
  expect(isFirst("goof")).toBe(true);
  hasPlayed("goof");
  expect(isFirst("goof")).toBe(false);
});

test("the level that fits is the one the library finds", () => {
  for (const { results, level } of suited.cases) expect(suitedLevel(suited.levels, results)).toBe(level);
});

test("without a choice the level follows the results, each table counted once", () => {
  expect(myChoice(info)).toBe(FITTING);
  addResult("goof", { table: "a", level: "easy", won: 1 });
  addResult("goof", { table: "a", level: "easy", won: 1 });
  expect(myLevel(info)).toBe("medium");
  addResult("goof", { table: "b", level: "medium", won: 1 });
  expect(myLevel(info)).toBe("hard");
  addResult("goof", { table: "c", level: "hard", won: 0 });
  expect(myLevel(info)).toBe("medium");
  addResult("goof", { table: "d", level: "medium", won: 0 });
  expect(fittingLevel(info, { table: "e", level: "medium", won: 0 })).toBe("easy");
  chooseLevel("goof", "hard");
  expect(myLevel(info)).toBe("hard");
});

test("what the browser kept wrongly is no result", () => {
  localStorage.setItem("quartett.results.goof", "{");
  expect(myLevel(info)).toBe("easy");
});
