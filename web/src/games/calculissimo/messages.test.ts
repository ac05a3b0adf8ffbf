// Every text in three languages, and every code that the rules can refuse with.
import { complete } from "../complete";
import de from "./messages/de.json";
import en from "./messages/en.json";
import fr from "./messages/fr.json";
import lesson from "./lesson/lesson.json";

const rules = import.meta.glob<string>("../../../../src/quartett/games/calculissimo/{actions,refusals,notation,board/laying,board/score,board/draws}.py", {
  query: "?raw",
  import: "default",
  eager: true,
});
const sources = import.meta.glob<string>("./**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });
const CODE = /IllegalAction\(\s*"([a-z_]+)"/g;
const found = Object.values(rules).flatMap((text) => [...text.matchAll(CODE)].map(([, code]) => code!));

complete({
  game: "calculissimo",
  texts: { de, en, fr },
  codes: [...new Set(found), "joker_times", "joker_as"],
  chances: ["draw_joker", "draw_times", "draw_nine"],
  options: { edition: ["standard", "children"], challenge: ["true", "false"], start_player: [] },
  lesson,
  sources,
});
