// A quick sweep over an element, by finger or mouse; the click that would end it is not meant.

/** How far, and how quickly at least, in pixels and pixels a millisecond. */
const FAR = 60;
const QUICK = 0.25;

interface Point {
  clientX: number;
  clientY: number;
  timeStamp: number;
}

export function isSwipe(from: Point, to: Point): boolean {
  const way = Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY);
  return way >= FAR && way / Math.max(1, to.timeStamp - from.timeStamp) >= QUICK;
}

export function swipe(node: HTMLElement, done: () => void) {
  let from: PointerEvent | null = null;
  let swept = false;

  const down = (event: PointerEvent) => {
    [from, swept] = [event.isPrimary ? event : null, false];
  };
  const up = (event: PointerEvent) => {
    if (!from || event.pointerId !== from.pointerId) return;
    swept = isSwipe(from, event);
    from = null;
    if (swept) done();
  };
  const click = (event: MouseEvent) => {
    if (swept) event.stopPropagation();
    swept = false;
  };
  const cancel = () => (from = null);

  node.addEventListener("pointerdown", down);
  node.addEventListener("click", click, true);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", cancel);
  return {
    update: (next: () => void) => (done = next),
    destroy() {
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("click", click, true);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", cancel);
    },
  };
}
