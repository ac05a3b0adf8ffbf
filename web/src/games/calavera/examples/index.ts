// Drawn examples of rules, by the section of the rulebook that they follow.
import type { Examples } from "../../../lib/board/contract";
import Lines from "./Lines.svelte";
import Skulls from "./Skulls.svelte";
import Zones from "./Zones.svelte";

export const examples: Examples = { 1: Zones, 3: Skulls, 5: Lines };
