// What a screen reader is told: the live region of the page shows the last lines.
import { untrack } from "svelte";

let lines = $state<{ id: number; text: string }[]>([]);
let next = 0;

/** Say what happened. Boards use it for what only the eye could tell. */
export function announce(text: string): void {
  next += 1;
  lines = [...untrack(() => lines).slice(-4), { id: next, text }];
}

export function announced(): { id: number; text: string }[] {
  return lines;
}
