import decode from "jsqr";
import { expect, test } from "vitest";
import { qr } from "./qr";

const links = [
  "a",
  "http://127.0.0.1:8000/#/table/abc",
  "https://spiele.example/quartett/#/table/4kq9x2fz7m",
  "https://example.org/ä/" + "x".repeat(90),
  "https://example.org/" + "y".repeat(150),
  "z".repeat(213),
];

test.each(links)("a reader reads %s", (link) => {
  expect(read(qr(link))).toBe(link);
});

test("a link that is too long is refused", () => {
  expect(() => qr("z".repeat(214))).toThrow(RangeError);
});

function read(grid: boolean[][]): string | undefined {
  const [quiet, scale] = [4, 4];
  const size = scale * (grid.length + 2 * quiet);
  const pixels = new Uint8ClampedArray(4 * size * size).fill(255);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const dark = grid[Math.floor(y / scale) - quiet]?.[Math.floor(x / scale) - quiet];
      if (dark) pixels.fill(0, 4 * (y * size + x), 4 * (y * size + x) + 3);
    }
  }
  return decode(pixels, size, size)?.data;
}
