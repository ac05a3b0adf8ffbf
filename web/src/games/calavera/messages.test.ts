// Every text in three languages, and every code that the rules can refuse with.
import { expect, test } from "vitest";
import { format } from "../../lib/format";
import de from "./messages/de.json";
import en from "./messages/en.json";
import fr from "./messages/fr.json";
import lesson from "./lesson.json";

const LANGUAGES: { [language: string]: { [key: string]: string } } = { de, en, fr };
const REFUSALS = [
  "malformed", "no_such_seat", "wrong_chance", "not_chance", "already_chosen", "over", "dice_in_the_air", "others_choose",
  "not_your_turn", "not_your_dice", "no_rerolls", "skull_locked", "not_shown", "dice_used", "wrong_row", "row_closed",
  "freeze_own_turn", "freeze_zone", "freeze_roses", "must_use",
];

test.each(Object.keys(LANGUAGES))("%s has every message", (language) => {
  expect(Object.keys(LANGUAGES[language]!).sort()).toEqual(Object.keys(en).sort());
});

test.each(Object.keys(LANGUAGES))("%s says every refusal, chance, level, option and step of the lesson", (language) => {
  const keys = [
    ...REFUSALS.map((code) => `refusal.${code}`),
    ...["frozen", "stands", "line", "freeze", "mark", "gift", "curse"].map((code) => `chance.${code}`),
    ...["easy", "medium", "hard", "expert"].map((level) => `bot.${level}`),
    ...["start_player", "sheet"].flatMap((name) => [`option.${name}`, `option.${name}.help`]),
    ...["standard", "short"].map((value) => `option.sheet.${value}`),
    ...lesson.map(({ say }) => say.replace("calavera.", "")),
  ];
  expect(keys.filter((key) => !(key in LANGUAGES[language]!))).toEqual([]);
});

test("the typography is that of the language", () => {
  for (const text of Object.values(fr)) expect(text).not.toMatch(/ [;:!?»]|« |'/);
  for (const text of [...Object.values(de), ...Object.values(en)]) expect(text).not.toMatch(/['"]/);
});

test("values find their places, in the words of the language", () => {
  expect(format(en["refusal.skull_locked"], { die: 2 }, "en")).toBe("Die 3 is a skull and locked.");
  expect(format(de["refusal.freeze_roses"], { row: "pink", needed: 3, roses: 2 }, "de")).toBe(
    "Pink hier einzufrieren kostet 3\u00a0Rosen; die Würfel zeigen 2.",
  );
  expect(format(fr["refusal.row_closed"], { row: "green" }, "fr")).toBe("Votre rangée verte est fermée.");
  expect(format(en["choice.lapse"], { n: 2 }, "en")).toBe("2\u00a0crosses lapse.");
});
