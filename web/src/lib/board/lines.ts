// The history's lines: what the game's part makes of its events, and what the server wrote between them.
import type { Note } from "../../wire";
import type { Entry, GameModule, HistoryLine } from "./contract";
import { t } from "../i18n";
import { called } from "../i18n/names";
import { meaning } from "../table/reactions";

const SILENT = new Set(["said", "sat", "left", "put"]);

/** The line of an entry; null for one that is not worth a line. */
export function line(entry: Entry, module: GameModule | null, names: string[], open = false): HistoryLine | null {
  if (entry.do === undefined) return null;
  if (entry.by === "house") return note(entry as unknown as Note, names);
  if (module?.quiet?.includes(entry.do)) return null;
  return module?.history(entry, names, open) ?? null;
}

/** What an entry says to the ear: its line, or what somebody wrote; null where that is hidden. */
export function spoken(entry: Entry, module: GameModule | null, names: string[]): string | null {
  if (entry.do === "said" && entry["name"] !== undefined) {
    return entry.text ? t("pair", { name: called(entry["name"] as string), value: inWords(entry.text) }) : null;
  }
  const said = line(entry, module, names);
  return said?.spoken ?? said?.text ?? null;
}

function inWords(text: string): string {
  return meaning(text) ?? text;
}

function note(entry: Note, names: string[]): HistoryLine | null {
  if (SILENT.has(entry.do)) return null;
  const name = "seat" in entry && typeof entry.seat === "number" ? (names[entry.seat] ?? "") : "";
  switch (entry.do) {
    case "stood_in":
      return { text: t(`note.stood_in.${entry.why}`, { name }) };
    case "ended":
      return { text: ended(entry.winners, names) };
    default:
      return { text: t(`note.${entry.do}`, { name }) };
  }
}

/** Who won, in a sentence; to a player with one seat it says “you”. */
export function ended(winners: number[], names: string[], mine: number[] = []): string {
  if (mine.length === 1 && winners.includes(mine[0]!)) return won(winners.filter((seat) => seat !== mine[0]).map((seat) => names[seat] ?? ""));
  const list = winners.map((seat) => names[seat] ?? "");
  if (list.length === 0) return t("over.nobody");
  return t("over.won", { n: list.length, name: joined(list) });
}

function won(others: string[]): string {
  return others.length === 0 ? t("over.you") : t("over.you.shared", { names: joined(others) });
}

export function joined(list: string[]): string {
  return new Intl.ListFormat(t("locale"), { type: "conjunction" }).format(list);
}

/** Stands for a name that is left out; nothing to see. */
export const NAMELESS = "\u2060";

/** What a player did, without the name, which stands beside it. */
export function deed(entry: Entry, module: GameModule): HistoryLine | null {
  const seats = new Array<string>(8).fill(NAMELESS);
  const said = module.history(entry, seats);
  return said && { ...said, text: said.text.replaceAll(NAMELESS, "").trim().replace(/\.$/, "") };
}
