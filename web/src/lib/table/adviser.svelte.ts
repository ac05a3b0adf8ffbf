// Advice at a table: it holds for the question it was asked about.
import type { Advised } from "../../wire";
import type { TableState } from "./table.svelte";

export class Adviser {
  thinking = $state(false);
  /** How much of the advice is told: a nudge, the reason, the move itself. */
  step = $state<1 | 2 | 3>(1);
  private given = $state.raw<{ asked: number; advice: Advised } | null>(null);

  constructor(private readonly table: TableState) {}

  /** What was advised for what the seat is asked now; null for none. */
  get advice(): Advised | null {
    return this.given?.asked === this.table.asked ? this.given.advice : null;
  }

  forget(): void {
    this.given = null;
  }

  async ask(): Promise<void> {
    this.thinking = true;
    try {
      const { asked } = this.table;
      this.given = { asked, advice: await this.table.hint() };
      this.step = 1;
    } finally {
      this.thinking = false;
    }
  }
}
