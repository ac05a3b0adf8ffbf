// The level that suits a player in each game, kept on this device.
import type { GameInfo } from "../../wire";
import { keep, kept } from "../device/kept";

/** The level of the bots at a table set with one click: the player's own, else the lowest. */
export function myLevel({ id, levels }: GameInfo): string | null {
  const chosen = kept(`level.${id}`);
  return levels.some(({ level }) => level === chosen) ? chosen : (levels[0]?.level ?? null);
}

export function chooseLevel(game: string, level: string): void {
  keep(`level.${game}`, level);
}

/** The next level up; null at the top. */
export function harder({ levels }: GameInfo, level: string | null): string | null {
  const at = levels.findIndex((one) => one.level === level);
  return at < 0 ? null : (levels[at + 1]?.level ?? null);
}

/** Bots for a table: the first at the player's level, each further one a level below it. */
export function company({ levels }: GameInfo, level: string | null, bots: number): (string | null)[] {
  const at = Math.max(0, levels.findIndex((one) => one.level === level));
  return Array.from({ length: bots }, (_, bot) => levels[Math.max(0, at - bot)]?.level ?? null);
}

/** Whether this is the player's first game of that kind here. */
export function isFirst(game: string): boolean {
  return kept(`played.${game}`) === null;
}

export function hasPlayed(game: string): void {
  keep(`played.${game}`, "yes");
}
