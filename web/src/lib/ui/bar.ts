// The bar under the board, where a board puts its action buttons.
import { getContext, setContext } from "svelte";

export interface Bar {
  /** The element that takes the buttons; null until it is there. */
  actions: HTMLElement | null;
}

const KEY = Symbol("bar");

export function provideBar(bar: Bar): void {
  setContext(KEY, bar);
}

export function useBar(): Bar | undefined {
  return getContext<Bar | undefined>(KEY);
}
