import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { socketUrl } from "./server";
import { Socket, type Follower } from "./socket";
import type { Plug } from "./transport";

class FakePlug implements Plug {
  static all: FakePlug[] = [];
  readyState = 0;
  sent: any[] = [];
  onopen: ((event: any) => void) | null = null;
  onmessage: ((event: any) => void) | null = null;
  onclose: ((event: any) => void) | null = null;

  constructor() {
    FakePlug.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  opens() {
    this.readyState = 1;
    this.onopen?.({});
  }
  says(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks() {
    this.readyState = 3;
    this.onclose?.({});
  }
}

function follower(last: number | null = null) {
  const heard: any[] = [];
  const one: Follower & { heard: any[] } = {
    table: "t",
    seat: 0,
    last,
    heard,
    position: (message) => heard.push(message),
    presence: (message) => heard.push(message),
    clock: (message) => heard.push(message),
    refused: (message) => heard.push(message),
  };
  return one;
}

const plug = () => FakePlug.all.at(-1)!;
const said = (kind: string) => plug().sent.filter((message) => message.t === kind);
const events = (...seqs: number[]) => ({
  t: "events", table: "t", seq: seqs.at(-1), seat: 0, view: null, events: seqs.map((seq) => ({ seq })),
});

let socket: Socket;

beforeEach(() => {
  vi.useFakeTimers();
  FakePlug.all = [];
  socket = new Socket(() => new FakePlug());
});
afterEach(() => vi.useRealTimers());

test("says hello for every table once open", () => {
  socket.follow(follower());
  plug().opens();
  expect(said("hello")).toEqual([{ t: "hello", table: "t", seat: 0, last: null, offers: true }]);
});

test("comes back with the last entry it knows", () => {
  socket.follow(follower());
  plug().opens();
  plug().says({ t: "snapshot", table: "t", seq: 7, seat: 0, view: null });
  plug().breaks();
  expect(socket.connection).toBe("offline");
  vi.advanceTimersByTime(1_000);
  plug().opens();
  expect(FakePlug.all).toHaveLength(2);
  expect(said("hello")[0].last).toBe(7);
});

test("waits longer after each failure, and not at all when the network wakes", () => {
  socket.follow(follower());
  for (const _ of Array(5)) {
    plug().breaks();
    vi.advanceTimersByTime(10_000);
  }
  expect(FakePlug.all).toHaveLength(6);
  plug().breaks();
  vi.advanceTimersByTime(1_000);
  expect(FakePlug.all).toHaveLength(6);
  socket.wake();
  expect(FakePlug.all).toHaveLength(7);
});

test("starts over as somebody else, with the same tables", () => {
  socket.follow(follower(3));
  plug().opens();
  socket.renew();
  expect(FakePlug.all.map((one) => one.readyState)).toEqual([3, 0]);
  plug().opens();
  expect(said("hello")[0].last).toBe(3);
  vi.advanceTimersByTime(15_000);
  expect(FakePlug.all).toHaveLength(2);
});

test("a gap in the entries asks for them again", () => {
  const one = follower(4);
  socket.follow(one);
  plug().opens();
  plug().says(events(7));
  expect(one.heard).toEqual([]);
  expect(said("hello").at(-1).last).toBe(4);
  plug().says(events(5, 6, 7));
  expect(one.heard).toHaveLength(1);
  expect(one.last).toBe(7);
});

test("entries that came before are not told again", () => {
  const one = follower(4);
  socket.follow(one);
  plug().opens();
  plug().says(events(4, 5));
  expect(one.heard[0].events).toEqual([{ seq: 5 }]);
});

test("an act is done when an entry carries it", async () => {
  socket.follow(follower(0));
  plug().opens();
  const done = socket.act("t", 0, 0, { do: "stop" });
  const { cmd } = said("act")[0];
  plug().says({ ...events(1), events: [{ seq: 1, cmd }] });
  await done;
});

test("an act is refused with its reason", async () => {
  socket.follow(follower(0));
  plug().opens();
  const done = socket.act("t", 0, 0, { do: "stop" });
  const { cmd } = said("act")[0];
  plug().says({ t: "rejected", code: "not_yours", message: "No.", where: { seat: 1 }, table: "t", cmd, id: null, seq: 0 });
  await expect(done).rejects.toMatchObject({ code: "not_yours", message: "No.", where: { seat: 1 } });
});

test("an act under way when the line breaks is given again under its own id", async () => {
  socket.follow(follower(0));
  plug().opens();
  const done = socket.act("t", 0, 0, { do: "stop" });
  const { cmd } = said("act")[0];
  plug().breaks();
  vi.advanceTimersByTime(1_000);
  plug().opens();
  expect(said("act")).toEqual([{ t: "act", table: "t", cmd, at: 0, action: { do: "stop" }, seat: 0 }]);
  plug().says({ ...events(1), events: [{ seq: 1, cmd }] });
  await done;
});

test("answers find their questions", async () => {
  socket.follow(follower(0));
  plug().opens();
  const first = socket.ask("t", 0, { do: "a" });
  const second = socket.ask("t", 0, { do: "b" });
  plug().says({ t: "tried", table: "t", id: said("try")[1].id, code: null, message: "", where: {}, preview: 2 });
  plug().says({ t: "tried", table: "t", id: said("try")[0].id, code: null, message: "", where: {}, preview: 1 });
  expect([(await first).preview, (await second).preview]).toEqual([1, 2]);
});

test("questions fail when the line breaks", async () => {
  socket.follow(follower(0));
  plug().opens();
  const answer = socket.hint("t", 0);
  plug().breaks();
  await expect(answer).rejects.toMatchObject({ code: "offline" });
});

test("silence after a ping counts as a broken line", () => {
  socket.follow(follower(0));
  plug().opens();
  vi.advanceTimersByTime(20_000);
  expect(said("ping")).toHaveLength(2);
  vi.advanceTimersByTime(10_000);
  expect(socket.connection).toBe("offline");
});

test("any word from the server is a sign of life", () => {
  socket.follow(follower(0));
  plug().opens();
  vi.advanceTimersByTime(20_000);
  plug().says({ t: "pong", now: 5 });
  vi.advanceTimersByTime(10_000);
  expect(socket.connection).toBe("open");
});

test.each([
  ["http://a.example/", "ws://a.example/ws"],
  ["https://a.example/games/index.html?x#/table/1", "wss://a.example/games/ws"],
])("the socket of %s is %s", (page, url) => {
  expect(socketUrl(page)).toBe(url);
});
