// Several players at one device: whose turn at it is next.
import type { AnyView } from "./table.svelte";

/** The seat to hand the device to; null while the one whose eyes are used may act, or none of ours may. */
export function nextHere(mine: number[], seat: number | null, view: Pick<AnyView, "to_act"> | null): number | null {
  if (mine.length < 2 || !view) return null;
  if (seat !== null && view.to_act.includes(seat)) return null;
  return mine.find((one) => view.to_act.includes(one)) ?? null;
}
