// Whole games as a seat saw them: the history tells what was done, and no card that was turned.
import { beforeAll, expect, test } from "vitest";
import type { Entry } from "../../../lib/board/contract";
import type { Calcory } from "../../../wire";
import { loadMessages, setLanguage } from "../../../lib/i18n";
import { expects } from "./expects";
import { history, move } from "./history";
import { tally } from "./tally";
import over from "../fixtures/over.json";
import entries from "../fixtures/record/seen.json";
import positions from "../fixtures/record/views.json";

const NAMES = ["Ana", "Ben", "Cléo"];
const seen: Entry[] = (entries as unknown as Entry[]).map((entry, seq) => ({ ...entry, seq }));

beforeAll(async () => {
  globalThis.document ??= { documentElement: {} } as Document;
  await setLanguage("en");
  await loadMessages("calcory");
});

test("every event but a turned card has its line", () => {
  for (const entry of seen) expect(history(entry, NAMES) === null).toBe(entry.do === "turn");
});

test("no line names a card or where it went", () => {
  const text = seen.map((entry) => history(entry, NAMES)?.text ?? "").join("\n");
  expect(text).toMatch(/Ben stops\./);
  expect(text).not.toMatch(/\d|red|yellow|green|blue|violet/);
});

test("when one may look back, every card and place is told", () => {
  for (const entry of seen) expect(history(entry, NAMES, true)).not.toBeNull();
  const line = history({ seq: 0, by: 0, do: "turn", at: [2, 6], shows: [3, 5] }, NAMES, true)!;
  expect(line.text).toBe("Ana turns up c7: blue 5.");
  expect(line.signs).toEqual(["3,5"]);
});

test("an action that could be done is described with its place", () => {
  expect(history({ seq: 0, by: 0, do: "turn", at: [2, 6] }, NAMES)?.text).toBe("Ana turns up c7.");
  expect(history({ seq: 0, by: 0, do: "return", card: [0, 0], to: [5, 9] }, NAMES)?.text).toBe("Ana puts the card from a1 back on f10.");
});

test("the bar has a sentence for every position", () => {
  for (const view of positions as unknown as Calcory.View[]) expect(expects(view, NAMES).key).toMatch(/^calcory\.expects\./);
  const view = (positions as unknown as Calcory.View[]).find((one) => one.active === one.seat && one.turned.length === 2)!;
  expect(expects(view, NAMES).key).toBe("calcory.expects.sum");
  expect(expects(view, NAMES, null, { needed: 0 } as Calcory.Offers).key).toBe("calcory.expects.sum");
});

test("to stop is offered in words only where one may", () => {
  const mine = (positions as unknown as Calcory.View[]).filter((one) => one.active === one.seat);
  const [before, after] = [0, 1].map((many) => mine.find((one) => one.phase === "turn" && one.turned.length === many)!);
  const asks = (view: Calcory.View, needed: number) => expects(view, NAMES, null, { needed } as Calcory.Offers).key;
  expect([asks(before!, 1), asks(before!, 2)]).toEqual(["calcory.expects.turn", "calcory.expects.turn.needed"]);
  expect([asks(after!, 0), asks(after!, 1)]).toEqual(["calcory.expects.sum", "calcory.expects.sum.needed"]);
});

test("the piles are the scores", () => {
  expect(tally(over.view as unknown as Calcory.View)[0]!.cells).toEqual(over.view.scores);
});

test("what may be done is told as one tells what to do", () => {
  expect(move({ do: "turn", at: [2, 6] })).toBe("turn up c7");
  expect(move({ do: "return", card: [0, 0], to: [5, 9] })).toBe("put the card from a1 back on f10");
  expect(["stop", "pass"].map((act) => move({ do: act }))).toEqual(["stop", "pass"]);
});
