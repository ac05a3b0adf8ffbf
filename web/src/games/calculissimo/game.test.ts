import { beforeAll, expect, test } from "vitest";
import { readRecord } from "../../lib/fairness/fairness";
import { loadMessages, setLanguage } from "../../lib/i18n";
import { expects } from "./words/expects";
import { derive } from "./fairness";
import answer from "./fixtures/answer.json";
import children from "./fixtures/children.json";
import first from "./fixtures/first.json";
import middle from "./fixtures/middle.json";
import over from "./fixtures/over.json";
import own from "./fixtures/own.json";
import { history, move } from "./words/history";
import steps from "./lesson/lesson.json";
import { tally } from "./words/tally";
import { placeName, typed, unseen, written, type View } from "./moves/tiles";
import { about, reason } from "./words/words";

const as = (view: unknown) => view as View;
const names = ["Ana", "Ben", "Cleo", "Dan"];

beforeAll(async () => {
  (globalThis as Record<string, unknown>).document = { documentElement: {} };
  await loadMessages("calculissimo");
  await setLanguage("en");
});

const texts = import.meta.glob<string>("./fixtures/*.jsonl", { query: "?raw", import: "default", eager: true });

function record(name: string) {
  return readRecord(texts[`./fixtures/${name}.jsonl`]!);
}

const played: Record<string, View> = { standard: as(middle.view), challenge: as(children.view), own: as(own.view) };

test.each(Object.keys(played))("every draw of a record follows from its secret: %s", async (name) => {
  const found = [];
  for await (const one of derive(record(name), played[name]!)) found.push(one);
  expect(found.length).toBe(record(name).events.filter((event) => event.by === "chance").length);
  expect(found.filter((one) => !one.ok)).toEqual([]);
});

test("another tile than chance gave is found out", async () => {
  const forged = record("standard");
  const place = forged.events.findIndex((event) => event.do === "draw");
  const tiles = forged.events[place]!.tiles as string[];
  tiles[0] = tiles[0] === "1" ? "2" : "1";
  const found = [];
  for await (const one of derive(forged, played.standard!)) found.push(one);
  expect(found.find((one) => one.place === place)?.ok).toBe(false);
});

test("with another bag than was played with nothing follows", async () => {
  const found = [];
  for await (const one of derive(record("own"), played.challenge!)) found.push(one);
  expect(found.some((one) => !one.ok)).toBe(true);
});

test("unseen tiles are those in the bag and on other racks", () => {
  const view = as(middle.view);
  const others = view.rack_sizes.reduce((sum, size) => sum + size, 0) - view.rack.length;
  expect(unseen(view).reduce((sum, [, count]) => sum + count, 0)).toBe(view.bag + others);
});

test("the scores are counted out to the total", () => {
  const [laid, left, total] = tally(as(over.view));
  laid!.cells.forEach((points, seat) => expect(Number(points) + Number(left!.cells[seat])).toBe(total!.cells[seat]));
  expect(total!.cells).toEqual(over.view.scores);
});

test("what is expected of whom", () => {
  expect(expects(as(middle.view), names).key).toBe("calculissimo.expects.play");
  expect(expects(as(first.view), names).key).toBe("calculissimo.expects.first");
  expect(expects(as(answer.view), names)).toEqual({ key: "calculissimo.expects.answer", values: { name: "Ana", n: 12 } });
  expect(expects({ ...as(middle.view), seat: 3 }, names).key).toBe("calculissimo.expects.other");
  expect(expects(as(over.view), names).key).toBe("calculissimo.expects.over");
});

test("the history in words and tiles", () => {
  const play = { seq: 1, by: 0, do: "play", tiles: [[5, 7, "4"], [6, 7, "−"], [8, 7, "?3"]], announce: 12 };
  const line = history(play, names)!;
  expect(line.text).toBe("Ana lays 4 − · 3 down from h6 and announces 12\u00a0points");
  expect(line.spoken).toBe("Ana lays 4 − (tile on the board) 3 down from h6 and announces 12\u00a0points");
  expect(line.signs).toEqual(["4", "−", "·", "?3"]);
  expect(history({ ...play, announce: null, shows: 48 }, names)!.text).toBe("Ana lays 4 − · 3 down from h6 for 48\u00a0points");
  expect(history({ ...play, announce: null }, names)!.text).toBe("Ana lays 4 − · 3 down from h6");
  expect(history({ seq: 4, by: 2, do: "challenge", shows: true }, names)!.text).toBe("Cleo challenges the play; it stands");
  expect(history({ seq: 4, by: 2, do: "challenge", shows: false }, names)!.text).toBe("Cleo challenges the play; it is taken back");
  expect(history({ seq: 2, by: "chance", do: "draw", seat: 1, shows: 3 }, names)).toBeNull();
  expect(history({ seq: 3, by: 1, do: "exchange", shows: 2 }, names)!.text).toBe("Ben exchanges 2\u00a0tiles");
});

test("places and keys as players say and type them", () => {
  expect(placeName(7, 7)).toBe("h8");
  expect([..."-*:x5?a"].map(typed)).toEqual(["−", "×", "÷", "×", "5", "?", null]);
  expect(written([[7, 5, "6"]])).toEqual({ at: "f8", down: false, signs: ["6"] });
});

test("a refusal names its fields", () => {
  const refusal = { code: "gap", message: "", where: { place: [7, 7] } };
  expect(reason(refusal)).toBe("There is a gap at h8.");
  expect(about(refusal)).toEqual([7, 7]);
  const wrong = { from: [7, 5], to: [7, 9], calculation: "6÷4", step: "6 ÷ 4", value: "1.5", bonus: false };
  expect(reason({ code: "wrong_step", message: "", where: wrong })).toContain("6 ÷ 4 = 1.5. Every step");
});

test("what may be done is told as one tells what to do", () => {
  const tiles = [[5, 7, "4"], [6, 7, "−"], [8, 7, "3"]];
  expect(move({ do: "play", tiles })).toBe("lay 4 − · 3 down from h6");
  expect(move({ do: "play", tiles, announce: 48 })).toBe("lay 4 − · 3 down from h6 and announce 48\u00a0points");
  expect(move({ do: "exchange", tiles: ["4"] })).toBe("exchange 1\u00a0tile");
  expect(["pass", "accept", "challenge"].map((act) => move({ do: act }))).toEqual(["pass", "accept the play", "challenge the play"]);
});

test("a decimal is written as the reader writes it", async () => {
  await setLanguage("de");
  const where = { from: [7, 5], to: [7, 9], calculation: "6÷4", step: "6 ÷ 4", value: "1.5", bonus: true };
  expect(reason({ code: "wrong_step", message: "", where })).toContain("= 1,5 mit den Bonusfeldern.");
  await setLanguage("en");
});

test("a lesson's previews are there for every order of laying", () => {
  const lay = steps.filter((step) => step.expect?.do === "play");
  expect(lay.length).toBeGreaterThan(3);
  for (const step of lay) {
    const tiles = step.expect!.tiles as unknown[];
    expect(step.tried!.length).toBeGreaterThanOrEqual(2 ** tiles.length - 1);
  }
});
