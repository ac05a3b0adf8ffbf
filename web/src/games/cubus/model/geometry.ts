// Boxes on paper: where points of space lie, seen from the front corner or from any other side.
//
// x goes down to the left, y down to the right, z up. From the front one looks along (1, 1, 1):
// then all edges are equally long, and (x + 1, y + 1, z + 1) lies where (x, y, z) does.
import type { Cubus } from "../../../wire";

export type Cell = [x: number, y: number, height: number];
export type Spot = [number, number];
export type Point = [x: number, y: number, z: number];
export type Flat = [number, number];
export type Cards = Cubus.Cards;
export type View = Cubus.View;
export type Offers = Cubus.Offers;
export type Preview = Cubus.Preview;
export type Ghost = Cubus.Ghost;

export interface Camera {
  /** How far the model is turned, in radians. */
  turn: number;
  /** How high one looks down from, in radians. */
  tilt: number;
  /** The point of the floor around which the model turns. */
  centre: Spot;
}

/** The height from which one looks along the long diagonal of a box. */
export const TILT = Math.atan(Math.SQRT1_2);
const SCALE = Math.sqrt(1.5);

export function front(centre: Spot = [0, 0]): Camera {
  return { turn: 0, tilt: TILT, centre };
}

/** Where a point lies on the paper; an edge of a box is 1 long. */
export function flat([x, y, z]: Point, camera: Camera): Flat {
  const [cx, cy] = camera.centre;
  const [dx, dy] = turned([x - cx, y - cy], camera.turn);
  const across = ((dy - dx) / Math.SQRT2) * SCALE;
  const down = (((dx + dy) / Math.SQRT2) * Math.sin(camera.tilt) - z * Math.cos(camera.tilt)) * SCALE;
  // The middle stays where it is from the front, so that turning moves nothing else.
  return [across + (cy - cx) * Math.cos(Math.PI / 6), down + (cx + cy) / 2];
}

function turned([x, y]: Spot, by: number): Spot {
  return [x * Math.cos(by) - y * Math.sin(by), x * Math.sin(by) + y * Math.cos(by)];
}

export interface Face {
  kind: "lid" | "side" | "floor" | "wall";
  points: Flat[];
  /** 0 for the lighter tone of left sides, 1 for the darker one of right sides. */
  shade: number;
  /** Lines of the grain. */
  grain: [Flat, Flat][];
}

export interface Column {
  cell: Cell;
  open: boolean;
  faces: Face[];
}

const SIDES: Spot[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/** The columns with the faces one sees, from the back to the front; of each only what is above the height `from`. */
export function columns(cells: readonly Cell[], isOpen: (a: number, b: number) => boolean, camera: Camera, from: (cell: Cell) => number = () => 0): Column[] {
  const heights = new Map(cells.map(([x, y, height]) => [`${x},${y}`, height]));
  const depth = ([x, y]: Cell) => {
    const [dx, dy] = turned([x, y], camera.turn);
    return dx + dy;
  };
  return [...cells]
    .sort((one, other) => depth(one) - depth(other) || one[0] - other[0])
    .map((cell) => {
      const [x, y, height] = cell;
      const open = isOpen(x - height, y - height);
      const beside = ([dx, dy]: Spot) => heights.get(`${x + dx},${y + dy}`) ?? 0;
      const faces = SIDES.filter((side) => facesViewer(side, camera)).flatMap((side) =>
        levels(Math.max(beside(side), from(cell)), height).map((z) => wall(x, y, z, side, camera)),
      );
      faces.push(...(open ? opened(cell, camera) : [lid(cell, camera)]));
      return { cell, open, faces };
    });
}

/** The faces of columns seen from the front, for each diagonal: columns side by side do not cover each other. */
export function diagonals(drawn: readonly Column[]): Face[][] {
  const found = new Map<number, Face[]>();
  for (const { cell, faces } of drawn) found.set(cell[0] + cell[1], [...(found.get(cell[0] + cell[1]) ?? []), ...faces]);
  return [...found.values()];
}

/** The three faces of one box that could stand there. */
export function box(x: number, y: number, z: number, camera: Camera): Face[] {
  const sides = SIDES.filter((side) => facesViewer(side, camera)).map((side) => wall(x, y, z, side, camera));
  return [...sides, lid([x, y, z + 1], camera)];
}

/** A square on the floor, or on top of a column. */
export function square(x: number, y: number, z: number, camera: Camera, inset = 0): Flat[] {
  const [low, high] = [inset, 1 - inset];
  const corners: Point[] = [
    [x + low, y + low, z],
    [x + high, y + low, z],
    [x + high, y + high, z],
    [x + low, y + high, z],
  ];
  return corners.map((corner) => flat(corner, camera));
}

export function path(points: readonly Flat[]): string {
  return points.map(([x, y]) => `${x.toFixed(3)},${y.toFixed(3)}`).join(" ");
}

/** All faces of one kind and shade. */
export interface Surface {
  kind: Face["kind"];
  shade: number;
  /** Their outlines, as the path of one element: a large stack has hundreds of faces. */
  outline: string;
}

/** The surfaces of faces that do not cover each other, or cover others of another kind that come before them. */
export function surfaces(faces: readonly Face[]): Surface[] {
  const found: Surface[] = [];
  for (const { kind, shade, points } of faces) {
    const outline = `M${path(points)}z`;
    const same = found.find((one) => one.kind === kind && one.shade === shade);
    if (same) same.outline += outline;
    else found.push({ kind, shade, outline });
  }
  return found;
}

/** All lines of the grain, as one path. */
export function grain(faces: readonly Face[]): string {
  return faces.flatMap((face) => face.grain.map((line) => `M${path(line)}`)).join("");
}

function facesViewer([dx, dy]: Spot, camera: Camera): boolean {
  const [x, y] = turned([dx, dy], camera.turn);
  return x + y > 1e-6;
}

function levels(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, level) => from + level);
}

