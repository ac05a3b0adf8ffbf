import { beforeEach, expect, test } from "vitest";
import { Draft } from "./draft.svelte";
import middle from "../fixtures/middle.json";
import type { View } from "./geometry";

const view = { ...middle.view, stack: { cells: [[0, 0, 2], [0, 1, 1]] }, open: [[-2, -2]] } as unknown as View;
let draft: Draft;

beforeEach(() => {
  draft = new Draft();
  draft.meet(view);
});

test("columns rise and sink, and the last box of one takes it away", () => {
  draft.raise(1, 0);
  draft.lower(0, 1);
  expect(draft.cells).toEqual([[0, 0, 2], [1, 0, 1]]);
  expect(draft.action).toEqual({ do: "build", cells: draft.cells, floor: 0, open: [[-2, -2]] });
});

test("a stack never disappears altogether", () => {
  draft.lower(0, 1);
  draft.lower(0, 0);
  draft.lower(0, 0);
  expect(draft.cells).toEqual([[0, 0, 1]]);
});

test("an open lid laid in this build goes up and down with its column", () => {
  draft.toggle(0, 1);
  expect(draft.fresh).toEqual([[-1, 0]]);
  draft.raise(0, 1);
  expect(draft.fresh).toEqual([[-2, -1]]);
  draft.toggle(0, 1);
  expect(draft.fresh).toEqual([]);
});

test("an open lid that lay there before is not touched", () => {
  draft.toggle(0, 0);
  expect(draft.changed).toBe(false);
  draft.raise(0, 0);
  expect(draft.open).toEqual([[-2, -2]]);
});

test("a layer slipped under moves no lid in the picture", () => {
  const lids = () => draft.cells.map(([x, y, height]) => [x - height, y - height]);
  const before = lids();
  draft.layerUnder();
  expect(draft.cells).toEqual([[1, 1, 3], [1, 2, 2]]);
  expect(lids()).toEqual(before);
  draft.layerAway();
  expect(draft.cells).toEqual([[0, 0, 2], [0, 1, 1]]);
});

test("steps are taken back one by one, or all at once", () => {
  draft.raise(1, 0);
  draft.raise(2, 0);
  draft.undo();
  expect(draft.height(2, 0)).toBe(0);
  expect(draft.height(1, 0)).toBe(1);
  draft.clear();
  expect(draft.changed).toBe(false);
  expect(draft.cells).toEqual(view.stack.cells);
});

test("an offered build is taken with its open lids", () => {
  draft.take({ cells: [[0, 0, 2], [0, 1, 1], [1, 0, 1]], open: [[-2, -2], [0, -1]] });
  expect(draft.fresh).toEqual([[0, -1]]);
});

test("the same stack keeps the draft, another one ends it", () => {
  draft.raise(1, 0);
  draft.meet({ ...view, passes: 1 });
  expect(draft.changed).toBe(true);
  draft.meet({ ...view, open: [] });
  expect(draft.changed).toBe(false);
});
