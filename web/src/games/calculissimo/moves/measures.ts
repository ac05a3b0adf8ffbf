// The board's measures, in its own units.
export const FIELD = 40;
/** What stands left of and above the fields: their letters and numbers. */
export const EDGE = 22;
const RIM = 4;

/** A side of the whole board. */
export function whole(size: number): number {
  return size * FIELD + EDGE + RIM;
}
