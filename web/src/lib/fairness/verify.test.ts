import { expect, test } from "vitest";
import type { GameModule } from "../board/contract";
import vectors from "./fairness.vectors.json";
import { verify } from "./verify";

const head = { quartett: 1, game: "x", players: 3, options: {}, seats: [], commit: vectors.commit, nonces: vectors.nonces };
const result = { scores: [], winners: [], secret: vectors.secret };
const lines = (...all: object[]) => all.map((line) => JSON.stringify(line)).join("\n");
const whole = lines(head, { by: "chance", do: "roll" }, { by: 0, do: "skip" }, result);

function game(...found: { place: number; ok: boolean; text: string }[]): GameModule {
  return { async *derive() { yield* found; } } as unknown as GameModule;
}

async function faults(text: string, module: GameModule, known = vectors.commit, nonces = [vectors.nonces[0]!]) {
  const out: string[] = [];
  for await (const one of verify(text, module, null, known, nonces)) if (!one.ok) out.push(one.key);
  return out;
}

const fair = game({ place: 0, ok: true, text: "" });

test("a fair record has no fault", async () => {
  expect(await faults(whole, fair)).toEqual([]);
});

test("another commitment than the one shown is found", async () => {
  expect(await faults(whole, fair, "00")).toEqual(["fair.same"]);
});

test("a secret that does not fit is found", async () => {
  const other = { ...result, secret: "00".repeat(32) };
  expect(await faults(lines(head, { by: "chance", do: "roll" }, other), fair)).toEqual(["fair.commit"]);
});

test("a nonce that is missing is found", async () => {
  expect(await faults(whole, fair, vectors.commit, ["ff"])).toEqual(["fair.nonce"]);
});

test("a roll that does not follow is found", async () => {
  expect(await faults(whole, game({ place: 0, ok: false, text: "6" }))).toEqual(["fair.differs"]);
});

test("a roll that nobody derived is found", async () => {
  expect(await faults(whole, game())).toEqual(["fair.chance"]);
});

test("a game that is not over cannot be checked", async () => {
  expect(await faults(lines(head), fair)).toEqual(["fair.unfinished"]);
});

test("what was given as a position proves nothing and is not counted", async () => {
  const given = lines({ ...head, given: 1 }, { by: "chance", do: "roll" }, { by: "chance", do: "roll" }, result);
  const found = game({ place: 0, ok: false, text: "6" }, { place: 1, ok: true, text: "6" });
  expect(await faults(given, found)).toEqual([]);
  expect(await faults(given, game({ place: 0, ok: true, text: "6" }, { place: 1, ok: false, text: "6" }))).toEqual(["fair.differs"]);
});
