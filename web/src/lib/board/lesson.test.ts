import { expect, test } from "vitest";
import { fits } from "./lesson";

test("only the fields that the step names must fit", () => {
  expect(fits({ do: "mark", use: "rose", row: "pink" }, { do: "mark", row: "pink" })).toBe(true);
  expect(fits({ do: "mark", use: "rose", row: "black" }, { do: "mark", row: "pink" })).toBe(false);
});

test("the order of a list means nothing, its members do", () => {
  expect(fits({ do: "reroll", dice: [2, 0] }, { dice: [0, 2] })).toBe(true);
  expect(fits({ do: "reroll", dice: [2, 0] }, { dice: [0, 1] })).toBe(false);
});

test("a place is a row and a column, in this order", () => {
  expect(fits({ do: "turn", at: [0, 1] }, { at: [0, 1] })).toBe(true);
  expect(fits({ do: "turn", at: [1, 0] }, { at: [0, 1] })).toBe(false);
});
