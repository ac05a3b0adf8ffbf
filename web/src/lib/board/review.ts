// What the review of a game says at a glance: the scores after every event, and its costliest decisions.
import type { Decision, Review } from "../../wire";

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
