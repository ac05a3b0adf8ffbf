import { expect, test } from "vitest";
import type { Entry } from "../board/contract";
import { isSameQuestion, reused } from "./table.svelte";

type Acting = { to_act: number[] };

const acting = (...seats: number[]) => ({ to_act: seats });
const chosen = (by: number) => ({ by, do: "mark" });

test.each<[string, Acting, Acting, Partial<Entry>[], boolean]>([
  ["another chooses at the same time", acting(0, 2), acting(0), [chosen(2)], true],
  ["another chooses something hidden", acting(0, 2), acting(0), [{}], true],
  ["somebody writes", acting(0), acting(0), [{ by: "house", do: "said" }], true],
  ["one's own choice, and asked again", acting(0), acting(0), [chosen(0)], false],
  ["chance", acting(0), acting(0), [chosen(2), { by: "chance", do: "roll" }], false],
  ["taken back", acting(0), acting(0), [{ by: "house", do: "undone" }], false],
  ["another gives up", acting(0), acting(0), [{ by: "house", do: "resigned", seat: 1 }], true],
  ["one gives up oneself", acting(0), acting(0), [{ by: "house", do: "resigned", seat: 0 }], false],
  ["a bot takes over", acting(0), acting(0), [{ by: "house", do: "stood_in", seat: 0 }], false],
  ["the game ends before its rules end it", acting(0), acting(0), [{ by: "house", do: "ended" }], false],
  ["asked only now", acting(2), acting(0), [chosen(2)], false],
  ["no longer asked", acting(0, 2), acting(), [chosen(2)], false],
])("%s", (_, before, after, entries, same) => {
  expect(isSameQuestion(0, before, after, entries)).toBe(same);
});

test("what stays as it was is the same object, what changed is not", () => {
  const before = { scores: [3, 4], sheets: [{ crosses: [1, 0] }, { crosses: [2, 2] }], last: null };
  const after = reused(before, { scores: [3, 4], sheets: [{ crosses: [1, 1] }, { crosses: [2, 2] }], last: null });
  expect(after).toEqual({ scores: [3, 4], sheets: [{ crosses: [1, 1] }, { crosses: [2, 2] }], last: null });
  expect(after.scores).toBe(before.scores);
  expect(after.sheets[1]).toBe(before.sheets[1]);
  expect(after.sheets[0]).not.toBe(before.sheets[0]);
});

test.each<[unknown, unknown]>([
  [{ at: undefined }, { to: undefined }],
  [[1, 2], [1]],
  [{ 0: 1 }, [1]],
  [{ at: 1 }, null],
  [null, { at: 1 }],
])("%o is not taken for %o", (before, after) => {
  expect(reused(before, after)).toBe(after);
});

test("a position that says the same is the same", () => {
  const before = { to_act: [0], bid: { cards: [[1, 2]] } };
  expect(reused(before, { to_act: [0], bid: { cards: [[1, 2]] } })).toBe(before);
});
