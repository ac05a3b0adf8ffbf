// The lines of the history. Remembering is the game: cards that were turned up are not written down
// before one may look back.
import type { Entry, HistoryLine } from "../../../lib/board/contract";
import { t } from "../../../lib/i18n";
import type { AnyAction } from "../../../wire";
import { named, written, type Card, type Place } from "../pieces/cards";

export function history(entry: Entry, names: string[], open = false): HistoryLine | null {
  const name = typeof entry.by === "number" ? (names[entry.by] ?? "") : "";
  switch (entry.do) {
    case "start":
      return { text: t("calcory.history.start", { name: names[entry.seat as number] ?? "" }) };
    case "deal":
      return { text: t("calcory.history.deal") };
    case "turn":
      return turned(entry, name, open);
    case "stop":
    case "pass":
      return { text: t(`calcory.history.${entry.do}`, { name }) };
    case "return":
      return returned(entry, name, open);
    default:
      return null;
  }
}

/** An action that may be done, as one tells what to do. */
export function move(action: AnyAction): string {
  const place = (action.at ?? action.to) as Place | undefined;
  const card = action.card as Place | undefined;
  return t(`calcory.move.${action.do}`, { place: place ? written(place) : "", card: card ? written(card) : "" });
}

/** With its card it is an event that everybody saw; without, something that could be done. */
function turned(entry: Entry, name: string, open: boolean): HistoryLine | null {
  const place = written(entry.at as Place);
  if (!entry.shows) return { text: t("calcory.history.turn", { name, place }) };
  if (!open) return null;
  const card = entry.shows as Card;
  return { text: t("calcory.history.turned", { name, place, card: named(card) }), signs: [card.join()] };
}

function returned(entry: Entry, name: string, open: boolean): HistoryLine {
  const place = written(entry.to as Place);
  if (!entry.shows && entry.card) {
    return { text: t("calcory.history.return.which", { name, card: written(entry.card as Place), place }) };
  }
  if (open) return { text: t("calcory.history.return.to", { name, place }) };
  return { text: t("calcory.history.return", { name }), brief: t("calcory.history.return.brief") };
}
