// A short tremble of the phone where the eye may be elsewhere; never without a first touch, which browsers ask for.
import { moves, settings } from "./settings.svelte";

export type Tremble = "turn" | "no" | "roll";

/** Milliseconds of trembling and rest, in turn. */
const PATTERNS: Record<Tremble, number[]> = { turn: [25], no: [15, 50, 15], roll: [8, 40, 8] };

/** Asked for once: to make such a query takes a browser longer than to roll a die. */
const touched = typeof matchMedia === "undefined" ? undefined : matchMedia("(pointer: coarse)");

export function canVibrate(): boolean {
  return typeof navigator !== "undefined" && "vibrate" in navigator && (touched?.matches ?? false);
}

/** Reduced motion switches this one off too. */
export function vibrate(how: Tremble): void {
  if (!settings.vibration || !moves() || !canVibrate() || !navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate(PATTERNS[how]);
}
