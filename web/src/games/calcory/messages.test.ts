// Values in the words of each language.
import { expect, test } from "vitest";
import { format } from "../../lib/i18n/format";
import de from "./messages/de.json";
import en from "./messages/en.json";
import fr from "./messages/fr.json";

test("values find their places", () => {
  expect(format(en["refusal.nothing_turned"], { needed: 2 }, "en")).toBe("You haven’t turned up anything yet: turn up at least 2\u00a0cards.");
  expect(format(de.card, { colour: "blue", digit: 5 }, "de")).toBe("5 in Blau");
  expect(format(fr["sum.label"], { sum: 4, goal: 13, bid: -1 }, "fr")).toBe("Somme 4 sur 13");
});
