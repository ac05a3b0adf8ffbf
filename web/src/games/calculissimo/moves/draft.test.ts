import { beforeEach, expect, test } from "vitest";
import { Draft, sorted } from "./draft.svelte";
import steps from "../lesson/lesson.json";
import type { View } from "./tiles";

const view = steps[1]!.view as unknown as View;
let draft: Draft;

beforeEach(() => {
  draft = new Draft();
  draft.meet(view);
});

function piece(tile: string): number {
  return view.rack.indexOf(tile);
}

test("tiles are typed along the line, and the cursor goes on", () => {
  draft.point(7, 5);
  for (const sign of "6÷2") expect(draft.type(sign)).toBe(true);
  expect(draft.tiles).toEqual([[7, 5, "6"], [7, 6, "÷"], [7, 7, "2"]]);
  expect(draft.at).toEqual({ row: 7, column: 8 });
});

test("the same field again turns the way", () => {
  draft.point(7, 5);
  draft.point(7, 5);
  draft.type("6");
  draft.type("÷");
  expect(draft.tiles).toEqual([[7, 5, "6"], [8, 5, "÷"]]);
});

test("typing jumps over tiles that lie there", () => {
  const later = new Draft();
  later.meet(steps[3]!.view as unknown as View);
  later.at = { row: 5, column: 7 };
  later.down = true;
  for (const sign of "4−+3") later.type(sign);
  expect(later.tiles).toEqual([[5, 7, "4"], [6, 7, "−"], [8, 7, "+"], [9, 7, "3"]]);
});

test("a joker steps in for a sign that the rack has not", () => {
  const joker = new Draft();
  const position = steps[5]!.view as unknown as View;
  joker.meet(position);
  joker.at = { row: 7, column: 10 };
  joker.type("−");
  expect(joker.type("9")).toBe(true);
  expect(joker.tiles).toEqual([[7, 10, "−"], [7, 11, "?9"]]);
  expect(joker.type("7")).toBe(false);
});

test("a tile is laid once, moved, and taken back", () => {
  expect(draft.lay(piece("6"), 7, 7)).toBe(true);
  expect(draft.lay(piece("9"), 7, 7)).toBe(false);
  draft.lay(piece("6"), 7, 8);
  expect(draft.tiles).toEqual([[7, 8, "6"]]);
  draft.backspace();
  expect(draft.tiles).toEqual([]);
  expect(draft.left).toHaveLength(view.rack.length);
});

test("shuffling keeps every tile", () => {
  draft.shuffle(() => 0);
  expect([...draft.order].sort()).toEqual([...view.rack.keys()]);
});

test("a tile is put before another on the rack", () => {
  draft.move(0, 3);
  expect(draft.order.slice(0, 4)).toEqual([1, 2, 0, 3]);
  draft.move(0, null);
  expect(draft.order.at(-1)).toBe(0);
});

test("a new rack keeps the player's order of the tiles that stayed", () => {
  expect(sorted(["2", "6", "+"], [2, 0, 1], ["2", "5", "+"])).toEqual([2, 0, 1]);
});

test("what lies in the way of another's play is taken back", () => {
  draft.lay(piece("6"), 7, 7);
  const board = [...view.board];
  board[7 * 15 + 7] = "9";
  draft.meet({ ...view, board });
  expect(draft.tiles).toEqual([]);
});

test("a whole play is laid at once, jokers included", () => {
  const joker = new Draft();
  joker.meet(steps[5]!.view as unknown as View);
  joker.layAll([[7, 10, "−"], [7, 11, "?5"]]);
  expect(joker.tiles).toEqual([[7, 10, "−"], [7, 11, "?5"]]);
  expect(joker.left).toHaveLength(5);
});

test("the same tile twice is two pieces", () => {
  const twice = new Draft();
  twice.meet(steps[7]!.view as unknown as View);
  const pieces = twice.pieces(["+", "+", "−"]);
  expect(new Set(pieces).size).toBe(3);
});
