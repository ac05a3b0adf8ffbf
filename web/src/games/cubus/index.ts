// Cubus's part of the page.
import type { GameModule } from "../../lib/board";
import Board from "./Board.svelte";
import { examples } from "./examples";
import { expects } from "./expects";
import { derive } from "./fairness";
import { history } from "./history";
import { lesson } from "./lesson";
import Mini from "./Mini.svelte";
import Signs from "./Signs.svelte";
import { tally } from "./tally";

export const game: GameModule = { Board, Mini, Signs, expects, history, tally, derive, lesson, examples };
