// Every text in three languages, and every code that the rules can refuse with.
import { complete } from "../complete";
import de from "./messages/de.json";
import en from "./messages/en.json";
import fr from "./messages/fr.json";
import lesson from "./lesson/lesson.json";

const rules = import.meta.glob<string>("../../../../src/quartett/games/cubus/{actions,refusals,stacks/shape,stacks/text,builder/solver,builder/lay}.py", {
  query: "?raw",
  import: "default",
  eager: true,
});
const sources = import.meta.glob<string>("./**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });
const CODE = /(?:IllegalAction|Fault)\(\s*"([a-z_]+)"|: \("([a-z_]+)", "/g;
const found = Object.values(rules).flatMap((text) => [...text.matchAll(CODE)].map(([, one, other]) => (one ?? other)!));

complete({
  game: "cubus",
  texts: { de, en, fr },
  codes: [...new Set(found)],
  chances: ["next_can_build"],
  options: {
    knocking: ["true", "false"],
    last_build: ["none", "underdog", "contest"],
    dismantling: ["none", "after", "cards", "alone"],
    start_player: [],
  },
  lesson,
  sources,
});
