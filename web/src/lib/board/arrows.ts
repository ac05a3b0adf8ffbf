// Arrow keys over pieces that lie in rows and columns, each marked with `data-at="row,column"`.

const STEPS: { [key: string]: [number, number] } = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** A Svelte action: arrow keys, Home and End move the focus to the next piece that way; where rows run from top to
 *  bottom, they are turned too. */
export function arrows(node: HTMLElement, turned = false): { update(turned: boolean): void; destroy(): void } {
  const listen = (event: KeyboardEvent) => {
    const from = (event.target as HTMLElement).closest<HTMLElement>("[data-at]");
    if (!from) return;
    const all = Array.from(node.querySelectorAll<HTMLElement>("[data-at]"));
    const to = towards(all.map((piece) => piece.dataset.at!), from.dataset.at!, event.key, turned);
    if (to === undefined) return;
    event.preventDefault();
    all.find((piece) => piece.dataset.at === to)?.focus();
  };
  node.addEventListener("keydown", listen);
  return { update: (now) => (turned = now), destroy: () => node.removeEventListener("keydown", listen) };
}

/** The place that a key leads to; undefined where there is none, or the key means nothing here. */
export function towards(places: string[], from: string, key: string, turned = false): string | undefined {
  if (turned) return mirrored(towards(places.map(mirrored), mirrored(from), key));
  const [row, column] = pair(from);
  if (key === "Home" || key === "End") {
    const line = places.filter((at) => pair(at)[0] === row).sort((a, b) => pair(a)[1] - pair(b)[1]);
    return line.at(key === "Home" ? 0 : -1);
  }
  const step = STEPS[key];
  const to = step && `${row + step[0]},${column + step[1]}`;
  return to !== undefined && places.includes(to) ? to : undefined;
}

function mirrored<At extends string | undefined>(at: At): At {
  return at?.split(",").reverse().join(",") as At;
}

function pair(at: string): [number, number] {
  const [row, column] = at.split(",").map(Number);
  return [row!, column!];
}
