// Calculissimo's part of the page.
import type { GameModule } from "../../lib/board/contract";
import Board from "./Board.svelte";
import { examples } from "./examples";
import { expects } from "./words/expects";
import { derive } from "./fairness";
import { history } from "./words/history";
import { lesson } from "./lesson/lesson";
import Mini from "./Mini.svelte";
import Signs from "./Signs.svelte";
import { tally } from "./words/tally";

/** A rack is for its owner's eyes. */
const secret = () => true;

export const game: GameModule = { Board, Mini, Signs, expects, history, tally, derive, lesson, examples, secret };
