// Values in the words of each language.
import { expect, test } from "vitest";
import { format } from "../../lib/i18n/format";
import de from "./messages/de.json";
import en from "./messages/en.json";
import fr from "./messages/fr.json";

test("values find their places, in the words of the language", () => {
  expect(format(en["refusal.skull_locked"], { die: 2 }, "en")).toBe("Die 3 is a skull and locked.");
  expect(format(de["refusal.freeze_roses"], { row: "pink", needed: 3, roses: 2 }, "de")).toBe(
    "Rosa hier einzufrieren kostet 3\u00a0Rosen; die Würfel zeigen 2.",
  );
  expect(format(fr["refusal.row_closed"], { row: "green" }, "fr")).toBe("Votre rangée verte est fermée.");
  expect(format(en["choice.lapse"], { n: 2 }, "en")).toBe("2\u00a0crosses are lost.");
});
