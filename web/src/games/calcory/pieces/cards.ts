// Cards and places as the wire writes them.
import type { Calcory } from "../../../wire";
import type { Entry } from "../../../lib/board/contract";
import { t } from "../../../lib/i18n";

export type Place = [number, number];
/** Colour and digit. */
export type Card = [number, number];

export const GOAL = 13;
export const COLOURS = ["red", "yellow", "green", "blue", "violet"] as const;
/** The cards of one colour. */
export const DIGITS = [0, 1, 1, 2, 3, 4, 5, 6, 7, 7, 8, 9];

export function colourOf(card: Card): (typeof COLOURS)[number] {
  return COLOURS[card[0]]!;
}

/** How many triangles are printed on a card; this game does not count them. */
export function triangles(digit: number): number {
  if (digit === 1 || digit === 9) return 0;
  return digit === 6 || digit === 7 ? 2 : 1;
}

/** The notation of a place: `c7`. */
export function written([row, column]: Place): string {
  return `${"abcdef"[row]}${column + 1}`;
}

export function samePlace(one: Place, other: Place): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

export function sumOf(cards: Calcory.Lying[]): number {
  return cards.reduce((sum, { card }) => sum + card[1], 0);
}

export function lie(view: Calcory.View, [row, column]: Place): Calcory.View["table"][number] {
  return view.table[row * view.columns + column]!;
}

/** "a blue 5", in the reader's language. */
export function named(card: Card): string {
  return t("calcory.card", { colour: colourOf(card), digit: card[1] });
}

/** The cards that these entries turned up. */
export function turnedIn(news: Entry[]): Calcory.Lying[] {
  return news.flatMap(({ do: what, at, shows }) => (what === "turn" && shows ? [{ at: at as Place, card: shows as Card }] : []));
}
