// Calavera's part of the page.
import type { Entry, GameModule } from "../../lib/board/contract";
import { moves } from "../../lib/device/settings.svelte";
import type { Calavera } from "../../wire";
import Board from "./Board.svelte";
import { holds, lies } from "./words/spoken";
import { examples } from "./examples";
import { expects } from "./words/expects";
import { derive } from "./fairness";
import { history, move } from "./words/history";
import { lesson } from "./lesson/lesson";
import Mini from "./Mini.svelte";
import { pause } from "./words/pause";
import Signs from "./Signs.svelte";
import { tally } from "./words/tally";

export const game: GameModule = {
  holds,
  lies,
  keys: [{ key: "1–6", says: "calavera.key.hold" }, { key: "R", says: "calavera.key.roll" }],
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
  pause: (news: Entry[], view: Calavera.View) => pause(news, view, moves()),
};
