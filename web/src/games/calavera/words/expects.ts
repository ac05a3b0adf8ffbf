// The sentence of the bar: what is expected of whom.
import type { Calavera, PositionText } from "../../../wire";
import { currentLanguage } from "../../../lib/i18n";
import { count, ROLLS } from "../pieces/faces";

interface Said {
  key: string;
  values?: Record<string, string | number>;
}

export function expects(view: Calavera.View, names: string[], _words: PositionText | null = null, offers: Calavera.Offers | null = null): Said {
  const name = names[view.active] ?? "";
  const mine = view.seat === view.active;
  const skulls = count(view.faces, "skull");
  if (view.over) return { key: "calavera.expects.over", values: { names: listed(view.winners, names), n: view.winners.length } };
  if (view.phase === "start") return { key: "calavera.expects.start" };
  if (view.phase === "roll") return { key: mine ? "calavera.expects.roll.you" : "calavera.expects.roll", values: { name } };
  if (offers && onlySkip(offers)) return { key: "calavera.expects.skip" };
  if (view.phase === "use") {
    if (!mine) return { key: "calavera.expects.use.other", values: { name, roll: view.rolls, of: ROLLS } };
    const last = view.rolls >= ROLLS;
    return { key: last ? "calavera.expects.use.last" : "calavera.expects.use", values: { roll: view.rolls, of: ROLLS } };
  }
  const waiting = listed(view.to_act, names);
  if (view.seat !== null && view.to_act.includes(view.seat)) return { key: "calavera.expects.pick", values: { name, skulls } };
  if (view.mine) return { key: "calavera.expects.chosen", values: { names: waiting } };
  return { key: mine ? "calavera.expects.pick.you" : "calavera.expects.pick.other", values: { name, names: waiting, n: view.to_act.length, skulls } };
}

/** Whether nothing is left but to skip. */
function onlySkip({ choices, dice }: Calavera.Offers): boolean {
  return dice.length === 0 && choices.length > 0 && choices.every(({ action }) => action.do === "skip");
}

export function listed(seats: number[], names: string[]): string {
  const named = seats.map((seat) => names[seat] ?? "");
  return new Intl.ListFormat(currentLanguage(), { type: "conjunction" }).format(named);
}
