// Chance re-derived: every card drawn follows from the record's secret and nonces.
import { gameKey, streamAt, type Stream, type Record, type RecordEvent } from "../../lib/fairness/fairness";
import { t } from "../../lib/i18n";
import type { Spot } from "./model/geometry";
import { KINDS, type Kind } from "./words/words";

type Pile = { [kind in Kind]: number };

/** All cards but the three of the first box. */
const PILE: Pile = { left: 15, right: 15, lid: 11, open: 4 };
const OPEN_LIDS = 4;

export async function* derive(record: Record): AsyncGenerator<{ place: number; ok: boolean; text: string }> {
  const key = await gameKey(record);
  const pile = { ...PILE };
  for (const [place, event] of record.events.entries()) {
    if (event.by !== "chance") continue;
    const stream = streamAt(record, key, place);
    yield { place, ok: await follows(event, record.head.players, pile, stream), text: said(event) };
    if (event.do === "draw") pile[event.card as Kind] -= 1;
  }
}

async function follows(event: RecordEvent, players: number, pile: Pile, stream: Stream): Promise<boolean> {
  switch (event.do) {
    case "start":
      return event.seat === (await stream.randrange(players));
    case "draw":
      return event.card === (await drawn(pile, stream));
    case "place":
      return JSON.stringify(event.open) === JSON.stringify(await placed(stream));
  }
  return false;
}

async function drawn(pile: Pile, stream: Stream): Promise<Kind | undefined> {
  let number = await stream.randrange(KINDS.reduce((sum, kind) => sum + pile[kind], 0));
  return KINDS.find((kind) => (number -= pile[kind]) < 0);
}

/** Four of the sixteen lids of the cube, one after the other, in order. */
async function placed(stream: Stream): Promise<Spot[]> {
  const left: Spot[] = [];
  for (let a = -4; a < 0; a += 1) for (let b = -4; b < 0; b += 1) left.push([a, b]);
  const lids: Spot[] = [];
  for (let lid = 0; lid < OPEN_LIDS; lid += 1) lids.push(...left.splice(await stream.randrange(left.length), 1));
  return lids.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
}

function said(event: RecordEvent): string {
  const card = event.do === "draw" ? t(`cubus.kind.${event.card as string}`) : "";
  return t(`cubus.derive.${event.do}`, { seat: Number(event.seat ?? 0) + 1, card });
}
