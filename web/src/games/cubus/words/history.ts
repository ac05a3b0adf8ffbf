// The log in words, with its cards and stacks as small pictures.
import type { Entry, HistoryLine } from "../../../lib/board/contract";
import { t } from "../../../lib/i18n";
import type { AnyAction } from "../../../wire";
import type { Cell, Spot } from "../model/geometry";

export function history(entry: Entry, names: string[]): HistoryLine | null {
  const seat = typeof entry.by === "number" ? entry.by : (entry.seat as number);
  const name = names[seat] ?? "";
  switch (entry.do) {
    case "build": {
      const cells = entry.cells as Cell[];
      const n = boxes(cells);
      const brief = t("cubus.history.build.brief", { n });
      return { text: t("cubus.history.build", { name, n }), brief, signs: [stackSign(cells, entry.open as Spot[], entry.floor as number)] };
    }
    case "draw":
      return { text: t("cubus.history.draw", { card: t(`cubus.kind.${entry.card as string}`) }), signs: [entry.card as string] };
    case "remove": {
      const [x, y] = entry.cell as Spot;
      return { text: t("cubus.history.remove", { name, x, y }) };
    }
    case "pass":
      return { text: t("cubus.history.pass", { name }), brief: t("cubus.history.pass.brief") };
    case "start":
    case "place":
    case "knock":
    case "waive":
      return { text: t(`cubus.history.${entry.do}`, { name }) };
  }
  // What was handed in for the last build is shown when all have done so.
  return entry.do === undefined && typeof entry.by === "number" ? { text: t("cubus.history.handed", { name }) } : null;
}

/** An action that may be done, as one tells what to do. */
export function move(action: AnyAction): string {
  const [x, y] = (action.cell ?? [0, 0]) as Spot;
  return t(`cubus.move.${action.do}`, { x, y, n: boxes((action.cells ?? []) as Cell[]) });
}

function boxes(cells: Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell[2], 0);
}

/** A stack as the name of a sign. */
export function stackSign(cells: readonly Cell[], open: readonly Spot[] = [], floor = 0): string {
  const there = cells.map(([x, y, height]) => [x - (floor ?? 0), y - (floor ?? 0), height].join()).join(";");
  return `${there}|${open.map((spot) => spot.join()).join(";")}`;
}

export function readStack(sign: string): { cells: Cell[]; open: Spot[] } {
  const [cells, open] = sign.split("|").map((part) => (part ? part.split(";").map((one) => one.split(",").map(Number)) : []));
  return { cells: cells as Cell[], open: open as Spot[] };
}
