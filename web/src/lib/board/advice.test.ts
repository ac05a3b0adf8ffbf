import { beforeAll, expect, test } from "vitest";
import type { Advised } from "../../wire";
import { game as calavera } from "../../games/calavera";
import { differing, described } from "./advice";
import { loadMessages, setLanguage } from "../i18n";

beforeAll(async () => {
  (globalThis as Record<string, unknown>).document = { documentElement: {} };
  await loadMessages("calavera");
  await setLanguage("en");
});

const bust = (probability: number) => ({ code: "none", probability, text: "to bust", values: {} });
const option = (at: number, value: number, probability: number) => ({ action: { do: "turn", at }, value, text: "", chances: [bust(probability)] });

test("options that bring the same stand together, the best first", () => {
  const options = [option(0, 0.301, 0.1), option(1, 0.3, 0.1), option(2, 0.3, 0.2), option(3, 0.299, 0.1), option(4, 0.1, 0.1)];
  const found = differing({ unit: "win", options } as unknown as Advised, "calcory");
  expect(found.map(({ option: { action }, others }) => [action.at, others])).toEqual([[0, 2], [2, 0], [4, 0]]);
});

test("an action is told without its player's name", () => {
  expect(described(calavera, { do: "freeze", row: "pink" }, 1)).toEqual({ text: "freezes pink", signs: ["ice", "pink"] });
  expect(described(calavera, { do: "unheard" }, 0).text).toBe("unheard");
});
