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
}

/** What was shown by the news, with the cards that lay open before in the same turn. */
export function closing(before: Calcory.View | null, news: Entry[], view: Calcory.View): Closing {
  const turned = turnedIn(news);
  if (turned.length === 0) return { down: [], gone: [], bust: false };
  const open = [...(before?.turned ?? []), ...turned];
  const shown = open.filter(({ at }, place) => open.findIndex((other) => samePlace(other.at, at)) === place);
  return {
    down: shown.filter(({ at }) => lie(view, at) === "down"),
    gone: shown.filter(({ at }) => lie(view, at) === "empty"),
    bust: news.filter((entry) => entry.do === "turn" || entry.do === "stop").at(-1)?.do === "turn",
  };
}

/** Seconds that cards stay open after a bust: a table with a time of its own keeps it. */
export function openSeconds(view: Calcory.View, setting: number): number {
  const standard = 3;
  return view.options.open_seconds === standard ? setting : view.options.open_seconds;
}

/** How long these news stay before the next position is drawn. */
export function pause(news: Entry[], view: Calcory.View, setting: number): number {
  const turned = turnedIn(news);
  if (turned.some(({ at }) => lie(view, at) === "down")) return 1000 * openSeconds(view, setting);
  const others = news.some(({ by }) => typeof by === "number" && by !== view.seat);
  if (!others) return 0;
  return turned.length > 0 ? 1000 : 800;
}
