// The table for the ear: the dice, and a sheet row by row.
import { t } from "../../../lib/i18n";
import type { Calavera } from "../../../wire";
import { COLOURS, FACES, count } from "../pieces/faces";
import { padOf, worth } from "../pieces/pads";

/** The dice by their numbers, then what everybody's rows are worth. */
export function lies(view: Calavera.View, names: string[]): string[] {
  const dice = view.faces.map((face, die) => t("calavera.die", { die: die + 1, face: t(`calavera.face.${face}`), state: face === "skull" ? "locked" : "lies" }));
  const none = view.faces.length === 0 ? [t("calavera.dice.start")] : [];
  const seen = FACES.filter((face) => count(view.faces, face) > 1).map((face) => t("calavera.history.dice", { n: count(view.faces, face), face: t(`calavera.face.${face}`) }));
  const others = view.sheets.flatMap((_, seat) => (seat === view.seat ? [] : [t("pair", { name: names[seat] ?? "", value: rows(view, seat).join("; ") })]));
  return [...dice, ...none, ...seen, ...others];
}

export function holds(view: Calavera.View): string[] {
  if (view.seat === null) return [];
  return [...rows(view, view.seat), ...lines(view, view.seat)];
}

function rows(view: Calavera.View, seat: number): string[] {
  const { crosses, frozen } = view.sheets[seat]!;
  return COLOURS.map((colour, row) =>
    t("calavera.sheet.row", {
      colour: t(`calavera.colour.${colour}`),
      crosses: crosses[row]!,
      points: worth(padOf(view), crosses[row]!),
      state: frozen[row] ? "frozen" : "open",
    }),
  );
}

/** The bonus lines: reached, or what they still bring. */
function lines(view: Calavera.View, seat: number): string[] {
  const pad = padOf(view);
  return pad.lines.map((box, line) => {
    const got = view.sheets[seat]!.bonus[line]!;
    const left = view.sheets.some((sheet) => sheet.bonus[line]! > 0) ? pad.later[line]! : pad.first[line]!;
    return t(`calavera.sheet.line.${got ? "got" : "open"}`, { box, points: got || left });
  });
}
