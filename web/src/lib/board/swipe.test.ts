import { expect, test } from "vitest";
import { isSwipe } from "./swipe";

const at = (clientX: number, clientY: number, timeStamp: number) => ({ clientX, clientY, timeStamp });

test.each([
  ["up and quick", at(0, -90, 200), true],
  ["sideways", at(80, 10, 150), true],
  ["a tap", at(3, 2, 80), false],
  ["far but slow", at(0, -90, 900), false],
])("%s", (_, to, swept) => {
  expect(isSwipe(at(0, 0, 0), to)).toBe(swept);
});
