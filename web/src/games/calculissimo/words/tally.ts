// The scores counted out: what was laid, and what the tiles left cost.
import type { View } from "../moves/tiles";

const LEFT_OVER = 10;

export function tally(view: View) {
  const left = (view.racks ?? view.scores.map(() => [])).map((rack) => rack.reduce((sum, tile) => sum + cost(tile), 0));
  return [
    { key: "calculissimo.tally.laid", cells: view.scores.map((score, seat) => score + left[seat]!) },
    { key: "calculissimo.tally.left", cells: left.map((points) => (points ? -points : 0)) },
    { key: "calculissimo.tally.total", cells: [...view.scores] },
  ];
}

function cost(tile: string): number {
  return Number(tile) || LEFT_OVER;
}
