// The lines of the history: what was rolled and what was done with it.
import type { Entry, HistoryLine } from "../../../lib/board/contract";
import { currentLanguage, t } from "../../../lib/i18n";
import type { AnyAction } from "../../../wire";
import { FACES, count, type Face } from "../pieces/faces";

export function history(entry: Entry, names: string[]): HistoryLine | null {
  if (Array.isArray(entry.shows)) return shown(entry.shows as [number, Entry][], names);
  const name = typeof entry.by === "number" ? (names[entry.by] ?? "") : "";
  switch (entry.do) {
    case "start":
      return { text: t("calavera.history.start", { name: names[entry.seat as number] ?? "" }) };
    case "roll":
      return { text: rolled(entry.faces as Face[]), signs: entry.faces as Face[] };
    case "reroll":
      return { text: t("calavera.history.reroll", { name, ...numbered(entry.dice as number[]) }) };
    case "mark":
    case "freeze":
    case "skip":
      return { text: did(entry, name), signs: signs(entry) };
    case undefined:
      return name ? { text: t("calavera.history.chosen", { name }), brief: t("calavera.history.chosen.brief") } : null;
    default:
      return null;
  }
}

/** An action that may be done, as one tells what to do. */
export function move(action: AnyAction): string {
  if (action.do === "reroll") return t("calavera.move.reroll", numbered(action.dice as number[]));
  const rose = action.do === "mark" && action.use === "rose";
  return t(`calavera.move.${rose ? "rose" : action.do}`, { row: action.row ? t(`calavera.colour.${action.row as string}`) : "" });
}

/** The choices that the last of several players made visible. */
function shown(picks: [number, Entry][], names: string[]): HistoryLine {
  return {
    text: picks.map(([seat, action]) => did(action, names[seat] ?? "")).join(" "),
    signs: picks.flatMap(([, action]) => signs(action)),
  };
}

/** What dice show, told kind by kind. */
export function rolled(faces: Face[]): string {
  const kinds = FACES.filter((face) => faces.includes(face));
  return kinds.map((face) => t("calavera.history.dice", { n: count(faces, face), face: t(`calavera.face.${face}`) })).join(", ");
}

/** Dice by their numbers, counted from 1 as people do. */
function numbered(dice: number[]): { n: number; dice: string } {
  const list = new Intl.ListFormat(currentLanguage(), { type: "conjunction" });
  return { n: dice.length, dice: list.format(dice.map((die) => String(die + 1))) };
}

function did(action: { [field: string]: unknown }, name: string): string {
  const row = t(`calavera.colour.${action.row as string}`);
  if (action.do === "mark") return t(action.use === "rose" ? "calavera.history.rose" : "calavera.history.mark", { name, row });
  return t(`calavera.history.${action.do as string}`, { name, row });
}

function signs(action: { [field: string]: unknown }): string[] {
  if (action.do === "freeze") return ["ice", action.row as string];
  if (action.do !== "mark") return [];
  return action.use === "rose" ? ["rose", action.row as string] : [action.row as string];
}
