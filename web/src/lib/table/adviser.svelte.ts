// Advice at a table: it holds for the position it was asked in.
import type { Advised } from "../../wire";
import type { TableState } from "./table.svelte";

export class Adviser {
  thinking = $state(false);
  /** How much of the advice is told: a nudge, the reason, the move itself. */
  step = $state<1 | 2 | 3>(1);
  private given = $state.raw<{ seq: number; advice: Advised } | null>(null);

  constructor(private readonly table: TableState) {}

  /** What was advised for the position as it is; null for none. */
  get advice(): Advised | null {
    return this.given?.seq === this.table.seq ? this.given.advice : null;
  }

  forget(): void {
    this.given = null;
  }

  async ask(): Promise<void> {
    this.thinking = true;
    try {
      const { seq } = this.table;
      this.given = { seq, advice: await this.table.hint() };
      this.step = 1;
    } finally {
      this.thinking = false;
    }
  }
}
