// Cards that were open on the way to a position and are not any more: what the eye still has to see.
import type { Calcory } from "../../../wire";
import type { Entry } from "../../../lib/board/contract";
import { lie, samePlace, turnedIn } from "./cards";

export interface Closing {
  /** Turned down again: after a bust, or after a stop that was too low. */
  down: Calcory.Lying[];
  /** Taken from the table. */
  gone: Calcory.Lying[];
  /** Whether those turned down were too many, and not merely too low for a bid. */
  bust: boolean;
  /** Whose turn it was. */
  seat: number | null;
}

export const NOTHING: Closing = { down: [], gone: [], bust: false, seat: null };

/** The sum beside the table: of which cards, whose they are, and whether they were too many. */
export interface Counted {
  cards: Calcory.Lying[];
  seat: number | null;
  bust: boolean;
}

/** What is counted now: the turn under way, the cards just taken, or those of a turn that ended at nothing. */
export function counted(view: Calcory.View, seen: Closing): Counted {
  if (view.turned.length > 0) return { cards: view.turned, seat: view.active, bust: false };
  if (view.phase === "return") return { cards: view.taken, seat: view.active, bust: false };
  return { cards: seen.down, seat: seen.seat, bust: seen.bust && seen.down.length > 0 };
}

/** What was shown by the news, with the cards that lay open before in the same turn. */
export function closing(before: Calcory.View | null, news: Entry[], view: Calcory.View): Closing {
  const turned = turnedIn(news);
  if (turned.length === 0) return NOTHING;
  const open = [...(before?.turned ?? []), ...turned];
  const shown = open.filter(({ at }, place) => open.findIndex((other) => samePlace(other.at, at)) === place);
  const last = news.filter((entry) => entry.do === "turn" || entry.do === "stop").at(-1);
  return {
    down: shown.filter(({ at }) => lie(view, at) === "down"),
    gone: shown.filter(({ at }) => lie(view, at) === "empty"),
    bust: last?.do === "turn",
    seat: typeof last?.by === "number" ? last.by : null,
  };
}

/** Whether the table has gone on, so that what an earlier turn showed is over. */
export function goesOn(news: Entry[]): boolean {
  return news.some(({ by }) => typeof by === "number");
}

/** Seconds that cards stay open after a bust: a table with a time of its own keeps it. */
export function openSeconds(view: Calcory.View, setting: number): number {
  const standard = 3;
  return view.options.open_seconds === standard ? setting : view.options.open_seconds;
}

/** How long a thirteen is seen before it goes to its pile, in milliseconds. */
export const TAKEN = 2500;

/** How long these news stay before the next position is drawn. */
export function pause(news: Entry[], view: Calcory.View, setting: number): number {
  const turned = turnedIn(news);
  if (turned.some(({ at }) => lie(view, at) === "down")) return 1000 * openSeconds(view, setting);
  const others = news.some(({ by }) => typeof by === "number" && by !== view.seat);
  if (turned.some(({ at }) => lie(view, at) === "empty")) return others ? TAKEN : 0;
  if (!others) return 0;
  return turned.length > 0 ? 1000 : 800;
}
