import { beforeAll, expect, test } from "vitest";
import { game as calavera } from "../../games/calavera";
import { described } from "./advice";
import { loadMessages, setLanguage } from "../i18n";

beforeAll(async () => {
  (globalThis as Record<string, unknown>).document = { documentElement: {} };
  await loadMessages("calavera");
  await setLanguage("en");
});

test("an action is told without its player's name", () => {
  expect(described(calavera, { do: "freeze", row: "pink" }, 1)).toEqual({ text: "freezes pink", signs: ["ice", "pink"] });
  expect(described(calavera, { do: "unheard" }, 0).text).toBe("unheard");
});
