// Drawn examples of rules, by the section of the rulebook that they follow.
import type { Examples } from "../../lib/board";
import Box from "./examples/Box.svelte";
import Builds from "./examples/Builds.svelte";
import Stacks from "./examples/Stacks.svelte";
import Taking from "./examples/Taking.svelte";

export const examples: Examples = { 1: Box, 2: Stacks, 4: Builds, 8: Taking };
