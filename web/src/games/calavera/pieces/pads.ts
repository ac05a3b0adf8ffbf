// How the sheets are printed; the data are Python's, written by `python -m tools.page.calavera`.
import type { Calavera } from "../../../wire";
import pads from "./pads.json";

export interface Pad {
  /** What a row is worth whose last cross is in this box. */
  boxes: number[];
  /** The first box of the points zone, from 1. */
  points: number;
  /** The first box of the death zone, from 1. */
  death: number;
  /** A bonus line stands after each of these boxes. */
  lines: number[];
  /** The bonus of each line for whoever reaches it first, and for everyone later. */
  first: number[];
  later: number[];
}

export function padOf(view: Calavera.View): Pad {
  return pads[view.options.sheet];
}

/** What is printed in the box of the row's last cross. */
export function worth(pad: Pad, crosses: number): number {
  return pad.boxes[crosses - 1] ?? 0;
}
