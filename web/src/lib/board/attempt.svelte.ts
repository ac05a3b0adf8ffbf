// A move in the making: what the server says of it while it changes, and then doing it.
import type { AnyAction, Tried } from "../../wire";
import { announce } from "../device/announce.svelte";
import { Refused, type Refusal } from "../net/refused";

/** Milliseconds that a move must rest before the server is asked about it. */
const REST = 80;

export interface Means {
  /** The page's way to the server; it may change with the position. */
  act(action: AnyAction): Promise<void>;
  ask(action: AnyAction): Promise<Tried>;
  /** Why not, in the reader's language. */
  reason(refusal: Refusal): string;
  /** Says an answer to the ear. */
  tell(answer: Tried): void;
}

export class Attempt {
  /** What the server said of the move, and which move that was; null while there is none. */
  tried = $state.raw<Tried | null>(null);
  answered = $state.raw<AnyAction | null>(null);
  /** Why the move that was sent has not been done. */
  refusal = $state.raw<Refusal | null>(null);
  busy = $state(false);
  private question = 0;

  constructor(private readonly means: Means) {}

  /** Asks about the move once it rests; null for no move. Gives an effect's clean-up. */
  consider(action: AnyAction | null): (() => void) | undefined {
    this.refusal = null;
    const mine = ++this.question;
    if (!action) {
      this.tried = null;
      return;
    }
    const timer = setTimeout(async () => {
      const answer = await this.means.ask(action).catch(() => null);
      if (mine !== this.question) return;
      this.tried = answer;
      this.answered = action;
      if (answer) this.means.tell(answer);
    }, REST);
    return () => clearTimeout(timer);
  }

  /** Does it; false when it was refused, which is then said. */
  async send(action: AnyAction): Promise<boolean> {
    this.busy = true;
    this.refusal = null;
    try {
      await this.means.act(action);
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refuse(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  refuse(refusal: Refusal): void {
    this.refusal = refusal;
    announce(this.means.reason(refusal));
  }
}
