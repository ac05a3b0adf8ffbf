// Drawn examples of rules, by the section of the rulebook that they follow.
import type { Examples } from "../../lib/board";
import Lines from "./examples/Lines.svelte";
import Skulls from "./examples/Skulls.svelte";
import Zones from "./examples/Zones.svelte";

export const examples: Examples = { 1: Zones, 3: Skulls, 5: Lines };
