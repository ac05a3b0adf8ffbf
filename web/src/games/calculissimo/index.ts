// Calculissimo's part of the page.
import type { GameModule } from "../../lib/board/contract";
import type { AnyAction } from "../../wire";
import Board from "./Board.svelte";
import { holds, lies } from "./words/spoken";
import { examples } from "./examples";
import { expects } from "./words/expects";
import { derive } from "./fairness";
import { history, move } from "./words/history";
import { lesson } from "./lesson/lesson";
import Mini from "./Mini.svelte";
import Signs from "./Signs.svelte";
import { tally } from "./words/tally";

/** A rack is for its owner's eyes. */
const secret = () => true;

/** The first tile's field is enough to look there. */
const nudge = (action: AnyAction) => (action.do === "play" ? { ...action, tiles: (action.tiles as unknown[]).slice(0, 1), part: true } : null);

export const game: GameModule = {
  Board,
  Mini,
  Signs,
  expects,
  history,
  move,
  tally,
  derive,
  lesson,
  examples,
  secret,
  nudge,
  holds,
  lies,
  keys: [{ key: "0–9 + − × ÷ ?", says: "calculissimo.key.lay" }, { key: "Enter", says: "calculissimo.key.turn" }, { key: "Backspace", says: "calculissimo.key.back" }],
};
