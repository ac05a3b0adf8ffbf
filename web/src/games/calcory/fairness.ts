// Calcory's chance re-derived: who begins, and the shuffle.
import { gameKey, streamAt, type Stream, type Record, type RecordEvent } from "../../lib/fairness/fairness";
import { COLOURS, DIGITS, type Card } from "./pieces/cards";
import { history } from "./words/history";

export async function* derive(record: Record): AsyncGenerator<{ place: number; ok: boolean; text: string }> {
  const key = await gameKey(record);
  for (const [place, event] of record.events.entries()) {
    if (event.by !== "chance") continue;
    const ok = await follows(event, streamAt(record, key, place), record, place);
    yield { place, ok, text: history({ seq: place, ...event }, record.head.seats)?.text ?? "" };
  }
}

async function follows(event: RecordEvent, stream: Stream, record: Record, place: number): Promise<boolean> {
  if (place === 0 && record.head.options.start_player == null) {
    return event.do === "start" && event.seat === (await stream.randrange(record.head.players));
  }
  return event.do === "deal" && String(event.cards) === String(await shuffled(stream));
}

/** The deck, colour by colour, shuffled from its end. */
export async function shuffled(stream: Stream): Promise<Card[]> {
  const cards = COLOURS.flatMap((_, colour) => DIGITS.map((digit): Card => [colour, digit]));
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const other = await stream.randrange(last + 1);
    [cards[last], cards[other]] = [cards[other]!, cards[last]!];
  }
  return cards;
}
