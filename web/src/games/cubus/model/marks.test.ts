import { beforeAll, expect, test } from "vitest";
import { loadMessages, setLanguage } from "../../../lib/i18n";
import first from "../fixtures/first.json";
import type { Offers } from "./geometry";
import steps from "../lesson/lesson.json";
import { added, around, differing, gained, ghostMark, takingMark, telling } from "./marks";

beforeAll(async () => {
  (globalThis as Record<string, unknown>).document = { documentElement: {} };
  await loadMessages("cubus");
  await setLanguage("en");
});

test("a ghost that can be paid says what it costs and earns; another what is missing", () => {
  const marks = (first.offers as unknown as Offers).ghosts.map(ghostMark);
  const tower = marks.find((mark) => mark.cell.join() === "0,0")!;
  expect(tower).toMatchObject({ sign: "+1", may: true, ghost: true });
  expect(tower.label).toBe("A box here takes 1\u00a0left side and 1\u00a0right side; 1\u00a0point in all.");
  expect(marks.find((mark) => mark.cell.join() === "1,0")).toMatchObject({ sign: "", may: false });
});

test("a box to be taken says how many cards it frees", () => {
  const marks = (steps[9]!.offers as unknown as Offers).takings.map(takingMark);
  expect(marks.map((mark) => mark.sign).sort()).toEqual(["+1", "+1", "+1", "+2"]);
  expect(takingMark({ cell: [0, 0], freed: { left: 0, right: 0, lid: 0, open: 0 } })).toMatchObject({ sign: "0", may: true });
});

test("a layer slipped under changes nothing that one sees", () => {
  expect(differing([[0, 0, 2], [0, 1, 1]], [[1, 1, 3], [1, 2, 2]])).toEqual([]);
  expect(differing([[0, 0, 1]], [[0, 0, 2], [1, 0, 1]])).toEqual([[0, 0], [1, 0]]);
});

test("around one column lie eight squares", () => {
  expect(around([[0, 0, 3]])).toHaveLength(8);
});

test("a rebuild too has boxes to look at", () => {
  expect(telling([[0, 0, 1]], [[0, 0, 2]])).toEqual([[0, 0, 1]]);
  expect(telling([[0, 0, 2]], [[0, 0, 1], [1, 0, 1]])).toEqual([[0, 0, 0], [1, 0, 0]]);
});

test("boxes are added one by one, and a rebuild is no adding", () => {
  expect(added([[0, 0, 1]], [[0, 0, 2], [1, 0, 1]])).toEqual([[0, 0, 1], [1, 0, 0]]);
  expect(added([[0, 0, 2]], [[0, 0, 1], [1, 0, 1]])).toEqual([]);
});

test("cards that were drawn fly, cards that were used do not", () => {
  const none = { left: 0, right: 0, lid: 0, open: 0 };
  const before = [{ ...none, left: 2 }, none];
  expect(gained(before, [{ ...none, left: 1, lid: 2 }, { ...none, open: 1 }])).toEqual([
    { seat: 0, kind: "lid" },
    { seat: 0, kind: "lid" },
    { seat: 1, kind: "open" },
  ]);
  expect(gained(before, before)).toEqual([]);
});
