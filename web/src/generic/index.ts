// The page's part of a game from outside: made from what the server says of it.
import type { AnyAction, Choice, GameInfo, PositionText } from "../wire";
import type { Entry, GameModule, HistoryLine, OwnBoard } from "../lib/board/contract";
import { joined, NAMELESS } from "../lib/board/lines";
import { has, t } from "../lib/i18n";
import Board from "./Board.svelte";
import { values } from "./fields";
import Own from "./Own.svelte";

export async function outside(info: GameInfo): Promise<GameModule> {
  const own = info.page.includes("board.js") ? await load(info.id) : null;
  return {
    Board: own ? Own : Board,
    own,
    expects: (view, names, words) => expects(info.id, view, names, words),
    history: (entry, names) => history(info.id, entry, names),
    tally: () => [],
    lesson: [],
    examples: {},
    secret: (_, words) => words?.hides ?? true,
  };
}

/** A choice in the game's own text for its kind of action, else as the server says it. */
export function named(game: string, { action, text }: Choice): string {
  const key = `${game}.do.${(action as AnyAction).do}`;
  return has(key) ? t(key, values(action as AnyAction)) : text;
}

/** The game's own board; the generic one has to do where it cannot be loaded. */
async function load(id: string): Promise<OwnBoard | null> {
  try {
    const url = new URL(`games/${id}/board.js`, document.baseURI).href;
    return (await import(/* @vite-ignore */ url)) as OwnBoard;
  } catch (reason) {
    console.warn(`the board of ${id} cannot be loaded`, reason);
    return null;
  }
}

function expects(id: string, view: any, names: string[], words?: PositionText | null): ReturnType<GameModule["expects"]> {
  if (view.seat !== null && view.to_act.includes(view.seat)) {
    if (has(`${id}.expects`)) return { key: `${id}.expects`, values: values(view) };
    return words?.expects ? { key: "generic.says", values: { text: words.expects } } : { key: "generic.yours" };
  }
  if (view.to_act.length === 0) return { key: "generic.moment" };
  const waiting = (view.to_act as number[]).map((seat) => names[seat] ?? "");
  return { key: "generic.waiting", values: { names: joined(waiting), n: waiting.length } };
}

function history(id: string, entry: Entry, names: string[]): HistoryLine | null {
  if (entry.do === undefined) return null;
  const name = typeof entry.by === "number" ? (names[entry.by] ?? "") : "";
  const keys = [...(entry.shows == null ? [] : [`${id}.did.${entry.do}.shown`]), `${id}.did.${entry.do}`];
  const key = keys.find(has);
  if (key) return { text: t(key, { ...values(entry), name }) };
  const text = entry.text || entry.do;
  return { text: name && name !== NAMELESS ? t("pair", { name, value: text }) : text };
}
