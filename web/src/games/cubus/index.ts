// Cubus's part of the page.
import type { Entry, GameModule } from "../../lib/board/contract";
import type { AnyAction } from "../../wire";
import { usual } from "../../lib/table/pace";
import Board from "./Board.svelte";
import { holds, lies } from "./words/spoken";
import { examples } from "./examples";
import { expects } from "./words/expects";
import { derive } from "./fairness";
import { history, move } from "./words/history";
import { lesson } from "./lesson/lesson";
import Mini from "./Mini.svelte";
import Signs from "./Signs.svelte";
import type { View } from "./model/geometry";
import { tally } from "./words/tally";

/** One box of the build is enough to look there; a rebuild shows nothing of itself. */
const nudge = (action: AnyAction) => (action.do === "build" ? { ...action, part: true } : null);

/** That nobody knocks goes without saying. */
const quiet = ["waive"];
const pause = (news: Entry[], view: View) => usual(news.filter((entry) => !quiet.includes(entry.do ?? "")), view);

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
  quiet,
  pause,
  nudge,
  holds,
  lies,
  keys: [{ key: "N", says: "cubus.key.places" }, { key: "+ −", says: "cubus.key.box" }, { key: "O", says: "cubus.key.lid" }, { key: "C", says: "cubus.key.compare" }, { key: "[ ] 0", says: "cubus.key.turn" }, { key: "Backspace", says: "cubus.key.back" }],
};
