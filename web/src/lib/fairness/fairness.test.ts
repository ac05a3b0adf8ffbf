import { expect, test } from "vitest";
import { Stream, bytes, commitment, gameKey, readRecord } from "./fairness";
import vectors from "./fairness.vectors.json";

const head = { quartett: 1, game: "calavera", players: 3, options: {}, seats: [], commit: vectors.commit, nonces: vectors.nonces };
const record = { head, events: [], result: { scores: [], winners: [], secret: vectors.secret } };

test("the commitment is the library's", async () => {
  expect(await commitment(bytes(vectors.secret))).toBe(vectors.commit);
});

test.each(vectors.streams)("the numbers at place $place are the library's", async ({ place, drawn }) => {
  const stream = new Stream(await gameKey(record), place);
  for (const [stop, value] of drawn) expect([stop, await stream.randrange(stop!)]).toEqual([stop, value]);
});

test("there is no number below nothing", async () => {
  await expect(new Stream(await gameKey(record), 0).randrange(0)).rejects.toThrow(RangeError);
});

test("a record is read line by line, its result apart", () => {
  const text = [head, { by: 0, do: "skip" }, record.result].map((line) => JSON.stringify(line)).join("\n") + "\n";
  expect(readRecord(text)).toEqual({ head, events: [{ by: 0, do: "skip" }], result: record.result });
  expect(readRecord(JSON.stringify(head)).result).toBeNull();
});
