// The table for the ear: the stack column by column, and hands of cards.
import { t } from "../../../lib/i18n";
import type { View } from "../model/geometry";
import { inWords, total } from "./words";

export function lies(view: View, names: string[]): string[] {
  const { cells } = view.stack;
  const open = new Set(view.open.map(String));
  const columns = cells.map(([x, y, n]) => t(open.has(String([x - n, y - n])) ? "cubus.column.open" : "cubus.column", { x, y, n }));
  const hands = view.hands.flatMap((cards, seat) => (seat === view.seat ? [] : [t("cubus.hand", { name: names[seat] ?? "", cards: inWords(cards) })]));
  return [t("cubus.boxes", { n: cells.reduce((sum, cell) => sum + cell[2], 0) }), ...columns, ...hands, t("cubus.pile", { n: total(view.pile) })];
}

export function holds(view: View): string[] {
  return view.seat === null ? [] : [t("cubus.hand.mine", { cards: inWords(view.hands[view.seat]!) })];
}
