// Earlier positions of a table: all of them for a replay, or one at a time beside a running game.
import { api } from "../net/api";
import type { Entry } from "../board/contract";
import type { PositionText } from "../../wire";

const CHUNK = 40;

/** Fetched as they are looked at, a few dozen at a time. */
export class PastState {
  places = $state(1);
  private views = $state.raw<unknown[]>([]);
  private events = $state.raw<(Entry | undefined)[]>([]);
  private drawings = $state.raw<string[]>([]);
  private asked = new Map<number, Promise<void>>();

  constructor(
    private readonly id: string,
    private readonly seat: number | null,
    /** Whether the game's own words are wanted. */
    private readonly inWords: boolean,
  ) {}

  view(place: number): unknown {
    return this.views[place];
  }

  words(place: number): PositionText | null {
    return this.inWords ? inThePast(this.drawings[place]) : null;
  }

  /** What led to the position. */
  event(place: number): Entry | undefined {
    return this.events[place];
  }

  /** Fetches the positions around a place, and those that will be wanted next. */
  async need(place: number): Promise<void> {
    const chunk = Math.floor(Math.max(0, place) / CHUNK);
    await this.fetch(chunk);
    if ((chunk + 1) * CHUNK < this.places) void this.fetch(chunk + 1).catch(() => {});
  }

  private fetch(chunk: number): Promise<void> {
    const known = this.asked.get(chunk);
    if (known) return known;
    const asked = this.ask(chunk).catch((reason: unknown) => {
      this.asked.delete(chunk);
      throw reason;
    });
    this.asked.set(chunk, asked);
    return asked;
  }

  private async ask(chunk: number): Promise<void> {
    const { first, views, events, places, drawings } = await api.views(this.id, chunk * CHUNK, CHUNK, this.seat, this.inWords);
    const [allViews, allEvents, allDrawings] = [[...this.views], [...this.events], [...this.drawings]];
    // The very first position has no event before it.
    const shift = views.length - events.length;
    views.forEach((view, at) => (allViews[first + at] = view));
    events.forEach((event, at) => (allEvents[first + at + shift] = event as unknown as Entry));
    drawings.forEach((drawing, at) => (allDrawings[first + at] = drawing));
    this.views = allViews;
    this.drawings = allDrawings;
    this.events = allEvents;
    this.places = places;
  }
}

/** Looking back from a running table: one position of the past, while the game goes on behind it. */
export class Looking {
  /** The place one looks at; null for the present. */
  at = $state<number | null>(null);
  view = $state.raw<unknown>(null);
  words = $state.raw<PositionText | null>(null);

  constructor(private readonly table: string) {}

  /** Goes back to a place; to the present where that is meant, or where it cannot be shown. */
  async back(place: number, last: number, seat: number | null, inWords: boolean): Promise<void> {
    if (place === last) return this.forward();
    this.at = place;
    try {
      const found = await api.views(this.table, place, 1, seat, inWords);
      if (this.at !== place) return;
      this.words = inWords ? inThePast(found.drawings[0]) : null;
      this.view = found.views[0] ?? null;
    } catch (reason) {
      this.forward();
      throw reason;
    }
  }

  /** To the present. */
  forward(): void {
    this.at = null;
    this.view = null;
    this.words = null;
  }
}

/** What is left of a position's words once it is past: nothing is asked, nothing can be chosen. */
function inThePast(drawing: string | undefined): PositionText {
  return { expects: "", drawing: drawing ?? "", hides: false, choices: [] };
}
