// The sentence of the bar: what is expected of whom.
import type { Calcory } from "../../../wire";
import { currentLanguage } from "../../../lib/i18n";
import { GOAL, sumOf } from "../pieces/cards";

interface Said {
  key: string;
  values?: Record<string, string | number>;
}

export function expects(view: Calcory.View, names: string[], _words: unknown = null, offers: Calcory.Offers | null = null): Said {
  const name = names[view.active] ?? "";
  const mine = view.seat === view.active;
  if (view.over) {
    const winners = new Intl.ListFormat(currentLanguage(), { type: "conjunction" }).format(view.winners.map((seat) => names[seat] ?? ""));
    return { key: "calcory.expects.over", values: { names: winners, n: view.winners.length } };
  }
  if (view.phase === "start" || view.phase === "deal") return { key: `calcory.expects.${view.phase}` };
  if (view.phase === "return") return { key: mine ? "calcory.expects.return" : "calcory.expects.return.other", values: { name } };
  const values = { name, sum: sumOf(view.turned), goal: GOAL };
  if (!mine) return { key: view.turned.length ? "calcory.expects.sum.other" : "calcory.expects.turn.other", values };
  if (!view.table.includes("down") && view.turned.length === 0) return { key: "calcory.expects.pass" };
  const needed = offers?.needed ?? 0;
  if (view.turned.length) return { key: needed > 0 ? "calcory.expects.sum.needed" : "calcory.expects.sum", values };
  return { key: needed > 1 ? "calcory.expects.turn.needed" : "calcory.expects.turn", values };
}
