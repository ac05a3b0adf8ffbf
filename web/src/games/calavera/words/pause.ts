// How long news stay before the next position is drawn: dice tumble, and others' crosses are seen.
import type { Entry } from "../../../lib/board/contract";
import type { Calavera } from "../../../wire";

export function pause(news: Entry[], view: Calavera.View, moving: boolean): number {
  if (news.some((entry) => entry.do === "roll")) return moving ? 1100 : 600;
  const others = news.some((entry) => typeof entry.by === "number" && entry.by !== view.seat);
  const shown = news.some((entry) => Array.isArray(entry.shows));
  return others || shown ? 700 : 0;
}
