// The scores counted out: after a building game that is taken apart, both parts; where only cards
// count, the building game's points stand beside them.
import type { View } from "../model/geometry";
import { total } from "./words";

export function tally(view: View) {
  const points = { key: "cubus.tally.points", cells: [...view.scores] };
  if (view.built?.length) return [{ key: "cubus.tally.built", cells: [...view.built] }, { key: "cubus.tally.taken", cells: [...view.scores] }];
  if (view.options.dismantling !== "after") return [points];
  const taken = view.hands.map(total);
  return [
    { key: "cubus.tally.built", cells: view.scores.map((score, seat) => score - taken[seat]!) },
    { key: "cubus.tally.taken", cells: taken },
    points,
  ];
}
