// Calavera's chance re-derived: who begins, and every roll.
import { gameKey, streamAt, type Stream, type Record, type RecordEvent } from "../../lib/fairness/fairness";
import { FACES, type Face } from "./pieces/faces";
import { history } from "./words/history";

const DICE = 6;

export async function* derive(record: Record): AsyncGenerator<{ place: number; ok: boolean; text: string }> {
  const key = await gameKey(record);
  for (const [place, event] of record.events.entries()) {
    if (event.by !== "chance") continue;
    const expected = await chance(streamAt(record, key, place), record, place);
    const ok = same(event, expected);
    yield { place, ok, text: history({ seq: place, ...event }, record.head.seats)?.text ?? "" };
  }
}

/** What chance gives at a place of the log. */
async function chance(stream: Stream, record: Record, place: number): Promise<RecordEvent> {
  const before = record.events[place - 1];
  if (place === 0 && record.head.options.start_player == null) {
    return { by: "chance", do: "start", seat: await stream.randrange(record.head.players) };
  }
  const count = before?.do === "reroll" ? (before.dice as number[]).length : DICE;
  return { by: "chance", do: "roll", faces: faces(count, await stream.randrange(FACES.length ** count)) };
}

/** The faces that a number stands for, the first die as its last digit. */
export function faces(count: number, number: number): Face[] {
  const found: Face[] = [];
  for (let rest = number; found.length < count; rest = Math.floor(rest / FACES.length)) found.push(FACES[rest % FACES.length]!);
  return found;
}

function same(event: RecordEvent, expected: RecordEvent): boolean {
  return event.do === expected.do && event.seat === expected.seat && String(event.faces) === String(expected.faces);
}
