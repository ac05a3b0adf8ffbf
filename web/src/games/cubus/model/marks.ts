// What is marked on the stack: boxes that could stand or go, and what has changed.
import { t } from "../../../lib/i18n";
import type { Cubus } from "../../../wire";
import { flat, type Camera, type Cards, type Cell, type Flat, type Ghost, type Spot } from "./geometry";
import { inWords, KINDS, total, type Kind } from "../words/words";

export interface Mark {
  cell: Spot;
  /** A sign at the top of the column, or on the box that could stand there. */
  sign: string;
  /** What it says to a screen reader, and beside the piece. */
  label: string;
  /** Whether it can be chosen; others only explain themselves. */
  may: boolean;
  /** Whether it is a box that could stand there. */
  ghost: boolean;
}

/** How high each column is, by its square. */
export type Heights = ReadonlyMap<string, number>;

/** Where the top of a mark's column is, with the box that could stand there. */
export function top(mark: Mark, heights: Heights): number {
  return (heights.get(mark.cell.join()) ?? 0) + (mark.ghost ? 1 : 0);
}

/** The middle of that top, as it is drawn. */
export function spotOf(mark: Mark, heights: Heights, camera: Camera): Flat {
  return flat([mark.cell[0] + 0.5, mark.cell[1] + 0.5, top(mark, heights)], camera);
}

export function ghostMark(ghost: Ghost): Mark {
  const paid = total(ghost.missing) === 0;
  const may = paid && ghost.points > 0;
  const label = paid
    ? t("cubus.ghost", { cards: inWords(taken(ghost)), n: ghost.points })
    : t("cubus.ghost.missing", { missing: inWords(ghost.missing) });
  const sign = may ? `+${ghost.points}` : paid ? String(ghost.points).replace("-", "−") : "";
  return { cell: ghost.cell, sign, label, may, ghost: true };
}

/** What a box takes from the hand; what it sets free is in its points. */
function taken(ghost: Ghost): Cubus.Cards {
  const { left, right, lid, open } = ghost.used;
  const most = (count: number) => Math.max(0, count);
  return { left: most(left), right: most(right), lid: most(lid), open: most(open) };
}

export function takingMark({ cell, freed }: Cubus.Taking): Mark {
  const cards = total(freed);
  return { cell, sign: cards ? `+${cards}` : "0", label: t("cubus.taking", { cards: inWords(freed) }), may: true, ghost: false };
}

/** The columns whose lids lie where none lay before: what one sees has changed. */
export function differing(from: readonly Cell[], to: readonly Cell[]): Spot[] {
  const lids = new Set(from.map(([x, y, height]) => `${x - height},${y - height}`));
  return to.filter(([x, y, height]) => !lids.has(`${x - height},${y - height}`)).map(([x, y]) => [x, y]);
}

/** The free squares around columns. */
export function around(cells: readonly Cell[]): Spot[] {
  const has = new Set(cells.map(([x, y]) => `${x},${y}`));
  const free = new Map<string, Spot>();
  for (const [x, y] of cells) {
    for (const dx of [-1, 0, 1]) {
      for (const dy of [-1, 0, 1]) {
        const spot: Spot = [x + dx, y + dy];
        if (!has.has(spot.join())) free.set(spot.join(), spot);
      }
    }
  }
  return [...free.values()];
}

/** The boxes that make one stack of another by adding alone; none where some would have to go. */
export function added(from: readonly Cell[], to: readonly Cell[]): Cell[] {
  const after = new Map(to.map(([x, y, height]) => [`${x},${y}`, height]));
  if (from.some(([x, y, height]) => (after.get(`${x},${y}`) ?? 0) < height)) return [];
  const lies = new Map(from.map(([x, y, height]) => [`${x},${y}`, height]));
  return to.flatMap(([x, y, height]) => {
    const bottom = lies.get(`${x},${y}`) ?? 0;
    return Array.from({ length: height - bottom }, (_, level): Cell => [x, y, bottom + level]);
  });
}

/** The boxes to look at in a build: those it adds; in a rebuild the tops of the columns that look different. */
export function telling(from: readonly Cell[], to: readonly Cell[]): Cell[] {
  const more = added(from, to);
  if (more.length) return more;
  const heights = new Map(to.map(([x, y, height]) => [`${x},${y}`, height]));
  return differing(from, to).map(([x, y]): Cell => [x, y, heights.get(`${x},${y}`)! - 1]);
}

/** The cards that hands have more of than before, one entry a card. */
export function gained(before: readonly Cards[], now: readonly Cards[]): { seat: number; kind: Kind }[] {
  return now.flatMap((cards, seat) =>
    KINDS.flatMap((kind) => Array.from({ length: Math.max(0, cards[kind] - before[seat]![kind]) }, () => ({ seat, kind }))),
  );
}
