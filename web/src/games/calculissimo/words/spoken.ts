// The table for the ear: the lines on the board with their places, and the rack.
import { t } from "../../../lib/i18n";
import { placeName, standsFor, type View } from "../moves/tiles";

export function lies(view: View): string[] {
  const found = [...lines(view, false), ...lines(view, true)];
  return found.length ? found : [t("calculissimo.spoken.empty")];
}

/** Runs of two tiles or more, across or down. */
function lines(view: View, down: boolean): string[] {
  const size = view.edition.board.length;
  const out: string[] = [];
  for (let line = 0; line < size; line += 1) {
    let run = "";
    for (let step = 0; step <= size; step += 1) {
      const [row, column] = down ? [step, line] : [line, step];
      const tile = step < size ? view.board[row * size + column] : "";
      if (tile) run += ` ${standsFor(tile)}`;
      else {
        const first = step - run.length / 2;
        if (run.length > 2) out.push(t(`calculissimo.spoken.${down ? "down" : "across"}`, { at: down ? placeName(first, line) : placeName(line, first), tiles: run.trim() }));
        run = "";
      }
    }
  }
  return out;
}

export function holds(view: View): string[] {
  if (view.seat === null) return [];
  const joker = (tile: string) => (tile === "?" ? t("calculissimo.spoken.joker") : tile);
  return [view.rack.length ? t("calculissimo.spoken.rack", { tiles: view.rack.map(joker).join(", ") }) : t("calculissimo.spoken.rack.empty"), t("calculissimo.spoken.bag", { n: view.bag })];
}
