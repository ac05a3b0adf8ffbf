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
  "malformed", "no_such_seat", "wrong_chance", "not_chance", "already_chosen", "over", "dice_in_the_air", "others_choose",
  "not_your_turn", "not_your_dice", "no_rerolls", "skull_locked", "not_shown", "dice_used", "wrong_row", "row_closed",
  "freeze_own_turn", "freeze_zone", "freeze_roses", "must_use",
];

complete({
  game: "calavera",
  texts: { de, en, fr },
  codes: REFUSALS,
  chances: ["frozen", "stands", "line", "freeze", "mark", "gift", "curse"],
  options: { start_player: [], sheet: ["standard", "short"] },
  lesson,
  sources,
});

test("values find their places, in the words of the language", () => {
  expect(format(en["refusal.skull_locked"], { die: 2 }, "en")).toBe("Die 3 is a skull and locked.");
  expect(format(de["refusal.freeze_roses"], { row: "pink", needed: 3, roses: 2 }, "de")).toBe(
    "Pink hier einzufrieren kostet 3\u00a0Rosen; die Würfel zeigen 2.",
  );
  expect(format(fr["refusal.row_closed"], { row: "green" }, "fr")).toBe("Votre rangée verte est fermée.");
  expect(format(en["choice.lapse"], { n: 2 }, "en")).toBe("2\u00a0crosses lapse.");
});
