// The faces of the dice and the rows of the sheet, in the order in which they stand.
import type { Calavera } from "../../../wire";

export type Face = Calavera.View["faces"][number];
export type Colour = Calavera.Mark["row"];

export const COLOURS: Colour[] = ["orange", "green", "pink", "black"];
export const FACES: Face[] = [...COLOURS, "rose", "skull"];

/** How many dice show the face. */
export function count(faces: Face[], face: string): number {
  return faces.filter((shown) => shown === face).length;
}

/** The first roll and two more. */
export const ROLLS = 3;
