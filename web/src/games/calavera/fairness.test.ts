// The chance of a real record, made with the library, re-derived here.
import { expect, test } from "vitest";
import { readRecord } from "../../lib/fairness/fairness";
import { derive, faces } from "./fairness";
import lines from "./fixtures/record/game.json";
import undone from "./fixtures/record/undone.json";

const record = readRecord(lines.join("\n"));

async function findings(of: typeof record) {
  const found = [];
  for await (const one of derive(of)) found.push(one);
  return found;
}

test("the start player and every roll follow from the secret and the nonces", async () => {
  const found = await findings(record);
  expect(found).toHaveLength(record.events.filter(({ by }) => by === "chance").length);
  expect(found.length).toBeGreaterThan(20);
  expect(found.every(({ ok }) => ok)).toBe(true);
  expect(record.events.some(({ do: what }) => what === "reroll")).toBe(true);
});

test("a die that was turned over is found out, and nothing else", async () => {
  const events = structuredClone(record.events);
  const place = events.map(({ do: what }) => what).lastIndexOf("roll");
  const roll = events[place]!.faces as string[];
  roll[0] = roll[0] === "skull" ? "rose" : "skull";
  const wrong = (await findings({ ...record, events })).filter(({ ok }) => !ok);
  expect(wrong.map((one) => one.place)).toEqual([place]);
});

test("a roll of too many dice is found out", async () => {
  const events = structuredClone(record.events);
  const place = events.findIndex(({ do: what }) => what === "roll");
  (events[place]!.faces as string[]).pop();
  expect((await findings({ ...record, events })).filter(({ ok }) => !ok)).toHaveLength(1);
});

test("the first die is the last digit of the number", () => {
  expect(faces(3, 5 + 6 * 4)).toEqual(["skull", "rose", "orange"]);
});

test("after moves were taken back, chance goes on where it was", async () => {
  const taken = readRecord(undone.join("\n"));
  expect(taken.result!.undone!.length).toBeGreaterThan(1);
  expect((await findings(taken)).every(({ ok }) => ok)).toBe(true);
  const silent = { ...taken, result: { ...taken.result!, undone: [] } };
  expect((await findings(silent)).every(({ ok }) => ok)).toBe(false);
});
