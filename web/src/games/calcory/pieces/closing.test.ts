// What the eye still sees: checked against a whole game as one seat saw it.
import { expect, test } from "vitest";
import type { Calcory } from "../../../wire";
import type { Entry } from "../../../lib/board/contract";
import { lie, sumOf } from "./cards";
import { closing, counted, goesOn, NOTHING, openSeconds, pause } from "./closing";
import entries from "../fixtures/record/seen.json";
import positions from "../fixtures/record/views.json";

const views = positions as unknown as Calcory.View[];
const seen: Entry[] = (entries as unknown as Entry[]).map((entry, seq) => ({ ...entry, seq }));

/** Every step of the game: the view before, the event, the view after. */
const steps = views.slice(1).map((view, place) => ({ before: views[place]!, entry: seen[place]!, view }));

test("after a bust all cards of the turn are seen, and they are too many", () => {
  const busts = steps.filter(({ before, entry, view }) => closing(before, [entry], view).bust && closing(before, [entry], view).down.length > 0);
  expect(busts.length).toBeGreaterThan(2);
  for (const { before, entry, view } of busts) {
    const { down } = closing(before, [entry], view);
    expect(down).toHaveLength(before.turned.length + 1);
    const zeros = down.filter(({ card }) => card[1] === 0).length;
    expect(sumOf(down) > 13 || zeros > 1).toBe(true);
    expect(view.turned).toEqual([]);
  }
});

test("a card that stays open, or a stop, closes nothing", () => {
  for (const { before, entry, view } of steps.filter(({ entry }) => entry.do !== "turn")) {
    expect(closing(before, [entry], view).down).toEqual([]);
  }
  for (const { before, entry, view } of steps.filter(({ view }) => view.turned.length > 0)) {
    expect(closing(before, [entry], view).down).toEqual([]);
  }
});

test("a hit leaves its cards in sight for a moment", () => {
  const hit = steps.find(({ entry, view }) => entry.do === "turn" && view.phase === "return")!;
  const { gone, down } = closing(hit.before, [hit.entry], hit.view);
  expect(down).toEqual([]);
  expect(gone).toEqual(hit.view.taken);
  expect(gone.every(({ at }) => lie(hit.view, at) === "empty")).toBe(true);
});

test("several events at once close what they opened", () => {
  const start = steps.findIndex(({ before, entry }) => entry.do === "turn" && before.turned.length === 0);
  const end = steps.findIndex(({ view }, place) => place >= start && view.turned.length === 0);
  const news = steps.slice(start, end + 1).map(({ entry }) => entry);
  const { down, gone } = closing(steps[start]!.before, news, steps[end]!.view);
  const open = new Set((steps[end]!.view.bid?.cards ?? []).map(({ at }) => String(at)));
  const turned = news.filter((entry) => entry.do === "turn" && !open.has(String(entry.at)));
  expect(down.length + gone.length).toBe(turned.length);
});

test("a table with a time of its own keeps it; otherwise the player's setting holds", () => {
  const view = views[5]!;
  expect(openSeconds(view, 7)).toBe(7);
  expect(openSeconds({ ...view, options: { ...view.options, open_seconds: 10 } }, 7)).toBe(10);
});

test("a bust waits as long as its cards lie open", () => {
  const bust = steps.find(({ before, entry, view }) => closing(before, [entry], view).down.length > 0)!;
  expect(pause([bust.entry], bust.view, 5)).toBe(5000);
  const own = steps.find(({ entry, view }) => entry.do === "stop" && entry.by === view.seat)!;
  expect(pause([own.entry], own.view, 5)).toBe(0);
});

test("another's thirteen stays two and a half seconds; one's own waits for nothing", () => {
  const hit = steps.find(({ entry, view }) => entry.do === "turn" && view.phase === "return")!;
  const by = hit.entry.by as number;
  expect(pause([hit.entry], { ...hit.view, seat: 1 - by }, 5)).toBe(2500);
  expect(pause([hit.entry], { ...hit.view, seat: null }, 5)).toBe(2500);
  expect(pause([hit.entry], { ...hit.view, seat: by }, 5)).toBe(0);
});

test("a bust is counted for the player who made it, and gone once another has moved", () => {
  const busted = steps.find(({ before, entry, view }) => closing(before, [entry], view).bust && closing(before, [entry], view).down.length > 0)!;
  const seen = closing(busted.before, [busted.entry], busted.view);
  const shown = counted(busted.view, seen);
  expect(shown.seat).toBe(busted.entry.by);
  expect(shown.bust).toBe(true);
  expect(sumOf(shown.cards)).toBe(sumOf(seen.down));
  // Another takes some of the same cards into a bid: their sum is no bust, and it is not theirs.
  const bid = steps.find(({ entry, view }) => entry.do === "stop" && view.bid !== null)!;
  expect(goesOn([bid.entry])).toBe(true);
  expect(goesOn([{ seq: 1, by: "chance", do: "deal" }])).toBe(false);
  expect(counted(bid.view, NOTHING)).toEqual({ cards: [], seat: null, bust: false });
});
