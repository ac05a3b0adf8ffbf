import { expect, test } from "vitest";
import { nextHere } from "./table.svelte";

const acting = (...seats: number[]) => ({ to_act: seats });

test.each([
  ["the other's turn", [0, 1], 0, acting(1), 1],
  ["my own turn goes on", [0, 1], 0, acting(0, 1), null],
  ["the one who has not chosen yet", [0, 1, 2], 1, acting(2), 2],
  ["a bot's turn", [0, 1], 0, acting(2), null],
  ["one seat only", [0], 0, acting(1), null],
  ["chance", [0, 1], 0, acting(), null],
  ["the first turn", [0, 1], null, acting(0), 0],
  ["the first turn is a bot's", [1, 2], null, acting(0), 1],
])("%s", (_, mine, seat, view, next) => {
  expect(nextHere(mine, seat, view)).toBe(next);
});
