// A whole game as one seat saw it, told line by line.
import { beforeAll, expect, test } from "vitest";
import type { Entry } from "../../../lib/board/contract";
import type { Calavera } from "../../../wire";
import { loadMessages, setLanguage, t } from "../../../lib/i18n";
import { expects } from "./expects";
import { history, move } from "./history";
import { offered, same, told } from "../pieces/offers";
import { padOf, worth } from "../pieces/pads";
import { pause } from "./pause";
import { tally } from "./tally";
import chosen from "../fixtures/chosen.json";
import cursed from "../fixtures/cursed.json";
import freezing from "../fixtures/freezing.json";
import over from "../fixtures/over.json";
import short from "../fixtures/short.json";
import skip from "../fixtures/skip.json";
import entries from "../fixtures/record/seen.json";

const NAMES = ["Ana", "Ben", "Cléo"];
const seen: Entry[] = (entries as unknown as Entry[]).map((entry, seq) => ({ ...entry, seq }));

beforeAll(async () => {
  globalThis.document ??= { documentElement: {} } as Document;
  await setLanguage("en");
  await loadMessages("calavera");
});

test("every event of a game has its line, with nothing left untold", () => {
  const lines = seen.map((entry) => history(entry, NAMES)?.text ?? "");
  expect(lines.every((text) => text && !text.includes("calavera.") && !text.includes("{"))).toBe(true);
});

test("what others chose in secret is only told when all have chosen", () => {
  const hidden = seen.find((entry) => entry.do === undefined)!;
  expect(history(hidden, NAMES)?.text).toMatch(/ has chosen\.$/);
  const shown = seen.find((entry) => Array.isArray(entry.shows) && entry.shows.length === 2)!;
  expect(history(shown, NAMES)?.text.match(/crosses|skips/g)).toHaveLength(2);
});

test("a roll is told kind by kind and drawn die by die", () => {
  const line = history({ seq: 0, by: "chance", do: "roll", faces: ["orange", "skull", "orange"] }, NAMES)!;
  expect(line.text).toBe("2\u00a0× orange, 1\u00a0× skull");
  expect(line.signs).toEqual(["orange", "skull", "orange"]);
});

test("what may be done is told as one tells what to do", () => {
  expect(move({ do: "freeze", row: "green" })).toBe("freeze green");
  expect(move({ do: "mark", use: "rose", row: "pink" })).toBe("cross off pink with roses");
  expect(move({ do: "reroll", dice: [0, 2] })).toBe("reroll dice 1 and 3");
  const acts = seen.filter((entry) => typeof entry.by === "number" && entry.do !== undefined);
  for (const entry of acts) expect(move({ ...entry, do: entry.do! })).not.toMatch(/calavera\.|[{]/);
});

test("dice rolled again are told by their numbers", () => {
  expect(history({ seq: 0, by: 1, do: "reroll", dice: [0, 2, 5] }, NAMES)?.text).toBe("Ben rerolls dice 1, 3, and 6.");
  expect(history({ seq: 0, by: 1, do: "reroll", dice: [4] }, NAMES)?.text).toBe("Ben rerolls die 5.");
});

test("the tally adds up to the scores", () => {
  for (const view of [over.view, short.view, freezing.view] as unknown as Calavera.View[]) {
    const rows = tally(view);
    const total = rows.at(-1)!.cells;
    expect(total).toEqual(view.scores);
    for (const seat of view.scores.keys()) {
      expect(rows.slice(0, -1).reduce((sum, row) => sum + row.cells[seat]!, 0)).toBe(view.scores[seat]);
    }
  }
});

test("the pads are those of the rules", () => {
  expect(worth(padOf(over.view as unknown as Calavera.View), 13)).toBe(-3);
  expect(worth(padOf(short.view as unknown as Calavera.View), 7)).toBe(10);
  expect(worth(padOf(over.view as unknown as Calavera.View), 0)).toBe(0);
});

test("the bar says what is expected of whom", () => {
  expect(expects(chosen.view as unknown as Calavera.View, chosen.names)).toEqual({ key: "calavera.expects.chosen", values: { names: "Dag" } });
  expect(expects(cursed.view as unknown as Calavera.View, cursed.names).values).toEqual({ name: "Ben", skulls: 3 });
  expect(expects(freezing.view as unknown as Calavera.View, NAMES).key).toBe("calavera.expects.use");
});

test("several players who choose are told in the plural", async () => {
  const view = { ...(cursed.view as unknown as Calavera.View), seat: null, to_act: [1, 2] };
  const said = ({ key, values }: ReturnType<typeof expects>) => t(key, values);
  expect(said(expects(view, cursed.names))).toMatch(/ are choosing /);
  expect(said(expects({ ...view, to_act: [1] }, cursed.names))).toMatch(/ is choosing /);
});

test("a choice is told with what it brings", () => {
  const offers = freezing.offers as unknown as Calavera.Offers;
  expect(told(offered(offers, { do: "freeze", row: "orange" })!)).toBe("Use all the roses to freeze the orange row: it keeps 10\u00a0points.");
  expect(told(offered(offers, { do: "mark", use: "orange", row: "orange" })!)).toMatch(/death zone/);
  expect(offered(offers, { do: "skip" })).toBeNull();
});

test("actions are the same whatever the order of their fields", () => {
  expect(same({ do: "freeze", row: "pink" }, { row: "pink", do: "freeze" })).toBe(true);
  expect(same({ do: "reroll", dice: [1, 2] }, { do: "reroll", dice: [1, 3] })).toBe(false);
});

test("dice have time to tumble, and one's own crosses cost none", () => {
  const view = freezing.view as unknown as Calavera.View;
  expect(pause([{ seq: 1, by: "chance", do: "roll", faces: [] }], view, true)).toBeGreaterThan(pause([{ seq: 1, by: "chance", do: "roll" }], view, false));
  expect(pause([{ seq: 1, by: view.seat!, do: "mark" }], view, true)).toBe(0);
});

test("where only skipping is left the bar says so", () => {
  const offers = skip.offers as unknown as Calavera.Offers;
  expect(offers.choices.map(({ action }) => action.do)).toEqual(["skip"]);
  expect(expects(skip.view as unknown as Calavera.View, NAMES, null, offers).key).toBe("calavera.expects.skip");
  expect(expects(freezing.view as unknown as Calavera.View, NAMES, null, freezing.offers as unknown as Calavera.Offers).key).toBe("calavera.expects.use");
});
