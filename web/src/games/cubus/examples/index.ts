// Drawn examples of rules, by the section of the rulebook that they follow.
import type { Examples } from "../../../lib/board/contract";
import Box from "./Box.svelte";
import Builds from "./Builds.svelte";
import Stacks from "./Stacks.svelte";
import Taking from "./Taking.svelte";

export const examples: Examples = { 1: Box, 2: Stacks, 4: Builds, 8: Taking };
