// What the review of a game says: at a glance, and decision by decision.
import type { Decision, Review } from "../../wire";
import { currentLanguage, has, t } from "../i18n";
import { number } from "../i18n/format";

/** How many decisions are shown at a glance. */
const MOST = 6;

/** The scores before the first event and after each. */
export function scoresOf(review: Review): number[][] {
  return [review.start_scores, ...review.steps.map((step) => step.scores)];
}

/** The mistakes and blunders that gave away most, in the order of the game. */
export function turningPoints(review: Review): Decision[] {
  const wrong = review.steps
    .flatMap((step) => (step.decision ? [step.decision] : []))
    .filter(({ grade }) => grade === "mistake" || grade === "blunder");
  return wrong.sort((a, b) => b.regret - a.regret).slice(0, MOST).sort((a, b) => a.place - b.place);
}

/** The decisions of a seat: as they came, or those that gave away most first and a stand-in's last. */
export function decisionsOf(review: Review, seat: number, order: Order = "game"): Decision[] {
  const own = review.steps.flatMap(({ decision }) => (decision?.seat === seat ? [decision] : []));
  return order === "game" ? own : own.sort((a, b) => Number(a.stand_in) - Number(b.stand_in) || b.regret - a.regret || a.place - b.place);
}

export type Order = "worst" | "game";

export type Grade = Decision["grade"];
export const GRADES: readonly Grade[] = ["none", "small", "mistake", "blunder"];

/** How many decisions there are of each class; those of a stand-in are nobody's own. */
export function counts(decisions: readonly Decision[]): Record<Grade, number> {
  const found = { none: 0, small: 0, mistake: 0, blunder: 0 };
  for (const { grade, stand_in } of decisions) if (!stand_in) found[grade] += 1;
  return found;
}

export function isComplete(review: Review): boolean {
  return review.steps.length === review.events;
}

/** A seat's curve: its winning chances, and luck and skill summed up, from before the first event on. */
export interface Curve {
  chances: number[];
  luck: number[];
  skill: number[];
}

export function curveOf(review: Review, seat: number): Curve {
  return {
    chances: [review.start[seat]!, ...review.steps.map((step) => step.chances[seat]!)],
    luck: summed(review.steps.map((step) => step.luck[seat]!)),
    skill: summed(review.steps.map((step) => step.skill[seat]!)),
  };
}

function summed(changes: number[]): number[] {
  let sum = 0;
  return [0, ...changes.map((change) => (sum += change))];
}

/** Games in 100, with a decimal where they are few. */
export function inHundred(chance: number): number {
  const games = chance * 100;
  return Math.abs(games) < 1 ? Math.round(games * 10) / 10 : Math.round(games);
}

/**
 * Changes of winning chances summed up, in wins: over a game they often add up to more than one,
 * and more than 100 % reads as a slip.
 */
export function wins(value: number): string {
  const n = rounded(value);
  return t("review.wins", { n, sum: (n > 0 ? "+" : "") + number(n, currentLanguage()) });
}

/** Two decimals below one win, one above. */
export function rounded(value: number): number {
  const by = Math.abs(value) < 0.995 ? 100 : 10;
  return Math.round(value * by) / by || 0;
}

/** Why the best action is better, in a sentence; empty where nothing was. */
export function because(decision: Decision, game: string): string {
  if (decision.grade === "none") return "";
  const n = inHundred(decision.regret);
  const key = `${game}.reason.${decision.reason}`;
  if (!decision.reason || !has(key)) return t("review.better", { n });
  return t("review.better.why", { n, reason: t(key, decision.facts) });
}

/** Less than one game in 200 is not worth a word. */
const TRIFLE = 0.005;

/** What is said of a decision without fault: that nothing was better, or hardly anything. */
export function nothing(decision: Decision): string {
  return t(decision.regret < TRIFLE ? "review.nothing" : "review.nearly");
}

/** The name of a kind of decisions; a game from outside names them by its actions. */
export function kindName(kind: string, game: string): string {
  const key = `${game}.kind.${kind}`;
  return has(key) ? t(key) : kind;
}

/** Requests for a review that is still being computed: some minutes, with a rest in between. */
const ASKS = 40;

/** The review as far as it is, again and again until it is whole; never less of it than before. */
export async function* arriving(ask: () => Promise<Review>, rest: (asked: number) => Promise<void>): AsyncGenerator<Review> {
  let longest: Review | null = null;
  for (let asked = 1; asked <= ASKS; asked += 1) {
    const found = await ask();
    // A worker that was too slow begins again.
    if (!longest || found.steps.length > longest.steps.length) longest = found;
    yield longest;
    if (isComplete(longest)) return;
    await rest(asked);
  }
}
