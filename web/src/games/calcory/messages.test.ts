// Every text in three languages, and every code that the rules can refuse with.
import { expect, test } from "vitest";
import { format } from "../../lib/format";
import de from "./messages/de.json";
import en from "./messages/en.json";
import fr from "./messages/fr.json";
import lesson from "./lesson.json";

const LANGUAGES: { [language: string]: { [key: string]: string } } = { de, en, fr };
const REFUSALS = [
  "malformed", "no_such_seat", "wrong_chance", "not_chance", "over", "not_dealt", "not_your_turn", "empty_place", "face_up",
  "marked", "turn_two", "must_pass", "nothing_turned", "nothing_taken", "not_taken", "place_used", "must_stop", "can_turn",
  "must_return", "no_such_place",
];

test.each(Object.keys(LANGUAGES))("%s has every message", (language) => {
  expect(Object.keys(LANGUAGES[language]!).sort()).toEqual(Object.keys(en).sort());
});

test.each(Object.keys(LANGUAGES))("%s says every refusal, chance, level and step of the lesson", (language) => {
  const keys = [
    ...REFUSALS.map((code) => `refusal.${code}`),
    ...["bust", "hit", "overbid"].map((code) => `chance.${code}`),
    ...["easy", "medium", "hard", "expert"].map((level) => `bot.${level}`),
    ...["start_player", "max_turns", "open_seconds"].flatMap((name) => [`option.${name}`, `option.${name}.help`]),
    ...lesson.map(({ say }) => say.replace("calcory.", "")),
  ];
  expect(keys.filter((key) => !(key in LANGUAGES[language]!))).toEqual([]);
});

test("the typography is that of the language", () => {
  for (const text of Object.values(fr)) expect(text).not.toMatch(/ [;:!?»]|« |'/);
  for (const text of [...Object.values(de), ...Object.values(en)]) expect(text).not.toMatch(/['"]/);
});

test("values find their places", () => {
  expect(format(en["refusal.nothing_turned"], { needed: 2 }, "en")).toBe("You have turned nothing yet: turn at least 2\u00a0cards.");
  expect(format(de.card, { colour: "blue", digit: 5 }, "de")).toBe("5 in Blau");
  expect(format(fr["sum.label"], { sum: 4, goal: 13, bid: -1 }, "fr")).toBe("Somme 4 sur 13");
});
