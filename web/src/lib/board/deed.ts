// What a player did, without the name: it stands beside it.
import type { Entry, GameModule, HistoryLine } from "./board";

/** Stands for a name that is left out; nothing to see. */
const NAMELESS = "\u2060";

export function deed(entry: Entry, module: GameModule): HistoryLine | null {
  const seats = new Array<string>(8).fill(NAMELESS);
  const said = module.history(entry, seats);
  return said && { ...said, text: said.text.replaceAll(NAMELESS, "").trim().replace(/\.$/, "") };
}
