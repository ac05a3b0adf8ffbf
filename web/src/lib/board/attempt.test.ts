import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AnyAction, Tried } from "../../wire";
import { Attempt } from "./attempt.svelte";
import { Refused } from "../net/refused";

const PLAY: AnyAction = { do: "play" };
const PASS: AnyAction = { do: "pass" };
const answer = (code: string | null): Tried => ({ t: "tried", table: "", id: 0, code, message: "", where: {}, preview: null });

describe("a move in the making", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function attempt(means: Partial<ConstructorParameters<typeof Attempt>[0]> = {}) {
    return new Attempt({ act: async () => {}, ask: async () => answer(null), reason: () => "", tell: () => {}, ...means });
  }

  it("is asked about once it rests", async () => {
    const ask = vi.fn(async () => answer("gap"));
    const made = attempt({ ask });
    made.consider(PLAY)!();
    made.consider(PASS);
    await vi.runAllTimersAsync();
    expect(ask.mock.calls).toEqual([[PASS]]);
    expect(made.tried?.code).toBe("gap");
    expect(made.answered).toBe(PASS);
  });

  it("forgets an answer that comes too late", async () => {
    const made = attempt({ ask: (action) => new Promise((done) => setTimeout(() => done(answer(action.do)), action === PLAY ? 500 : 10)) });
    made.consider(PLAY);
    await vi.advanceTimersByTimeAsync(100);
    made.consider(PASS);
    await vi.runAllTimersAsync();
    expect(made.tried?.code).toBe("pass");
    made.consider(null);
    expect(made.tried).toBeNull();
  });

  it("keeps why it was refused until it changes", async () => {
    const act = async () => Promise.reject(new Refused("gap", "there is a gap"));
    const made = attempt({ act });
    expect(await made.send(PLAY)).toBe(false);
    expect(made.busy).toBe(false);
    expect(made.refusal?.code).toBe("gap");
    made.consider(PLAY);
    expect(made.refusal).toBeNull();
  });
});
