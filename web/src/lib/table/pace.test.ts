import { expect, test } from "vitest";
import { PACES, paced, settings } from "../device/settings.svelte";
import { usual } from "./pace";

test("others' moves are seen longer than draws, and one's own wait for nothing", () => {
  const by = (who: number | "chance") => [{ seq: 1, by: who, do: "play" }];
  expect(usual(by(1), { seat: 0 })).toBeGreaterThan(usual(by("chance"), { seat: 0 }));
  expect(usual(by(0), { seat: 0 })).toBe(0);
  expect(usual(by(0), { seat: null })).toBeGreaterThan(0);
  expect(usual([{ seq: 1, by: 1 }], { seat: 0 })).toBe(0); // nothing is seen of a hidden choice
});

test("the pace is the player's", () => {
  const lengths = Object.keys(PACES).map((pace) => {
    settings.pace = pace as keyof typeof PACES;
    return paced(1000);
  });
  expect(lengths).toEqual([1600, 1000, 500, 0]);
});
