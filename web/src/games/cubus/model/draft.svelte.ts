// A stack on the workbench: columns raised and lowered at will, new open lids, steps to take back.
import type { AnyAction, Cubus } from "../../../wire";
import type { Cell, Spot, View } from "./geometry";

interface Step {
  cells: Cell[];
  /** Open lids that the builder has laid, where they lie in the picture. */
  fresh: Spot[];
}

export class Draft {
  private steps = $state.raw<Step[]>([]);
  private lies = $state.raw<{ cells: Cell[]; open: Spot[] }>({ cells: [], open: [] });

  /** Takes a new position; a draft of the same stack stays. */
  meet(view: View): void {
    const same = JSON.stringify([view.stack.cells, view.open]) === JSON.stringify([this.lies.cells, this.lies.open]);
    if (same) return;
    this.lies = { cells: view.stack.cells, open: view.open };
    this.steps = [];
  }

  get cells(): Cell[] {
    return this.steps.at(-1)?.cells ?? this.lies.cells;
  }

  /** All open lids, old and new. */
  get open(): Spot[] {
    return [...this.lies.open, ...this.fresh];
  }

  get fresh(): Spot[] {
    return this.steps.at(-1)?.fresh ?? [];
  }

  get changed(): boolean {
    return this.steps.length > 0;
  }

  get action(): AnyAction {
    return { do: "build", cells: this.cells, floor: 0, open: this.open };
  }

  height(x: number, y: number): number {
    return this.cells.find((cell) => cell[0] === x && cell[1] === y)?.[2] ?? 0;
  }

  raise(x: number, y: number): void {
    this.set(x, y, this.height(x, y) + 1);
  }

  lower(x: number, y: number): void {
    if (this.height(x, y)) this.set(x, y, this.height(x, y) - 1);
  }

  /** Opens or closes a lid that the builder lays. */
  toggle(x: number, y: number): void {
    const height = this.height(x, y);
    if (!height) return;
    const [a, b] = [x - height, y - height];
    if (has(this.lies.open, a, b)) return;
    const fresh = has(this.fresh, a, b) ? without(this.fresh, a, b) : [...this.fresh, [a, b] as Spot];
    this.steps = [...this.steps, { cells: this.cells, fresh }];
  }

  /** Every column one step forwards and one box higher: no lid moves in the picture. */
  layerUnder(): void {
    const cells = this.cells.map(([x, y, height]): Cell => [x + 1, y + 1, height + 1]);
    this.steps = [...this.steps, { cells, fresh: this.fresh }];
  }

  /** The other way round; columns of one box go, with lids laid on them. */
  layerAway(): void {
    const cells = this.cells.filter((cell) => cell[2] > 1).map(([x, y, height]): Cell => [x - 1, y - 1, height - 1]);
    if (cells.length) this.steps = [...this.steps, { cells, fresh: onLids(cells, this.fresh) }];
  }

  take(build: Pick<Cubus.Build, "cells" | "open">): void {
    const fresh = build.open.filter(([a, b]) => !has(this.lies.open, a, b));
    this.steps = [...this.steps, { cells: build.cells, fresh }];
  }

  undo(): void {
    this.steps = this.steps.slice(0, -1);
  }

  clear(): void {
    this.steps = [];
  }

  private set(x: number, y: number, height: number): void {
    const before = this.height(x, y);
    const cells = this.cells.filter((cell) => cell[0] !== x || cell[1] !== y);
    if (height) cells.push([x, y, height]);
    cells.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
    if (!cells.length) return;
    const [a, b] = [x - before, y - before];
    let fresh = this.fresh;
    if (before && has(fresh, a, b)) {
      fresh = without(fresh, a, b);
      if (height) fresh = [...fresh, [x - height, y - height]];
    }
    this.steps = [...this.steps, { cells, fresh }];
  }
}

function has(spots: readonly Spot[], a: number, b: number): boolean {
  return spots.some((spot) => spot[0] === a && spot[1] === b);
}

function without(spots: readonly Spot[], a: number, b: number): Spot[] {
  return spots.filter((spot) => spot[0] !== a || spot[1] !== b);
}

function onLids(cells: readonly Cell[], spots: readonly Spot[]): Spot[] {
  return spots.filter(([a, b]) => cells.some(([x, y, height]) => x - height === a && y - height === b));
}
