import { expect, test } from "vitest";
import { clockText, left } from "./time";

const face = { now: 1000, running: [0], turn_left: [5000, 5000, null, null], game_left: [null, null, 60_000, null] };

test("a running clock runs on, the others stand", () => {
  expect([0, 1, 2, 3].map((seat) => left(face, seat, 3000))).toEqual([3000, 5000, 60_000, null]);
});

test("no clock goes below nothing", () => {
  expect(left(face, 0, 100_000)).toBe(0);
});

test("a turn that is over is paid from the reserve", () => {
  const both = { now: 0, running: [0], turn_left: [5000], game_left: [60_000] };
  expect(left(both, 0, 4000)).toBe(1000);
  expect(left(both, 0, 15_000)).toBe(50_000);
});

test.each([[9_449, "0:09.4"], [65_000, "1:05"], [3_723_000, "1:02:03"], [183_600_000, "2 d 3 h"]])("%i ms is %s", (ms, text) => {
  expect(clockText(ms)).toBe(text);
});
