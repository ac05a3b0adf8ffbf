import { expect, test } from "vitest";
import type { Entry } from "../board/contract";
import { isSameQuestion } from "./table.svelte";

type Acting = { to_act: number[] };

const acting = (...seats: number[]) => ({ to_act: seats });
const chosen = (by: number) => ({ by, do: "mark" });

test.each<[string, Acting, Acting, Pick<Entry, "by" | "do">[], boolean]>([
  ["another chooses at the same time", acting(0, 2), acting(0), [chosen(2)], true],
  ["another chooses something hidden", acting(0, 2), acting(0), [{}], true],
  ["somebody writes", acting(0), acting(0), [{ by: "house", do: "said" }], true],
  ["one's own choice, and asked again", acting(0), acting(0), [chosen(0)], false],
  ["chance", acting(0), acting(0), [chosen(2), { by: "chance", do: "roll" }], false],
  ["taken back", acting(0), acting(0), [{ by: "house", do: "undone" }], false],
  ["asked only now", acting(2), acting(0), [chosen(2)], false],
  ["no longer asked", acting(0, 2), acting(), [chosen(2)], false],
])("%s", (_, before, after, entries, same) => {
  expect(isSameQuestion(0, before, after, entries)).toBe(same);
});
