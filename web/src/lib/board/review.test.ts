import { beforeAll, expect, test } from "vitest";
import type { Decision, Review, Step } from "../../wire";
import { setLanguage } from "../i18n";
import { arriving, because, counts, curveOf, decisionsOf, inHundred, nothing, wins } from "./review";

beforeAll(async () => {
  (globalThis as Record<string, unknown>).document = { documentElement: {} };
  await setLanguage("en");
});

const decision = (place: number, seat: number, regret: number, grade: Decision["grade"], reason = ""): Decision => ({
  place, seat, regret, grade, reason, kind: "use", played: { do: "skip" }, best: { do: "skip" }, value: 0.5, best_value: 0.5 + regret,
  exact: true, error: 0, facts: {}, text: "", stand_in: false,
});

const step = (place: number, chance: number, luck: number, skill: number, made: Decision | null = null): Step => ({
  place, chances: [chance, 1 - chance], luck: [luck, -luck], skill: [skill, -skill], scores: [0, 0], decision: made, chance: null,
});

const STEPS = [
  step(0, 0.6, 0.1, 0),
  step(1, 0.5, 0, -0.1, decision(1, 0, 0.1, "blunder")),
  step(2, 0.55, 0, 0.05, decision(2, 1, 0.05, "mistake")),
  step(3, 0.55, 0, 0, decision(3, 0, 0, "none")),
  step(4, 0.4, 0, -0.15, decision(4, 0, 0.15, "blunder")),
];
const reviewed = (steps: Step[]): Review => ({
  game: "any", version: 1, exact: true, playouts: false, events: STEPS.length, start: [0.5, 0.5], start_scores: [0, 0], steps, seats: [],
});
const WHOLE = reviewed(STEPS);

test("decisions are one seat's, in order or the costliest first", () => {
  expect(decisionsOf(WHOLE, 0).map(({ place }) => place)).toEqual([1, 3, 4]);
  expect(decisionsOf(WHOLE, 0, "worst").map(({ place }) => place)).toEqual([4, 1, 3]);
  expect(counts(decisionsOf(WHOLE, 0))).toEqual({ none: 1, small: 0, mistake: 0, blunder: 2 });
});

test("start, luck and skill together are the curve", () => {
  const { chances, luck, skill } = curveOf(WHOLE, 0);
  expect(chances).toHaveLength(STEPS.length + 1);
  chances.forEach((chance, place) => expect(0.5 + luck[place]! + skill[place]!).toBeCloseTo(chance, 9));
});

test("few games in 100 keep a decimal", () => {
  expect([0.062, 0.5, 0.0062, 0].map(inHundred)).toEqual([6, 50, 0.6, 0]);
});

test("sums of luck and skill are wins, with their sign", () => {
  expect([0.124, -0.3, 0, 2.134, 1, -0.998].map(wins)).toEqual(["+0.12 wins", "−0.3 wins", "0 wins", "+2.1 wins", "+1 win", "−1 win"]);
});

test("a reason without a text leaves the number", () => {
  expect(because(decision(1, 0, 0.06, "mistake", "unheard"), "any")).toBe("That wins 6 more games in 100.");
  expect(because(decision(1, 0, 0.0, "none"), "any")).toBe("");
});

test("only where nothing was better it says so", () => {
  expect(nothing(decision(1, 0, 0, "none"))).toBe("Nothing better was possible.");
  expect(nothing(decision(1, 0, 0.015, "none"))).toBe("Hardly anything was better.");
});

test("a review is asked for until it is whole, and not for ever", async () => {
  const lengths = [0, 2, 0, 5, 5];
  const seen: number[] = [];
  for await (const { steps } of arriving(async () => reviewed(STEPS.slice(0, lengths.shift())), async () => {})) seen.push(steps.length);
  expect(seen).toEqual([0, 2, 2, 5]);

  let asked = 0;
  for await (const _ of arriving(async () => (asked++, reviewed([])), async () => {}));
  expect(asked).toBe(40);
});
