// Every text in three languages, and every code that the rules can refuse with.
import { expect, test } from "vitest";
import { format } from "../../lib/i18n/format";
import { complete } from "../complete";
import de from "./messages/de.json";
import en from "./messages/en.json";
import fr from "./messages/fr.json";
import lesson from "./lesson/lesson.json";

const sources = import.meta.glob<string>("./**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });
const REFUSALS = [
  "malformed", "no_such_seat", "wrong_chance", "not_chance", "over", "not_dealt", "not_your_turn", "empty_place", "face_up",
  "marked", "turn_two", "must_pass", "nothing_turned", "nothing_taken", "not_taken", "place_used", "must_stop", "can_turn",
  "must_return", "no_such_place",
];

complete({
  game: "calcory",
  texts: { de, en, fr },
  codes: REFUSALS,
  chances: ["bust", "hit", "overbid"],
  options: { start_player: [], max_turns: [], open_seconds: [] },
  lesson,
  sources,
});

test("values find their places", () => {
  expect(format(en["refusal.nothing_turned"], { needed: 2 }, "en")).toBe("You have turned nothing yet: turn at least 2\u00a0cards.");
  expect(format(de.card, { colour: "blue", digit: 5 }, "de")).toBe("5 in Blau");
  expect(format(fr["sum.label"], { sum: 4, goal: 13, bid: -1 }, "fr")).toBe("Somme 4 sur 13");
});
