import { expect, test } from "vitest";
import { box, clipped, columns, diagonals, flat, frame, front, grain, middle, onFloor, surfaces, TILT, type Cell, type Flat } from "./geometry";

const near = ([x, y]: Flat, [a, b]: Flat) => {
  expect(x).toBeCloseTo(a, 9);
  expect(y).toBeCloseTo(b, 9);
};

test("from the front a step along the line of sight moves nothing", () => {
  near(flat([1, 2, 3], front()), flat([0, 1, 2], front()));
});

test("all edges are one long", () => {
  for (const end of [[1, 0, 0], [0, 1, 0], [0, 0, 1]] as [number, number, number][]) {
    expect(Math.hypot(...flat(end, front()))).toBeCloseTo(1, 9);
  }
});

test("the middle of the floor stays where it is while the model turns", () => {
  const centre: [number, number] = [1.5, 2];
  for (const turn of [0, 1, 2.5]) near(flat([1.5, 2, 0], { turn, tilt: TILT, centre }), flat([1.5, 2, 0], front()));
});

function faces(cells: Cell[], turn = 0): number[] {
  const seen = columns(cells, () => false, { turn, tilt: TILT, centre: middle(cells) }).flatMap((column) => column.faces);
  return [seen.filter((face) => face.kind === "lid").length, seen.filter((face) => face.kind === "side").length];
}

test("a stack shows as many faces as it has cards", () => {
  expect(faces([[0, 0, 2], [0, 1, 2], [1, 0, 2], [1, 1, 1]])).toEqual([4, 8]);
  expect(faces([[0, 0, 1]])).toEqual([1, 2]);
});

test("from the side one sees what the front hides", () => {
  // Behind a tower of three stands nothing; turned around, its other walls show.
  expect(faces([[0, 0, 3], [1, 0, 1]], Math.PI)).toEqual([2, 3 + 1 + 3]);
});

test("columns come from the back to the front", () => {
  const drawn = columns([[1, 1, 1], [0, 0, 2], [1, 0, 1]], () => false, front()).map((column) => column.cell.slice(0, 2).join());
  expect(drawn.indexOf("0,0")).toBeLessThan(drawn.indexOf("1,0"));
  expect(drawn.indexOf("1,0")).toBeLessThan(drawn.indexOf("1,1"));
});

test("an open box shows its rim and the two walls at the back, from the front no floor", () => {
  const [column] = columns([[0, 0, 1]], (a, b) => a === -1 && b === -1, front());
  const area = (points: Flat[]) => Math.abs(points.reduce((sum, [x, y], at) => sum + x * points[(at + 1) % points.length]![1] - points[(at + 1) % points.length]![0] * y, 0)) / 2;
  const inside = column!.faces.filter((face) => face.kind === "wall");
  expect(column!.open).toBe(true);
  expect(inside).toHaveLength(2);
  const hole = 0.76 ** 2 * Math.sin(Math.PI / 3);
  expect(inside.reduce((sum, face) => sum + area(face.points), 0)).toBeCloseTo(hole, 6);
});

test("left sides are lighter than right sides", () => {
  const [left, right] = box(0, 0, 0, front());
  expect([left!.shade, right!.shade]).toEqual([0, 1]);
});

test("a polygon is clipped to what lies inside another", () => {
  const square: Flat[] = [[0, 0], [2, 0], [2, 2], [0, 2]];
  const cut = clipped([[1, 1], [3, 1], [3, 3], [1, 3]], square);
  expect(new Set(cut.map((point) => point.join()))).toEqual(new Set(["1,1", "2,1", "2,2", "1,2"]));
  expect(clipped([[5, 5], [6, 5], [6, 6]], square)).toEqual([]);
});

test("the frame holds everything, and is never too small", () => {
  const small = frame([[[0, 0, 1]]], [], 0, 5);
  expect([small.width, small.height]).toEqual([5, 5]);
  const high = frame([[[0, 0, 9]]], [[3, 0]], 0);
  expect(high.y).toBeCloseTo(-9);
  expect(high.x).toBeCloseTo(-4 * Math.cos(Math.PI / 6));
});

test("a frame has room for a box in the air that an adviser would add", () => {
  const { x, y, width, height } = frame([[[0, 0, 1]], [onFloor([2, 4, 1])]], []);
  const corners = box(2, 4, 1, front()).flatMap((face) => face.points);
  const outside = corners.filter(([a, b]) => a < x || a > x + width || b < y || b > y + height);
  expect([corners.length, outside]).toEqual([12, []]);
});

test("however high a column is, it is drawn with one path for each tone and one for the grain", () => {
  const [low] = columns([[0, 0, 1]], () => false, front());
  const [high] = columns([[0, 0, 7]], () => false, front());
  expect(surfaces(high!.faces)).toHaveLength(surfaces(low!.faces).length);
  const outlines = surfaces(high!.faces).flatMap(({ outline }) => outline.match(/M[^z]*z/g)!);
  expect(outlines).toHaveLength(7 + 7 + 1);
  expect(grain(high!.faces).match(/M/g)).toHaveLength(2 * 15);
});

test("a picture has as many groups of faces as diagonals, from the back to the front", () => {
  const cells: Cell[] = [[0, 0, 3], [0, 1, 2], [1, 0, 2], [1, 1, 1]];
  const drawn = columns(cells, () => false, front());
  const groups = diagonals(drawn);
  expect(groups).toHaveLength(3);
  expect(groups.flat()).toEqual(drawn.flatMap((column) => column.faces));
});

test("the inside of an open box is drawn over its rim", () => {
  const [column] = columns([[0, 0, 1]], () => true, front());
  expect(surfaces(column!.faces).map(({ kind }) => kind)).toEqual(["side", "side", "lid", "wall", "wall"]);
});

test("of a column that grows, what is new can be drawn for itself", () => {
  const [column] = columns([[0, 0, 3]], () => false, front(), () => 2);
  const [whole] = columns([[0, 0, 3]], () => false, front());
  expect(column!.faces.map((face) => face.kind)).toEqual(["side", "side", "lid"]);
  expect(whole!.faces).toEqual(expect.arrayContaining(column!.faces));
});
