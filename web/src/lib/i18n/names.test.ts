import { beforeAll, expect, test } from "vitest";
import type { ListedTable, TableInfo } from "../../wire";
import { setLanguage } from "./index";
import { namesOf, seated } from "./names";

beforeAll(async () => {
  (globalThis as Record<string, unknown>).document = { documentElement: {} };
  await setLanguage("fr");
});

test("a guest without a name is called one in the reader's language; a free seat is nobody's", () => {
  const seats = [{ kind: "person", name: "" }, { kind: "bot", name: "Paco" }, { kind: "open", name: "" }];
  expect(namesOf({ seats } as unknown as TableInfo)).toEqual(["Invité", "Paco", ""]);
  expect(namesOf(null)).toEqual([]);
  expect(seated({ names: ["", "Paco", null] } as unknown as ListedTable)).toEqual(["Invité", "Paco"]);
});

test("bots of the same name can be told apart", () => {
  const seats = ["Jona", "Ana", "Jona", "Jona"].map((name) => ({ kind: "bot", name }));
  expect(namesOf({ seats } as unknown as TableInfo)).toEqual(["Jona", "Ana", "Jona 2", "Jona 3"]);
});
