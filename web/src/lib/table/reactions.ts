// Quick reactions: messages of the chat that are one of a few signs, so that its limits and blocks hold for them.
import { t } from "../i18n";

/** The signs, each with the name of its meaning. */
export const REACTIONS: readonly (readonly [sign: string, meaning: string])[] = [
  ["👏", "well"],
  ["😮", "wow"],
  ["😅", "phew"],
  ["🤔", "think"],
  ["🍀", "luck"],
  ["🙏", "thanks"],
];

/** What a sign means in words; null for what is no reaction. */
export function meaning(text: string): string | null {
  const found = REACTIONS.find(([sign]) => sign === text);
  return found ? t(`reaction.${found[1]}`) : null;
}
