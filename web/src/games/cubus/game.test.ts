import { beforeAll, expect, test } from "vitest";
import { readRecord } from "../../lib/fairness/fairness";
import { loadMessages, setLanguage } from "../../lib/i18n";
import { expects } from "./words/expects";
import { derive } from "./fairness";
import knock from "./fixtures/knock.json";
import last from "./fixtures/last.json";
import middle from "./fixtures/middle.json";
import over from "./fixtures/over.json";
import remove from "./fixtures/remove.json";
import type { View } from "./model/geometry";
import { history, move, readStack, stackSign } from "./words/history";
import { tally } from "./words/tally";
import { about, inWords, reason } from "./words/words";

const as = (view: unknown) => view as View;
const names = ["Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"];

beforeAll(async () => {
  (globalThis as Record<string, unknown>).document = { documentElement: {} };
  await loadMessages("cubus");
  await setLanguage("en");
});

const texts = import.meta.glob<string>("./fixtures/*.jsonl", { query: "?raw", import: "default", eager: true });

function record(name: string) {
  return readRecord(texts[`./fixtures/${name}.jsonl`]!);
}

test.each(["standard", "alone"])("every card of a record follows from its secret: %s", async (name) => {
  const found = [];
  for await (const one of derive(record(name))) found.push(one);
  expect(found.length).toBe(record(name).events.filter((event) => event.by === "chance").length);
  expect(found.filter((one) => !one.ok)).toEqual([]);
});

test("another card than chance gave is found out", async () => {
  const forged = record("standard");
  const place = forged.events.findIndex((event) => event.do === "draw");
  forged.events[place]!.card = forged.events[place]!.card === "lid" ? "left" : "lid";
  const found = [];
  for await (const one of derive(forged)) found.push(one);
  expect(found.find((one) => one.place === place)?.ok).toBe(false);
});

test("what is expected of whom", () => {
  const key = (view: unknown) => expects(as(view), names).key.replace("cubus.expects.", "");
  expect([middle, knock, last, remove, over].map(({ view }) => key(view))).toEqual(["build", "knock", "last", "remove_first", "over"]);
  expect(key({ ...remove.view, again: [] })).toBe("remove");
  expect(key({ ...middle.view, seat: null })).toBe("build_other");
  expect(expects(as({ ...knock.view, phase: "show", knocker: 2, to_act: [2], seat: 0 }), names).values).toEqual({ knocker: "Cleo" });
});

test("the history in words, cards and stacks", () => {
  const built = history({ seq: 1, by: 1, do: "build", cells: [[0, 0, 2], [1, 0, 1]], floor: 0, open: [[-2, -2]] }, names)!;
  expect(built.text).toBe("Ben builds: 3\u00a0boxes");
  expect(readStack(built.signs![0]!)).toEqual({ cells: [[0, 0, 2], [1, 0, 1]], open: [[-2, -2]] });
  expect(history({ seq: 2, by: "chance", do: "draw", card: "open" }, names)).toEqual({ text: "drawn: open lid", signs: ["open"] });
  expect(history({ seq: 3, by: 0 }, names)!.text).toBe("Ana submits a last build");
  expect(history({ seq: 4, by: "house", do: "said" }, names)).toBeNull();
});

test("a build and a pass in a few letters, for the room beside a name", () => {
  expect(history({ seq: 1, by: 0, do: "build", cells: [[0, 0, 2], [1, 0, 1]] }, ["Ana"])!.brief).toBe("3\u00a0boxes");
  expect(history({ seq: 2, by: 0, do: "pass" }, ["Ana"])!.brief).toBe("can’t build");
});

test("a stack on another floor is the same sign", () => {
  expect(stackSign([[1, 1, 2]], [], 1)).toBe(stackSign([[0, 0, 2]], []));
});

test("cards in words", () => {
  expect(inWords({ left: 2, lid: 1 })).toBe("2\u00a0left sides and 1\u00a0closed lid");
  expect(inWords({})).toBe("no card");
});

test("a refusal says what is missing, and shows where", () => {
  expect(reason({ code: "cards_missing", message: "", where: { missing: { right: 1 } } })).toBe("You still need 1\u00a0right side.");
  expect(about({ code: "rises", message: "", where: { cells: [[1, 0], [0, 0]] } }, [])).toEqual([[1, 0], [0, 0]]);
  expect(about({ code: "lid_exchanged", message: "", where: { at: [-1, 0] } }, [[1, 2, 2]])).toEqual([[1, 2]]);
});

test("who must build is told who knows what", () => {
  expect(reason({ code: "must_build", message: "", where: {} })).toMatch(/hint/);
});

test("the scores are counted out", () => {
  expect(tally(as(over.view)).map((row) => row.cells)).toEqual([over.view.scores]);
  const taken = { left: 2, right: 1, lid: 0, open: 1 };
  const both = { ...over.view, options: { ...over.view.options, dismantling: "after" }, hands: over.view.hands.map(() => taken) };
  const [built, cards, sum] = tally(as(both));
  sum!.cells.forEach((score, seat) => expect(Number(built!.cells[seat]) + Number(cards!.cells[seat])).toBe(score));
  expect(cards!.cells[0]).toBe(4);
  const only = { ...both, scores: over.view.hands.map(() => 4), built: over.view.scores };
  expect(tally(as(only)).map((row) => row.cells)).toEqual([over.view.scores, over.view.hands.map(() => 4)]);
});

test("what may be done is told as one tells what to do", () => {
  expect(move({ do: "build", cells: [[0, 0, 2], [1, 0, 1]] })).toBe("build up to 3\u00a0boxes");
  expect(move({ do: "remove", cell: [1, 0] })).toBe("take a box from column (1, 0)");
  expect(["pass", "knock", "waive"].map((act) => move({ do: act }))).toEqual(["pass", "knock", "don’t knock"]);
});
