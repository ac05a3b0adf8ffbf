// The scores counted out: every row, the bonuses, the total.
import type { Calavera } from "../../../wire";
import { COLOURS } from "../pieces/faces";
import { padOf, worth } from "../pieces/pads";

export function tally(view: Calavera.View): { key: string; values?: Record<string, string | number>; cells: number[] }[] {
  const pad = padOf(view);
  const rows = COLOURS.map((colour, row) => ({
    key: `calavera.tally.${colour}`,
    cells: view.sheets.map((sheet) => worth(pad, sheet.crosses[row]!)),
  }));
  const lines = pad.lines.map((box, line) => ({
    key: "calavera.tally.line",
    values: { box },
    cells: view.sheets.map((sheet) => sheet.bonus[line]!),
  }));
  return [...rows, ...lines, { key: "calavera.tally.total", cells: view.scores }];
}
