// Setting a table. Its commitment is public before our seats hand in their nonces, so that chance
// is nobody's: first the table, then the nonces, then the start.
import type { GameInfo, TableRequest, TableInfo } from "../../wire";
import { api } from "../net/api";
import { chosenName, meetMyself, whoAmI } from "../net/connection.svelte";
import { card, gameInfo } from "../board/games.svelte";
import { currentLanguage } from "../i18n";
import { newNonce, remember } from "../fairness/nonces";
import { newCommand } from "../net/socket";
import { company, hasPlayed, isFirst, myLevel } from "../level/level";

/** How long one may object to a move before silence is consent. */
export const OBJECT_SECONDS = 15;

/** The level that suits most: the one in the middle. */
export function middle({ levels }: GameInfo): string | null {
  return levels[Math.floor((levels.length - 1) / 2)]?.level ?? null;
}

/** The name others read; null for a guest who gave none. */
export async function myName(): Promise<string | null> {
  await whoAmI();
  return chosenName();
}

/** Sets a table and begins when every seat is taken. */
export async function makeTable(setup: TableRequest): Promise<TableInfo> {
  let table = await api.makeTable({ ...setup, start: false });
  void meetMyself(); // making a table makes a guest of who was nobody
  for (const [seat, { mine, name }] of table.seats.entries()) {
    if (mine) table = await sit(table.id, seat, name);
  }
  const full = table.seats.every((seat) => seat.kind !== "open");
  if (full && setup.start !== false) table = await api.command(table.id, { do: "start", cmd: newCommand() });
  return table;
}

/** Takes a free seat, or hands in a nonce for one's own. */
export async function sit(table: string, seat: number, name: string): Promise<TableInfo> {
  const nonce = newNonce();
  const about = await api.command(table, { do: "sit", cmd: newCommand(), seat, name: name.trim() || null, nonce });
  remember(table, nonce);
  return about;
}

/** Rematches that we have accepted: they begin by themselves once everybody has. */
export const accepted = new Set<string>();

/** Takes the same seats again, under the same names; whoever opened the table begins when it is full. */
export async function acceptRematch(id: string, mine: { seat: number; name: string }[]): Promise<void> {
  let table = await api.table(id);
  if (table.stage !== "open") return;
  for (const { seat, name } of mine) {
    const there = table.seats[seat];
    if (there?.mine || there?.kind === "open") table = await sit(id, seat, name);
  }
  if (mine.length > 0) accepted.add(id);
  if (isReady(table)) await api.command(id, { do: "start", cmd: newCommand() });
}

/** Whether a rematch waits for nothing but us. */
export function isReady(table: TableInfo): boolean {
  return table.owner && table.stage === "open" && accepted.has(table.id) && table.seats.every(({ kind }) => kind !== "open");
}

/** A game against bots, as it is set with one click: at the player's level, the first one by simpler rules. */
export async function playNow(game: string): Promise<TableInfo> {
  const info = await gameInfo(game);
  const { bots = 1, first = {}, objections } = card(game);
  const levels = info ? company(info, myLevel(info), bots) : [null];
  const seats = [{ kind: "me" as const, name: await myName() }, ...levels.map((level) => ({ kind: "bot" as const, level }))];
  const options = isFirst(game) ? first : {};
  const clock = { turn: null, game: null, answer: objections ? OBJECT_SECONDS : null };
  const table = await makeTable({ game, seats, options, clock, language: currentLanguage() });
  hasPlayed(game);
  return table;
}

/** A game for practice from a decision of a finished one: we decide, bots at our level play the rest. */
export async function playFrom(table: TableInfo, seat: number, place: number): Promise<TableInfo> {
  const { id, game, seats, clock } = table;
  const info = await gameInfo(game);
  const name = await myName();
  const level = info && myLevel(info);
  const wishes = seats.map((there, at) => (at === seat ? { kind: "me" as const, name } : { kind: "bot" as const, level: (there.kind === "bot" && there.level) || level }));
  const answer = clock.answer ?? (card(game).objections ? OBJECT_SECONDS : null);
  const made = await api.makeTable({ game, seats: wishes, clock: { turn: null, game: null, answer }, origin: { table: id, place }, language: currentLanguage() });
  void meetMyself();
  return made;
}
