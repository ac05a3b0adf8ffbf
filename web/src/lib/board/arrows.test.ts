import { expect, test } from "vitest";
import { towards } from "./arrows";

const PLACES = ["0,0", "0,1", "0,2", "1,0", "1,2", "0,10"];

test("an arrow leads to the piece beside", () => {
  expect(towards(PLACES, "0,1", "ArrowRight")).toBe("0,2");
  expect(towards(PLACES, "0,0", "ArrowDown")).toBe("1,0");
});

test("where no piece lies the focus stays", () => {
  expect(towards(PLACES, "0,1", "ArrowDown")).toBeUndefined();
  expect(towards(PLACES, "0,0", "ArrowLeft")).toBeUndefined();
});

test("Home and End lead to the ends of the row, counted as numbers", () => {
  expect(towards(PLACES, "0,1", "Home")).toBe("0,0");
  expect(towards(PLACES, "0,1", "End")).toBe("0,10");
});

test("other keys mean nothing", () => {
  expect(towards(PLACES, "0,1", "Enter")).toBeUndefined();
});

test("where rows run from top to bottom, the keys follow what one sees", () => {
  expect(towards(PLACES, "0,1", "ArrowDown", true)).toBe("0,2");
  expect(towards(PLACES, "0,0", "ArrowRight", true)).toBe("1,0");
  expect(towards(PLACES, "0,1", "ArrowRight", true)).toBeUndefined();
});
