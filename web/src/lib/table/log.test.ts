import { expect, test } from "vitest";
import { grown, lastMoves, messages, reworded } from "./log";

const sat = { seq: 1, by: "house" as const, do: "sat" };
const roll = { seq: 2, by: "chance" as const, do: "roll" };
const mark = { seq: 3, by: 0, do: "mark" };
const hidden = { seq: 4 };

test("only the game's events move its place on, also those unseen", () => {
  const log = grown([], [sat, roll, mark, hidden]);
  expect(log.map(({ place }) => place)).toEqual([0, 1, 2, 3]);
});

test("an undo takes moves back and keeps the rest", () => {
  const undone = { seq: 5, by: "house" as const, do: "undone", place: 1 };
  const log = grown(grown([], [sat, roll, mark, hidden]), [undone, { seq: 6, by: 0, do: "freeze" }]);
  expect(log.map(({ entry, place }) => [entry.seq, place])).toEqual([[1, 0], [2, 1], [5, 1], [6, 2]]);
});

test("choices that come to light together are each their seat's", () => {
  const pick = { seq: 5, by: 1, do: "mark", shows: [[0, { do: "freeze", row: "pink" }], [1, { do: "skip" }]] };
  expect(lastMoves(grown([], [mark, pick]), 2).map((entry) => entry?.do)).toEqual(["freeze", "skip"]);
  const cards = { seq: 5, by: 1, do: "return", shows: [[0, 5], [1, 7]] };
  expect(lastMoves(grown([], [mark, cards]), 2).map((entry) => entry?.do)).toEqual(["mark", "return"]);
});

test("what each seat did last", () => {
  const log = grown([], [roll, mark, { seq: 4, by: 0, do: "freeze" }]);
  expect(lastMoves(log, 2).map((entry) => entry?.do)).toEqual(["freeze", undefined]);
});

test("whom one hides is not read, and is read again when shown", () => {
  const rude = { seq: 5, by: "house" as const, do: "said", name: "Ben", seat: 1, text: "rude" };
  const hush = { ...rude, text: "", hidden: true };
  expect(reworded(rude, messages([mark, hush]))).toEqual(hush);
  expect(reworded(hush, messages([mark, rude]))).toEqual({ ...rude, hidden: undefined });
});

test("other entries, and messages that are as before, stay the same objects", () => {
  const kind = { seq: 5, by: "house" as const, do: "said", name: "Ben", seat: 1, text: "kind" };
  const told = messages([{ ...mark, text: "changed" }, { ...kind }]);
  expect(reworded(mark, told)).toBe(mark);
  expect(reworded(kind, told)).toBe(kind);
});
