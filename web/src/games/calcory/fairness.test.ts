// The chance of a real record, made with the library, re-derived here.
import { expect, test } from "vitest";
import { gameKey, readRecord, Stream } from "../../lib/fairness/fairness";
import { COLOURS, DIGITS, triangles } from "./pieces/cards";
import { derive, shuffled } from "./fairness";
import lines from "./fixtures/record/game.json";

const record = readRecord(lines.join("\n"));

async function findings(of: typeof record) {
  const found = [];
  for await (const one of derive(of)) found.push(one);
  return found;
}

test("the start player and the deal follow from the secret and the nonces", async () => {
  const found = await findings(record);
  expect(found.map(({ place }) => place)).toEqual([0, 1]);
  expect(found.every(({ ok }) => ok)).toBe(true);
});

test("two cards exchanged are found out", async () => {
  const events = structuredClone(record.events);
  const cards = events[1]!.cards as number[][];
  const other = cards.findIndex((card) => String(card) !== String(cards[0]));
  [cards[0], cards[other]] = [cards[other]!, cards[0]!];
  const found = await findings({ ...record, events });
  expect(found.map(({ ok }) => ok)).toEqual([true, false]);
});

test("another start player is found out", async () => {
  const events = structuredClone(record.events);
  events[0]!.seat = (events[0]!.seat + 1) % 3;
  expect((await findings({ ...record, events })).map(({ ok }) => ok)).toEqual([false, true]);
});

test("a shuffle keeps all sixty cards", async () => {
  const cards = await shuffled(new Stream(await gameKey(record), 7));
  const deck = COLOURS.flatMap((_, colour) => DIGITS.map((digit) => `${colour},${digit}`));
  expect(cards.map(String).sort()).toEqual(deck.sort());
});

test("the triangles are those of the printed cards", () => {
  expect(Array.from({ length: 10 }, (_, digit) => triangles(digit))).toEqual([1, 0, 1, 1, 1, 1, 2, 2, 1, 0]);
});
