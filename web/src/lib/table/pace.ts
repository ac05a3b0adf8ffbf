// How long news stay before the next position is drawn, where a game does not say it itself.
import type { Entry } from "../board/contract";
import type { AnyView } from "./table.svelte";

/** Milliseconds: another's move is read, a draw of chance is noticed, one's own move waits for nothing. */
export function usual(news: Entry[], view: Pick<AnyView, "seat"> | null): number {
  const others = news.some(({ by, do: what }) => typeof by === "number" && by !== view?.seat && what !== undefined);
  if (others) return 900;
  return news.some(({ by }) => by === "chance") ? 350 : 0;
}
