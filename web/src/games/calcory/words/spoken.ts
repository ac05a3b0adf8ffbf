// The table for the ear: what lies open now, and what the viewer put down; nothing else is remembered here.
import { t } from "../../../lib/i18n";
import type { Calcory } from "../../../wire";
import { named, written } from "../pieces/cards";

export function lies(view: Calcory.View, names: string[]): string[] {
  const open = view.turned.map(({ at, card }) => t("pair", { name: written(at), value: named(card) }));
  const bid = (view.bid?.cards ?? []).map(({ at, card }) => t("pair", { name: written(at), value: t("calcory.lie.bid", { card: named(card), name: names[view.bid!.seat] ?? "" }) }));
  const rows = Array.from({ length: view.rows }, (_, row) => {
    const empty = Array.from({ length: view.columns }, (_, column) => column).filter((column) => view.table[row * view.columns + column] === "empty");
    return empty.length ? t("calcory.spoken.empty", { row: "abcdef"[row]!, columns: empty.map((column) => column + 1).join(", ") }) : null;
  }).filter((one) => one !== null);
  const down = view.table.filter((one) => one === "down").length;
  return [t("calcory.spoken.down", { n: down }), ...open, ...bid, ...rows];
}

export function holds(view: Calcory.View): string[] {
  const pile = view.seat === null ? [] : [t("calcory.pile", { n: view.scores[view.seat]! })];
  const taken = view.phase === "return" ? view.taken.map(({ at, card }) => t("pair", { name: written(at), value: named(card) })) : [];
  return [...pile, ...taken, ...view.own.map(({ at, card }) => t("calcory.spoken.own", { place: written(at), card: named(card) }))];
}
