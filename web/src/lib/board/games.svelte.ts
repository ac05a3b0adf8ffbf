// The games: those that the page has a board for, and those that only the server knows.
import type { Component } from "svelte";
import type { GameInfo } from "../../wire";
import { currentLanguage, has, loadMessages, readMessagesFrom, t, type Language } from "../i18n";
import { api } from "../net/api";
import type { GameModule } from "./contract";

/** A game's `card.json`: what the page must know of it before it loads its board. */
export interface Card {
  name: string;
  tagline: Partial<Record<Language, string>>;
  /** How many bots sit at a table set with one click; left out: one. */
  bots?: number;
  /** Options that make somebody's first game simpler. */
  first?: Record<string, unknown>;
  /** Seconds for a turn among friends, where the set-up suggests a limit. */
  turnSeconds?: number;
  /** The options that let players object to a move, for which there is a limit of its own. */
  objections?: string[];
}

const cards = byGame(import.meta.glob<Card>("../../games/*/card.json", { eager: true, import: "default" }));
const modules = byGame(import.meta.glob<{ game: GameModule }>("../../games/*/index.ts"));
const minis = byGame(import.meta.glob<{ default: Component }>("../../games/*/Mini.svelte"));
import.meta.glob("../../games/*/accent.css", { eager: true });

let known = $state.raw<GameInfo[]>([]);

/** The games with a board in the page: all that can be read and learned without a server. */
export const OWN: readonly string[] = [...cards.keys()].sort();

/** The games that the server offers; ours come first. */
export async function gamesHere(): Promise<GameInfo[]> {
  const found = await api.games();
  known = [...found].sort((one, other) => Number(hasBoard(other.id)) - Number(hasBoard(one.id)));
  return known;
}

/** What is known of the games offered so far, without asking. */
export function gamesKnown(): GameInfo[] {
  return known;
}

export async function gameInfo(id: string): Promise<GameInfo | null> {
  return (await gamesHere()).find((one) => one.id === id) ?? null;
}

/** Whether the page draws the game with a board made for it. */
export function hasBoard(id: string): boolean {
  return modules.has(id);
}

export function card(id: string): Card {
  return cards.get(id) ?? { name: known.find((one) => one.id === id)?.name ?? id, tagline: {} };
}

export function gameName(id: string): string {
  return card(id).name;
}

/** What the game is about in a sentence; empty where it does not say. */
export function tagline(id: string): string {
  const said = card(id).tagline[currentLanguage()];
  if (said !== undefined) return said;
  return has(`${id}.tagline`) ? t(`${id}.tagline`) : "";
}

/** The small live picture for the home screen; none for a game from outside. */
export function loadMini(id: string): Promise<{ default: Component }> | undefined {
  return minis.get(id)?.();
}

/** A game's texts, without its board. */
export async function loadTexts(id: string): Promise<void> {
  if (!hasBoard(id)) readMessagesFrom(id, languages((await gameInfo(id))?.page ?? []));
  await loadMessages(id);
}

/** A game's part of the page with its texts. */
export async function loadGame(id: string): Promise<GameModule> {
  const load = modules.get(id);
  const [module] = await Promise.all([load ? load().then(({ game }) => game) : fromOutside(id), loadTexts(id)]);
  return module;
}

async function fromOutside(id: string): Promise<GameModule> {
  const info = await gameInfo(id);
  if (!info) throw new Error(`there is no game ${id}`);
  const { outside } = await import("../../generic");
  return outside(info);
}

function languages(files: string[]): string[] {
  return files.flatMap((file) => /^messages\/(\w+)\.json$/.exec(file)?.[1] ?? []);
}

/** Files by the game whose folder they lie in. */
function byGame<What>(files: Record<string, What>): Map<string, What> {
  return new Map(Object.entries(files).map(([path, what]) => [/games\/([^/]+)\//.exec(path)![1]!, what]));
}
