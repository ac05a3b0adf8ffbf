// Drawn examples of rules, by the section of the rulebook that they follow.
import type { Examples } from "../../../lib/board/contract";
import Sums from "./Sums.svelte";
import Taking from "./Taking.svelte";

export const examples: Examples = { 4: Sums, 5: Taking };
