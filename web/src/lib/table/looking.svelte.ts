// Looking back: a position of the past as a view of its own, while the game goes on behind it.
import { api } from "../net/api";

export class Looking {
  /** The place one looks at; null for the present. */
  at = $state<number | null>(null);
  view = $state.raw<unknown>(null);

  constructor(private readonly table: string) {}

  /** Goes back to a place; to the present where that is meant, or where it cannot be shown. */
  async back(place: number, last: number, seat: number | null): Promise<void> {
    if (place === last) return this.forward();
    this.at = place;
    try {
      const found = await api.views(this.table, place, 1, seat);
      if (this.at === place) this.view = found.views[0] ?? null;
    } catch (reason) {
      this.forward();
      throw reason;
    }
  }

  /** To the present. */
  forward(): void {
    this.at = null;
    this.view = null;
  }
}
