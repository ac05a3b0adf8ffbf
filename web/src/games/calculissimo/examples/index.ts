// Drawn examples of rules, by the section of the rulebook that they follow.
import type { Examples } from "../../../lib/board/contract";
import Bonus from "./Bonus.svelte";
import Crossing from "./Crossing.svelte";
import Steps from "./Steps.svelte";

export const examples: Examples = { 4: Crossing, 5: Steps, 7: Bonus };
