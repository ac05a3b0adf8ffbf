// Earlier positions of a table, fetched as they are looked at, a few dozen at a time.
import { api } from "../net/api";
import type { Entry } from "../board/board";

const CHUNK = 40;

export class PastState {
  places = $state(1);
  private views = $state.raw<unknown[]>([]);
  private events = $state.raw<(Entry | undefined)[]>([]);
  private asked = new Map<number, Promise<void>>();

  constructor(
    private readonly id: string,
    private readonly seat: number | null,
  ) {}

  view(place: number): unknown {
    return this.views[place];
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
    const { first, views, events, places } = await api.views(this.id, chunk * CHUNK, CHUNK, this.seat);
    const [allViews, allEvents] = [[...this.views], [...this.events]];
    // The very first position has no event before it.
    const shift = views.length - events.length;
    views.forEach((view, at) => (allViews[first + at] = view));
    events.forEach((event, at) => (allEvents[first + at + shift] = event as unknown as Entry));
    this.views = allViews;
    this.events = allEvents;
    this.places = places;
  }
}
