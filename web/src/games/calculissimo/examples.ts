// Drawn examples of rules, by the section of the rulebook that they follow.
import type { Examples } from "../../lib/board";
import Crossing from "./examples/Crossing.svelte";
import Printed from "./examples/Printed.svelte";
import Steps from "./examples/Steps.svelte";

export const examples: Examples = { 4: Crossing, 5: Steps, 7: Printed };
