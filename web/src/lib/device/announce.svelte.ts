// What a screen reader is told: the live region of the page shows the last messages.
import { untrack } from "svelte";

let messages = $state.raw<{ id: number; lines: string[] }[]>([]);
let waiting: string[] = [];
let next = 0;

/** Say what happened. Boards use it for what only the eye could tell. What is said at the same moment is one
 *  message: of several, screen readers keep neither the order nor all. */
export function announce(text: string): void {
  if (waiting.length === 0) setTimeout(tell);
  waiting.push(text);
}

function tell(): void {
  next += 1;
  const lines = waiting.filter((line, at) => !waiting.slice(at + 1).some((later) => later.startsWith(line)));
  messages = [...untrack(() => messages).slice(-4), { id: next, lines: lines.map(ended) }];
  waiting = [];
}

/** Nothing of what was said stays in the document: somebody is hidden who may have said it. */
export function forgetAnnounced(): void {
  [waiting, messages] = [[], []];
}

/** With a full stop, so that the next line is not read as its end. */
function ended(line: string): string {
  return /[.!?…:”»]$/.test(line) ? line : `${line}.`;
}

export function announced(): { id: number; lines: string[] }[] {
  return messages;
}
