// Something on its way over the page, from one element to another: points to a score, a card to a hand.
import { lasting } from "./settings.svelte";

export interface Flight {
  from: () => Element | null | undefined;
  to: () => Element | null | undefined;
  /** The way in keyframes, given where it begins and ends. */
  way: (from: DOMRect, to: DOMRect) => Keyframe[];
  /** Milliseconds at the normal pace. */
  ms: number;
  /** It has arrived, or there is no way. */
  done: () => void;
}

/** Starts with the next frame: measured at once, everything drawn so far would be laid out twice. */
export function fly(node: HTMLElement, flight: Flight): { destroy(): void } {
  let way: Animation | undefined;
  const frame = requestAnimationFrame(() => (way = sent(node, flight)));
  return {
    destroy() {
      cancelAnimationFrame(frame);
      way?.cancel();
    },
  };
}

function sent(node: HTMLElement, flight: Flight): Animation | undefined {
  const [from, to] = [flight.from(), flight.to()];
  if (!from || !to) {
    flight.done();
    return undefined;
  }
  const frames = flight.way(from.getBoundingClientRect(), to.getBoundingClientRect());
  const way = node.animate(frames, { duration: lasting(flight.ms), easing: "ease-in-out", fill: "both" });
  way.onfinish = flight.done;
  return way;
}
