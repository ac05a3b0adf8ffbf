// The level that suits a player in each game, kept on this device.
import type { GameInfo } from "../../wire";
import { keep, kept } from "../device/kept";

/** The choice of whoever wants the level that fits. */
export const FITTING = "fitting";

/** The level the player chose; without a choice the one that fits. */
export function myChoice({ id, levels }: GameInfo): string {
  if (levels.length === 1) return levels[0]!.level;
  const chosen = kept(`level.${id}`);
  return levels.some(({ level }) => level === chosen) ? chosen! : FITTING;
}

/** The level of the bots at a table set with one click. */
export function myLevel(info: GameInfo): string | null {
  const choice = myChoice(info);
  return choice === FITTING ? fittingLevel(info) : choice;
}

/** The level that the player's last games against bots suggest, the very last one included. */
export function fittingLevel({ id, levels }: GameInfo, last?: Result): string | null {
  return suitedLevel(
    levels.map(({ level }) => level),
    last ? together(results(id), last) : results(id),
  );
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

/** A game against bots: the level of the strongest, and 1 for a win, 0 for a loss, the share of a tie. */
export interface Result {
  table: string;
  level: string;
  won: number;
}

// The same function as in quartett/bots/adaptive.py; suited.json holds both to the same answers.
const ODDS = 3;
const RECENT = 12;
const FIRST = 2.4;
const LAST = 0.8;

/** The level that somebody with these results, the latest last, wins about half of the games against. */
export function suitedLevel(levels: string[], results: { level: string; won: number }[]): string | null {
  const known = results.filter(({ level }) => levels.includes(level)).slice(-RECENT);
  let here = known.length ? levels.indexOf(known[0]!.level) : 0;
  for (const [number, { level, won }] of known.entries()) {
    const expected = 1 / (1 + ODDS ** (levels.indexOf(level) - here));
    here += Math.max(LAST, FIRST / (1 + number / 2)) * (won - expected);
    here = Math.min(Math.max(here, 0), levels.length - 1);
  }
  return levels[Math.floor(here + 0.5)] ?? null;
}

/** The player's last games of a kind against bots alone, on this device. */
export function results(game: string): Result[] {
  try {
    const found: unknown = JSON.parse(kept(`results.${game}`) ?? "[]");
    return Array.isArray(found) ? (found as Result[]) : [];
  } catch {
    return [];
  }
}

/** Keeps a result, once for each table. */
export function addResult(game: string, result: Result): void {
  keep(`results.${game}`, JSON.stringify(together(results(game), result).slice(-RECENT)));
}

function together(before: Result[], last: Result): Result[] {
  return before.some(({ table }) => table === last.table) ? before : [...before, last];
}
