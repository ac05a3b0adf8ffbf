// A play being laid: which tiles of the rack lie where, and where the next typed one goes.
import { JOKER, isJoker, type Laid, type View } from "./tiles";

/** A tile of the rack on the board; `piece` is its place on the rack. */
export interface Placed {
  row: number;
  column: number;
  piece: number;
  tile: string;
}

export class Draft {
  placed = $state.raw<readonly Placed[]>([]);
  /** The rack as the player has sorted it: places of `view.rack`. */
  order = $state.raw<readonly number[]>([]);
  /** The tile in hand, by its place on the rack. */
  chosen = $state<number | null>(null);
  /** The field where the next typed tile goes. */
  at = $state.raw({ row: 0, column: 0 });
  down = $state(false);
  /** Whether the player types from `at` on. */
  typing = $state(false);
  /** Tiles to be exchanged; null while the player is not exchanging. */
  exchanging = $state.raw<readonly number[] | null>(null);

  private rack: readonly string[] = [];
  private board: readonly string[] = [];
  private size = 0;

  /** Takes a new position; what was being laid stays where that is still possible. */
  meet(view: View): void {
    const same = view.rack.join() === this.rack.join();
    this.board = view.board;
    if (view.edition.board.length !== this.size) {
      this.size = view.edition.board.length;
      const middle = (this.size - 1) / 2;
      this.at = { row: middle, column: middle };
    }
    if (same) {
      if (this.placed.some(({ row, column }) => this.board[row * this.size + column])) this.clear();
      return;
    }
    this.order = sorted(this.rack, this.order, view.rack);
    this.rack = view.rack;
    this.clear();
    this.exchanging = null;
  }

  /** The tiles as a play names them. */
  get tiles(): Laid[] {
    const laid = this.placed.map(({ row, column, tile }): Laid => [row, column, tile]);
    return laid.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  }

  /** The rack in the player's order, without what lies on the board. */
  get left(): number[] {
    return this.order.filter((piece) => !this.placed.some((one) => one.piece === piece));
  }

  lying(row: number, column: number): Placed | undefined {
    return this.placed.find((one) => one.row === row && one.column === column);
  }

  isFree(row: number, column: number): boolean {
    const inside = row >= 0 && column >= 0 && row < this.size && column < this.size;
    return inside && !this.board[row * this.size + column] && !this.lying(row, column);
  }

  /** Lays a piece on a free field; a joker stands for `as`. */
  lay(piece: number, row: number, column: number, as = ""): boolean {
    const own = this.placed.find((one) => one.piece === piece);
    if (!this.isFree(row, column)) return false;
    const tile = own && !as ? own.tile : this.rack[piece]! + as;
    this.placed = [...this.placed.filter((one) => one.piece !== piece), { row, column, piece, tile }];
    this.chosen = null;
    return true;
  }

  /** Lays tiles as a play names them. */
  layAll(tiles: readonly Laid[]): void {
    const pieces = this.pieces(tiles.map((tile) => tile[2][0]!));
    tiles.forEach(([row, column, tile], place) => this.lay(pieces[place]!, row, column, tile.slice(1)));
  }

  /** Places of the rack that hold these tiles, each once. */
  pieces(tiles: readonly string[]): number[] {
    const free = [...this.order];
    return tiles.map((tile) => free.splice(free.findIndex((piece) => this.rack[piece] === tile), 1)[0]!);
  }

  takeBack(piece: number): void {
    this.placed = this.placed.filter((one) => one.piece !== piece);
  }

  clear(): void {
    this.placed = [];
    this.chosen = null;
    this.typing = false;
  }

  /** Puts the cursor on a field; the same field again turns it. */
  point(row: number, column: number): void {
    const same = this.typing && this.at.row === row && this.at.column === column;
    if (same) this.down = !this.down;
    this.at = { row, column };
    this.typing = true;
  }

  /** Lays a sign at the cursor, from the rack or as a joker, and goes on; false when the rack has none. */
  type(sign: string, joker = false): boolean {
    const piece = this.left.find((one) => this.rack[one] === (joker ? JOKER : sign));
    if (piece === undefined) return !joker && this.type(sign, true);
    if (!this.settle()) return false;
    this.lay(piece, this.at.row, this.at.column, joker ? sign : "");
    this.advance();
    return true;
  }

  /** Takes the last typed tile back, and the cursor with it. */
  backspace(): void {
    const last = this.placed.at(-1);
    if (!last) return;
    this.takeBack(last.piece);
    this.at = { row: last.row, column: last.column };
  }

  shuffle(random: () => number = Math.random): void {
    const order = [...this.order];
    for (let last = order.length - 1; last > 0; last -= 1) {
      const other = Math.floor(random() * (last + 1));
      [order[last], order[other]] = [order[other]!, order[last]!];
    }
    this.order = order;
  }

  /** The order of the rack after a piece was put before another. */
  move(piece: number, before: number | null): void {
    const rest = this.order.filter((one) => one !== piece);
    const at = before === null ? rest.length : rest.indexOf(before);
    this.order = [...rest.slice(0, at), piece, ...rest.slice(at)];
  }

  isJoker(piece: number): boolean {
    return isJoker(this.rack[piece] ?? "");
  }

  /** Puts the cursor on the next free field in its way, the present one included. */
  private settle(): boolean {
    let { row, column } = this.at;
    while (row < this.size && column < this.size && !this.isFree(row, column)) {
      if (this.down) row += 1;
      else column += 1;
    }
    if (row >= this.size || column >= this.size) return false;
    this.at = { row, column };
    return true;
  }

  private advance(): void {
    const before = this.at;
    if (!this.settle()) this.at = before;
  }
}

/** The new rack in the old order as far as its tiles are the same; new ones come last. */
export function sorted(old: readonly string[], order: readonly number[], rack: readonly string[]): number[] {
  const free = new Set(rack.keys());
  const kept: number[] = [];
  for (const piece of order) {
    const found = [...free].find((one) => rack[one] === old[piece]);
    if (found === undefined) continue;
    free.delete(found);
    kept.push(found);
  }
  return [...kept, ...free];
}
