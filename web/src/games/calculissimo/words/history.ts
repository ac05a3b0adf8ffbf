// The log in words, with its tiles as small pictures.
import type { Entry, HistoryLine } from "../../../lib/board/contract";
import { t } from "../../../lib/i18n";
import type { AnyAction } from "../../../wire";
import { standsFor, written, type Laid } from "../moves/tiles";

export function history(entry: Entry, names: string[]): HistoryLine | null {
  const seat = typeof entry.by === "number" ? entry.by : (entry.seat as number);
  const name = names[seat] ?? "";
  switch (entry.do) {
    case "play":
      return play(entry, name);
    case "exchange":
      return line("exchange", { name, n: count(entry) }, entry.tiles as string[] | undefined);
    case "start":
      return line("start", { name }, entry.drawn as string[] | undefined);
    case "draw":
      // That others fill their racks goes without saying.
      return Array.isArray(entry.tiles) ? line("draw", { name, n: count(entry) }, entry.tiles as string[]) : null;
    case "challenge":
      return line(entry.shows === undefined ? "challenge" : entry.shows ? "challenge.stands" : "challenge.back", { name });
    case "pass":
    case "accept":
      return line(entry.do, { name });
  }
  return null;
}

function play(entry: Entry, name: string): HistoryLine {
  const { at, down, signs } = written(entry.tiles as Laid[]);
  const told = (tiles: string) => scored(entry, t(`calculissimo.history.${down ? "down" : "across"}`, { name, tiles, at }));
  return { text: told(signs.map(standsFor).join(" ")), spoken: told(signs.map(aloud).join(" ")), signs };
}

/** An action that may be done, as one tells what to do. */
export function move(action: AnyAction): string {
  if (action.do !== "play") return t(`calculissimo.move.${action.do}`, { n: Array.isArray(action.tiles) ? action.tiles.length : 0 });
  const { at, down, signs } = written(action.tiles as Laid[]);
  const laid = t(`calculissimo.move.${down ? "down" : "across"}`, { tiles: signs.map(standsFor).join(" "), at });
  return action.announce == null ? laid : t("calculissimo.move.announced", { laid, n: action.announce as number });
}

/** A tile that lay there already is a point to the eye. */
function aloud(sign: string): string {
  return sign === "·" ? t("calculissimo.spoken.there") : standsFor(sign);
}

function scored(entry: Entry, laid: string): string {
  if (entry.announce != null) return t("calculissimo.history.announced", { laid, n: entry.announce as number });
  return typeof entry.shows === "number" ? t("calculissimo.history.scored", { laid, n: entry.shows }) : laid;
}

/** How many tiles: one's own are named, others' only counted. */
function count(entry: Entry): number {
  return Array.isArray(entry.tiles) ? entry.tiles.length : Number(entry.shows ?? 0);
}

function line(key: string, values: Record<string, string | number>, signs?: string[]): HistoryLine {
  return { text: t(`calculissimo.history.${key}`, values), signs };
}
