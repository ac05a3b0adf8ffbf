// A tile that follows the pointer, once it has moved a little.
const FAR = 6;
const LIFT = 44;

export class Drag {
  piece = $state<number | null>(null);
  x = $state(0);
  y = $state(0);
  /** Whether it is more than a click. */
  moved = $state(false);
  /** How far the tile floats above the finger, which would hide it; a mouse hides nothing. */
  lift = $state(0);
  private from = { x: 0, y: 0 };

  grab(event: PointerEvent, piece: number): void {
    this.piece = piece;
    this.moved = false;
    this.lift = event.pointerType === "touch" ? LIFT : 0;
    this.from = { x: event.clientX, y: event.clientY };
  }

  move(event: PointerEvent): void {
    if (this.piece === null) return;
    [this.x, this.y] = [event.clientX, event.clientY];
    if (Math.hypot(this.x - this.from.x, this.y - this.from.y) > FAR) this.moved = true;
  }

  /** Lets go: the piece that was dragged, or null after a mere click. */
  drop(): number | null {
    const dragged = this.moved ? this.piece : null;
    // The click that follows a drag is not meant; it comes before the next turn of the loop.
    setTimeout(() => this.end());
    return dragged;
  }

  end(): void {
    this.piece = null;
    this.moved = false;
  }
}
