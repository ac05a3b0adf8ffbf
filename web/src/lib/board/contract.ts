// What a game gives the page, and what the page gives a game's board.
import type { Component } from "svelte";
import type { AnyAction, Option, Tried, PositionText } from "../../wire";

/** An entry of the table's log as the seat may see it. */
export interface Entry {
  seq: number;
  ms?: number;
  by?: number | "chance" | "house";
  do?: string;
  cmd?: string;
  shows?: unknown;
  /** The event in the game's own words, where the page has none. */
  text?: string;
  [field: string]: unknown;
}

export interface BoardProps<View = unknown, Offers = unknown> {
  /** The game's id. */
  game: string;
  /** Where the game stands, as `view.seat` may know it. */
  view: View;
  /** What the server offers the seat; null when it may not act, or in the past. */
  offers: Offers | null;
  /** The entries that led here since the last position drawn: what to animate. */
  news: Entry[];
  /** Names of the players, a seat each. */
  names: string[];
  /** Whether the seat may act now and nothing is under way; false in replays and for spectators. */
  live: boolean;
  /** Whether silence may decide here; not in lessons, puzzles and replays. */
  timed?: boolean;
  /** Do it. Resolves when the server has it; throws Refused with code, message and where. */
  act(action: AnyAction): Promise<void>;
  /** Ask what an action would do. */
  ask(action: AnyAction): Promise<Tried>;
  /** The advice the player asked for, to be marked on the board; null for none. */
  advice: Option[] | null;
  /** The position in the game's own words, for a game that the page has no board for. */
  words?: PositionText | null;
}

/** The module `board.js` that a game from outside may bring. */
export interface OwnBoard {
  /** Draws the board inside the element, and gives what keeps it up to date. */
  mount(element: HTMLElement, props: OwnBoardProps): { update(props: OwnBoardProps): void; destroy?(): void };
}

export interface OwnBoardProps extends BoardProps {
  /** An element in the bar below the board, for its buttons. */
  actions: HTMLElement;
  /** A text of the game's own message files, in the reader's language. */
  t(key: string, values?: Record<string, string | number>): string;
  /** Says something to screen readers. */
  announce(text: string): void;
}

/** One line of the history: words, and signs drawn before them. */
export interface HistoryLine {
  text: string;
  /** The deed alone, for the little room beside a player's name; left out: the signs, or the words without the name. */
  brief?: string;
  /** The line for the ear, where the eye is helped by a sign that says nothing aloud. */
  spoken?: string;
  /** Small pictures, as names of symbols that the game's Signs component draws. */
  signs?: string[];
}

/** A step of a lesson: a position, what to do, and when it is done. */
export interface LessonStep {
  /** Message key of what is said. */
  say: string;
  view: unknown;
  offers?: unknown;
  /** The action that goes on, by its fields; left out: a button "Go on". */
  expect?: Partial<AnyAction>;
  /** What the server would answer to `ask` for some actions. */
  tried?: { action: AnyAction; answer: Tried }[];
}

/** Drawn examples of rules: each stands after the section of the rulebook with its number, from 1. */
export type Examples = { [section: number]: Component };

export interface GameModule {
  /** Takes BoardProps. Its action buttons stand inside `ui/Actions.svelte`, which shows them in the bar. */
  Board: Component<any>;
  /** A small live picture for the home screen; a game from outside gets one of ours. */
  Mini?: Component<Record<string, never>>;
  /** The sentence of the bar: what is expected of whom, given what the seat is offered. Message key and values. */
  expects(view: any, names: string[], words?: PositionText | null, offers?: any): { key: string; values?: Record<string, string | number> };
  /** An entry of the history in the reader's language; null for one not worth a line. `open` says that
   *  one may look back, so that nothing need be left to memory. */
  history(entry: Entry, names: string[], open?: boolean): HistoryLine | null;
  /** An action that may be done, as one tells what to do: “freeze green”. Left out: the words of the history. */
  move?(action: AnyAction): string;
  /** A part of an advised action, marked on the board as a first nudge; null where the board has none. */
  nudge?(action: AnyAction): AnyAction | null;
  /** Deeds that go without saying: they get no line of the history. */
  quiet?: string[];
  /** The scores counted out at the end: rows of a table, a column a seat. Keys are messages. */
  tally(view: any): { key: string; values?: Record<string, string | number>; cells: (number | string)[] }[];
  /** Chance re-derived from the key of a finished record; for the fairness check. The last view
   *  tells what was played with, as the player has seen it all along. Left out: the page cannot. */
  derive?(record: import("../fairness/fairness").Record, view: any): AsyncIterable<{ place: number; ok: boolean; text: string }>;
  /** The board that a game from outside brings; null where it has none. */
  own?: OwnBoard | null;
  lesson: LessonStep[];
  examples: Examples;
  /** How many milliseconds these news stay on the table before the next position is drawn, beyond
   *  the usual moment: what was shown is to be looked at. Left out: none. */
  pause?(news: Entry[], view: any): number;
  /** Whether the view holds what another player at the same device may not see, so that the device
   *  is passed on behind a screen. Left out: only while several seats choose at once. */
  secret?(view: any, words?: PositionText | null): boolean;
  /** What lies where, in sentences for the ear. Left out: the game's own drawing in words, if it has one. */
  lies?(view: any, names: string[]): string[];
  /** What is the viewer's own, in sentences: a sheet, a rack, a hand. */
  holds?(view: any): string[];
  /** Keys that do something at its board, each with the message that says what. */
  keys?: { key: string; says: string }[];
  /** Draws the signs of a history line, some 18 px high. */
  Signs?: Component<{ signs: string[] }>;
}
