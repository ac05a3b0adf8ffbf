// Drawn examples of rules, by the section of the rulebook that they follow.
import type { Examples } from "../../lib/board";
import Sums from "./examples/Sums.svelte";
import Taking from "./examples/Taking.svelte";

export const examples: Examples = { 4: Sums, 5: Taking };
