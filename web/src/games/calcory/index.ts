// Calcory's part of the page.
import type { Entry, GameModule } from "../../lib/board/contract";
import { settings } from "../../lib/device/settings.svelte";
import type { Calcory } from "../../wire";
import Board from "./Board.svelte";
import { holds, lies } from "./words/spoken";
import { pause } from "./pieces/closing";
import { examples } from "./examples";
import { expects } from "./words/expects";
import { derive } from "./fairness";
import { history, move } from "./words/history";
import { lesson } from "./lesson/lesson";
import Mini from "./Mini.svelte";
import Signs from "./Signs.svelte";
import { tally } from "./words/tally";

export const game: GameModule = {
  holds,
  lies,
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
  pause: (news: Entry[], view: Calcory.View) => pause(news, view, settings.openSeconds),
  // A seat knows what it put back itself.
  secret: (view: Calcory.View) => view.own.length > 0 || view.phase === "return",
};
