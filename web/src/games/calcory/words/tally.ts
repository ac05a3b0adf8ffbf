// The end: the piles are the scores.
import type { Calcory } from "../../../wire";

export function tally(view: Calcory.View): { key: string; values?: Record<string, string | number>; cells: number[] }[] {
  return [{ key: "calcory.tally.cards", cells: view.scores }];
}
