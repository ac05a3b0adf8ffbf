// Chance re-derived: every tile drawn follows from the record's secret and nonces.
import { gameKey, streamAt, type Stream, type Record, type RecordEvent } from "../../lib/fairness/fairness";
import { t } from "../../lib/i18n";
import { TILES, type View } from "./moves/tiles";

type Bag = number[];
type Edition = View["edition"];

/** What chance draws from: the bag and the racks of the edition that was played, whichever it was. */
export async function* derive(record: Record, { edition }: Pick<View, "edition">): AsyncGenerator<{ place: number; ok: boolean; text: string }> {
  const key = await gameKey(record);
  const table = new Table(record.head.players, edition);
  for (const [place, event] of record.events.entries()) {
    if (event.by === "chance") {
      const stream = streamAt(record, key, place);
      const tiles = event.do === "start" ? await table.lots(stream) : await table.drawn(event.seat as number, stream);
      const given = (event.do === "start" ? event.drawn : event.tiles) as string[];
      const ok = tiles.join() === given.join() && (event.do !== "start" || table.leader === event.seat);
      yield { place, ok, text: said(event, given) };
    }
    table.see(event, record.events[place + 1]);
  }
}

function said(event: RecordEvent, tiles: string[]): string {
  const values = { seat: (event.seat as number) + 1, tiles: tiles.join(" ") };
  return t(`calculissimo.derive.${event.do}`, values);
}

/** What chance depends on: the bag, and how many tiles each rack has. */
class Table {
  leader = -1;
  private readonly bag: Bag;
  private readonly racks: number[];
  private pending: { seat: number; tiles: number } | null = null;

  constructor(
    private readonly players: number,
    private readonly edition: Edition,
  ) {
    this.bag = TILES.map((tile) => edition.bag[tile] ?? 0);
    this.racks = Array.from({ length: players }, () => 0);
  }

  async drawn(seat: number, stream: Stream): Promise<string[]> {
    const missing = Math.min(this.edition.rack - this.racks[seat]!, total(this.bag));
    return inOrder(await draw([...this.bag], missing, stream));
  }

  /** The draw for the start: the highest number leads, and those tied for it draw again. */
  async lots(stream: Stream): Promise<string[]> {
    const drawn: string[] = [];
    let bag = [...this.bag];
    let drawing = Array.from({ length: this.players }, (_, seat) => seat);
    while (drawing.length > 1) {
      const round: string[] = [];
      for (let turn = 0; turn < drawing.length; turn += 1) round.push(...(await draw(bag, 1, stream)));
      drawn.push(...round);
      const highest = Math.max(...round.map(worth));
      drawing = drawing.filter((_, place) => worth(round[place]!) === highest);
      if (total(bag) < drawing.length) bag = [...this.bag];
    }
    this.leader = drawing[0]!;
    return drawn;
  }

  see(event: RecordEvent, next: RecordEvent | undefined): void {
    const seat = event.by as number;
    switch (event.do) {
      case "draw":
        for (const tile of event.tiles as string[]) this.bag[TILES.indexOf(tile)]! -= 1;
        this.racks[event.seat as number]! += (event.tiles as string[]).length;
        break;
      case "exchange":
        for (const tile of event.tiles as string[]) this.bag[TILES.indexOf(tile)]! += 1;
        this.racks[seat]! -= (event.tiles as string[]).length;
        break;
      case "play":
        this.pending = { seat, tiles: (event.tiles as unknown[]).length };
        this.racks[seat]! -= this.pending.tiles;
        break;
      case "challenge":
        // A play that stands is followed by its draw, while there is something to draw.
        if (this.pending && !(next?.do === "draw" && next.seat === this.pending.seat)) {
          this.racks[this.pending.seat]! += this.pending.tiles;
        }
    }
  }
}

async function draw(bag: Bag, number: number, stream: Stream): Promise<string[]> {
  const drawn: string[] = [];
  for (let tile = 0; tile < number; tile += 1) {
    let place = await stream.randrange(total(bag));
    const kind = bag.findIndex((tiles) => (place -= tiles) < 0);
    bag[kind]! -= 1;
    drawn.push(TILES[kind]!);
  }
  return drawn;
}

function inOrder(tiles: string[]): string[] {
  return tiles.sort((one, other) => TILES.indexOf(one) - TILES.indexOf(other));
}

function worth(tile: string): number {
  return Number(tile) || 0;
}

function total(bag: Bag): number {
  return bag.reduce((sum, tiles) => sum + tiles, 0);
}
