// Cards and refusals in the reader's words.
import { currentLanguage, t } from "../../../lib/i18n";
import { why, type Refusal } from "../../../lib/net/refused";
import type { Cards, Spot } from "../model/geometry";

export const KINDS = ["left", "right", "lid", "open"] as const;
export type Kind = (typeof KINDS)[number];

export function total(cards: Cards): number {
  return KINDS.reduce((sum, kind) => sum + cards[kind], 0);
}

/** Cards as one says them: “2 left sides and 1 closed lid”. */
export function inWords(cards: Partial<Cards>): string {
  const parts = KINDS.filter((kind) => cards[kind]).map((kind) => t(`cubus.cards.${kind}`, { n: cards[kind]! }));
  if (!parts.length) return t("cubus.cards.none");
  return new Intl.ListFormat(currentLanguage(), { type: "conjunction" }).format(parts);
}

/** Why not, in the reader's language. */
export function reason(refusal: Refusal): string {
  const { missing, cell, ...rest } = refusal.where as { missing?: Partial<Cards>; cell?: Spot };
  const where: Record<string, unknown> = { ...rest };
  if (missing) where.missing = inWords(missing);
  if (cell) where.cell = cell.join(", ");
  return why({ ...refusal, where }, "cubus");
}

/** The columns that a refusal is about; lids are looked up among the columns shown. */
export function about(refusal: Refusal, cells: readonly [number, number, number][]): Spot[] {
  const { cells: named, cell, at } = refusal.where as { cells?: Spot[]; cell?: Spot; at?: Spot };
  if (named) return named;
  if (cell) return [cell];
  if (!at) return [];
  return cells.filter(([x, y, height]) => x - height === at[0] && y - height === at[1]).map(([x, y]) => [x, y]);
}
