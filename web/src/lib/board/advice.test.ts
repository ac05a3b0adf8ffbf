import { beforeAll, expect, test } from "vitest";
import { game as calavera } from "../../games/calavera";
import { described } from "./advice";
import { loadMessages, setLanguage } from "../i18n";

beforeAll(async () => {
  (globalThis as Record<string, unknown>).document = { documentElement: {} };
  await loadMessages("calavera");
  await setLanguage("en");
});

test("an action is told as one tells what to do, or in the words of the history without the name", () => {
  const freeze = { do: "freeze", row: "pink" };
  expect(described(calavera, freeze, 1)).toEqual({ text: "freeze pink", signs: ["ice", "pink"] });
  expect(described({ ...calavera, move: undefined }, freeze, 1)).toEqual({ text: "freezes pink", signs: ["ice", "pink"] });
  expect(described(calavera, { do: "unheard" }, 0).text).toBe("unheard");
});
