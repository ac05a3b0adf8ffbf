import { beforeAll, expect, test } from "vitest";
import { outside } from ".";
import { setLanguage } from "../lib/i18n";
import type { GameInfo } from "../wire";
import { columns, label, plain, shape, sorted, values } from "./fields";

const INFO = { id: "chess", name: "Chess", page: [] as string[] } as unknown as GameInfo;
const NAMES = ["Ana", "Ben"];

beforeAll(async () => {
  (globalThis as Record<string, unknown>).document = { documentElement: {} };
  await setLanguage("en");
});

test("a view is sorted into facts, what each seat has, and the rest", () => {
  const view = { players: 2, seat: 0, to_act: [0], over: false, scores: [0, 0], winners: [], prize: 3, hands: [[1], [2, 3]], deck: [4, 5] };
  const { facts, seats, rest } = sorted(view);
  expect([facts, seats, rest].map((fields) => fields.map(({ name }) => name))).toEqual([["prize"], ["hands"], ["deck"]]);
});

test.each([
  ["plain", 3],
  ["plain", null],
  ["list", [1, "a", null]],
  ["list", []],
  ["grid", [[1, 2], [3, 4]]],
  ["nested", [[1, 2], [3]]],
  ["records", [{ a: 1 }, { b: 2 }]],
  ["record", { a: [1] }],
])("shown as %s: %j", (kind, value) => {
  expect(shape(value)).toBe(kind);
});

test("names and values become readable", () => {
  expect(label("chess", "last_build")).toBe("Last build");
  expect([null, true, 1234, "x"].map(plain)).toEqual(["–", "yes", "1,234", "x"]);
  expect(columns([{ a: 1 }, { b: 2, a: 3 }])).toEqual(["a", "b"]);
  expect(values({ card: 3, shows: [[0, 2], [1, 3]] })).toEqual({ card: 3, shows: "0, 2, 1, 3" });
});

test("a history line has the name and the game's own words; what was not seen has none", async () => {
  const { history } = await outside(INFO);
  expect(history({ seq: 1, by: 1, do: "move", text: "e4" }, NAMES)).toEqual({ text: "Ben: e4" });
  expect(history({ seq: 2, by: "chance", do: "turn", text: "#3" }, NAMES)).toEqual({ text: "#3" });
  expect(history({ seq: 3, by: 1 }, NAMES)).toBeNull();
});

test("the bar says what the game expects, or whom the table waits for", async () => {
  const { expects } = await outside(INFO);
  const words = { expects: "Move a piece.", drawing: "", hides: false, choices: [] };
  const mine = { seat: 0, to_act: [0] };
  expect(expects(mine, NAMES, words)).toEqual({ key: "generic.says", values: { text: "Move a piece." } });
  expect(expects(mine, NAMES, { ...words, expects: "" })).toEqual({ key: "generic.yours" });
  expect(expects({ seat: 0, to_act: [1] }, NAMES, words)).toEqual({ key: "generic.waiting", values: { names: "Ben", n: 1 } });
});

test("a device is handed over behind a screen unless the position hides nothing", async () => {
  const { secret } = await outside(INFO);
  expect(secret!({}, { expects: "", drawing: "", hides: false, choices: [] })).toBe(false);
  expect(secret!({}, null)).toBe(true);
});
