// Drawn examples of rules, by the section of the rulebook that they follow.
import type { Examples } from "../../../lib/board/contract";
import Crossing from "./Crossing.svelte";
import Printed from "./Printed.svelte";
import Steps from "./Steps.svelte";

export const examples: Examples = { 4: Crossing, 5: Steps, 7: Printed };
