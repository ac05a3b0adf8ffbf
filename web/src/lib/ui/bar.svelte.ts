// The bar at the top of the page, whose end a table in play takes on a small screen for its own buttons.
let takers = $state(0);

/** Takes the end of the bar, until what is returned is called. */
export function takeBar(): () => void {
  takers += 1;
  return () => void (takers -= 1);
}

export function isBarTaken(): boolean {
  return takers > 0;
}