function wall(x: number, y: number, z: number, [dx, dy]: Spot, camera: Camera): Face {
  const at = (along: number, up: number): Flat => {
    if (dx) return flat([dx > 0 ? x + 1 : x, y + along, z + up], camera);
    return flat([x + along, dy > 0 ? y + 1 : y, z + up], camera);
  };
  const [nx, ny] = turned([dx, dy], camera.turn);
  return {
    kind: "side",
    points: [at(0, 0), at(1, 0), at(1, 1), at(0, 1)],
    shade: shadeOf(nx, ny),
    grain: [0.34, 0.67].map((up) => [at(0.08, up), at(0.92, up)]),
  };
}

/** Light comes from the left. */
function shadeOf(nx: number, ny: number): number {
  return Math.min(1, Math.max(0, (1 + ny - nx) / 2));
}

function lid([x, y, height]: Cell, camera: Camera): Face {
  const line = (part: number): [Flat, Flat] => [
    flat([x + 0.08, y + part, height], camera),
    flat([x + 0.92, y + part, height], camera),
  ];
  return { kind: "lid", points: square(x, y, height, camera), shade: 0, grain: [line(0.34), line(0.67)] };
}

const RIM = 0.12;

/** One looks through the lid's place on the floor of the box and on its walls at the back. */
function opened([x, y, height]: Cell, camera: Camera): Face[] {
  const rim: Face = { ...lid([x, y, height], camera), grain: [] };
  const hole = square(x, y, height, camera, RIM);
  const inside = (points: Flat[], kind: "floor" | "wall", shade: number): Face => ({
    kind,
    points: clipped(points, hole),
    shade,
    grain: [],
  });
  const walls = SIDES.filter((side) => !facesViewer(side, camera)).map((side) => {
    const ends = innerWall(x, y, side);
    const corners: Point[] = [
      [...ends[0]!, height] as Point,
      [...ends[1]!, height] as Point,
      [...ends[1]!, height - 1] as Point,
      [...ends[0]!, height - 1] as Point,
    ];
    const [nx, ny] = turned(side, camera.turn);
    return inside(corners.map((corner) => flat(corner, camera)), "wall", shadeOf(nx, ny));
  });
  return [rim, inside(square(x, y, height - 1, camera, RIM), "floor", 0), ...walls].filter((face) => face.points.length > 2);
}

function innerWall(x: number, y: number, [dx, dy]: Spot): [Spot, Spot] {
  const [low, high] = [RIM, 1 - RIM];
  if (dx) {
    const at = dx > 0 ? x + high : x + low;
    return [[at, y + low], [at, y + high]];
  }
  const at = dy > 0 ? y + high : y + low;
  return [[x + low, at], [x + high, at]];
}

/** The part of a polygon that lies inside a convex one. */
export function clipped(polygon: readonly Flat[], by: readonly Flat[]): Flat[] {
  const sign = Math.sign(area(by));
  let left = [...polygon];
  by.forEach((from, place) => {
    const to = by[(place + 1) % by.length]!;
    const side = ([x, y]: Flat) => sign * ((to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]));
    const kept: Flat[] = [];
    left.forEach((point, at) => {
      const next = left[(at + 1) % left.length]!;
      const [here, there] = [side(point), side(next)];
      if (here >= 0) kept.push(point);
      if (here * there < 0) {
        const part = here / (here - there);
        kept.push([point[0] + part * (next[0] - point[0]), point[1] + part * (next[1] - point[1])]);
      }
    });
    left = kept;
  });
  return left;
}

function area(points: readonly Flat[]): number {
  return points.reduce((sum, [x, y], at) => {
    const [nx, ny] = points[(at + 1) % points.length]!;
    return sum + x * ny - nx * y;
  }, 0);
}

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The part of the paper that shows all these columns from the front, and squares of the floor. */
export function frame(stacks: readonly (readonly Cell[])[], around: readonly Spot[], margin = 0.35, least = 0): Frame {
  const points: Flat[] = [];
  const here = front();
  for (const [x, y, height] of stacks.flat()) points.push(...square(x, y, 0, here), ...square(x, y, height, here));
  for (const [x, y] of around) points.push(...square(x, y, 0, here));
  const [x, width] = span(points.map((point) => point[0]), margin, least);
  const [y, height] = span(points.map((point) => point[1]), margin, least);
  return { x, y, width, height };
}

function span(values: number[], margin: number, least: number): [from: number, length: number] {
  const [low, high] = [Math.min(...values) - margin, Math.max(...values) + margin];
  const more = Math.max(0, least - (high - low));
  return [low - more / 2, high - low + more];
}

/** A box as a column on the floor that looks the same from the front. */
export function onFloor([x, y, level]: Cell): Cell {
  return [x - level, y - level, 1];
}

/** The middle of the floor that the columns stand on. */
export function middle(cells: readonly Cell[]): Spot {
  const xs = cells.map(([x]) => x);
  const ys = cells.map(([, y]) => y);
  return [(Math.min(...xs) + Math.max(...xs) + 1) / 2, (Math.min(...ys) + Math.max(...ys) + 1) / 2];
}

/** Columns from their heights, row by row from the back: `22/21`; a point for a cell without one. */
export function readHeights(text: string): Cell[] {
  return text.split("/").flatMap((row, x) => [...row].flatMap((height, y): Cell[] => (height === "." ? [] : [[x, y, Number(height)]])));
}
