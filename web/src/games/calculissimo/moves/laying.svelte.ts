// How tiles come onto the board: by tap, by key and by drag; and what a joker is asked to stand for.
import type { Refusal } from "../../../lib/net/refused";
import { play as sound } from "../../../lib/device/sounds";
import { Draft } from "./draft.svelte";
import { Drag } from "./drag.svelte";
import { JOKER, type Laid, type View } from "./tiles";

/** A joker that waits to hear what it stands for. */
interface Asked {
  piece: number;
  row: number;
  column: number;
  typed: boolean;
}

export interface Table {
  view: View;
  /** Whether tiles may be laid now. */
  lays: boolean;
  refuse(refusal: Refusal): void;
}

export class Laying {
  readonly draft = new Draft();
  readonly drag = new Drag();
  asking = $state.raw<Asked | null>(null);
  /** A joker was typed: the next sign is what it stands for. */
  private jokerNext = false;

  constructor(private readonly table: () => Table) {}

  /** The tile that follows the pointer. */
  get inHand(): string | undefined {
    if (!this.drag.moved) return undefined;
    return this.draft.placed.find((one) => one.piece === this.drag.piece)?.tile ?? this.table().view.rack[this.drag.piece!];
  }

  field(row: number, column: number): void {
    const { draft } = this;
    if (!this.table().lays || this.drag.moved) return;
    const own = draft.lying(row, column);
    if (draft.chosen !== null && !own) {
      this.lay(draft.chosen, row, column);
    } else if (own) {
      draft.takeBack(own.piece);
      draft.at = { row, column };
    } else {
      draft.point(row, column);
    }
  }

  piece(piece: number): void {
    const { draft } = this;
    if (this.drag.moved) return;
    if (draft.exchanging) {
      const without = draft.exchanging.filter((one) => one !== piece);
      draft.exchanging = without.length < draft.exchanging.length ? without : [...without, piece];
    } else if (draft.typing && draft.isFree(draft.at.row, draft.at.column)) {
      if (draft.isJoker(piece)) this.lay(piece, draft.at.row, draft.at.column, true);
      else if (draft.type(this.table().view.rack[piece]!)) sound("tile");
    } else {
      draft.chosen = draft.chosen === piece ? null : piece;
    }
  }

  sign(sign: string): void {
    const { view, lays, refuse } = this.table();
    if (!lays) return;
    if (sign === JOKER && !this.jokerNext) {
      this.jokerNext = true;
      return;
    }
    const joker = this.jokerNext;
    this.jokerNext = false;
    const holds = (tile: string) => this.draft.left.some((piece) => view.rack[piece] === tile);
    const canJoker = view.edition.joker.includes(sign) && holds(JOKER);
    if ((joker ? canJoker : holds(sign) || canJoker) && this.draft.type(sign, joker)) {
      sound("tile");
      return;
    }
    const have = view.rack.filter((tile) => tile === sign).length;
    refuse({ code: "not_on_rack", message: "", where: { tile: sign, needed: have + 1, have } });
  }

  grab(event: PointerEvent, piece: number): void {
    if (this.table().lays && !this.draft.exchanging && event.button === 0) this.drag.grab(event, piece);
  }

  /** Puts a dragged tile before another on the rack, or behind all of them. */
  putBack(piece: number, before: number | "end"): void {
    this.draft.takeBack(piece);
    if (before !== piece) this.draft.move(piece, before === "end" ? null : before);
  }

  lay(piece: number, row: number, column: number, typed = false): void {
    const lies = this.draft.placed.some((one) => one.piece === piece);
    if (this.draft.isJoker(piece) && !lies) {
      if (this.draft.isFree(row, column)) this.asking = { piece, row, column, typed };
      return;
    }
    if (this.draft.lay(piece, row, column)) sound("tile");
  }

  jokerIs(sign: string): void {
    if (!this.asking) return;
    const { piece, row, column, typed } = this.asking;
    this.asking = null;
    if (typed) this.draft.type(sign, true);
    else this.draft.lay(piece, row, column, sign);
    sound("tile");
  }

  /** Lays tiles, or chooses those to exchange, as the adviser would. */
  follow(tiles: readonly Laid[], out: readonly string[]): void {
    this.draft.clear();
    if (out.length) this.draft.exchanging = this.draft.pieces(out);
    else this.draft.layAll(tiles);
  }
}
