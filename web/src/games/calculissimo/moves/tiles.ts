// Tiles as they lie and as one types them.
import type { Calculissimo } from "../../../wire";

export type View = Calculissimo.View;
export type Offers = Calculissimo.Offers;
export type Preview = Calculissimo.Preview;
export type ShownLine = Calculissimo.ShownLine;
export type Laid = [row: number, column: number, tile: string];

export const TILES = [..."123456789+−×÷?"];
export const JOKER = "?";
/** The signs of bonus fields: a number, or a whole calculation (Σ), counts double or triple. */
export const SIGNS: Record<string, string> = { g: "×2", b: "×3", y: "Σ×2", v: "Σ×3" };

const TYPED: Record<string, string> = { "-": "−", "–": "−", "*": "×", x: "×", X: "×", ":": "÷", "/": "÷" };

/** The sign a key stands for, or null for a key that types none. */
export function typed(key: string): string | null {
  const sign = TYPED[key] ?? key;
  return TILES.includes(sign) ? sign : null;
}

/** The number or operator that a tile counts as; a joker in hand is a joker. */
export function standsFor(tile: string): string {
  return tile[tile.length - 1]!;
}

export function isJoker(tile: string): boolean {
  return tile[0] === JOKER;
}

/** A field as players call it: h8. */
export function placeName(row: number, column: number): string {
  return `${String.fromCharCode(97 + column)}${row + 1}`;
}

/** How many tiles of each kind this seat has not seen: in the bag, or on other racks. */
export function unseen(view: View): [tile: string, count: number][] {
  const seen = [...view.board.filter((tile) => tile).map((tile) => tile[0]!), ...view.rack];
  return TILES.filter((tile) => view.edition.bag[tile]).map((tile) => [
    tile,
    view.edition.bag[tile]! - seen.filter((one) => one === tile).length,
  ]);
}

/** Tiles in one line as one writes them down: where they begin, their way, and a point for a tile that lies there. */
export function written(tiles: readonly Laid[]): { at: string; down: boolean; signs: string[] } {
  const [row, column] = tiles[0]!;
  const down = tiles.length > 1 && tiles.every((tile) => tile[1] === column);
  const along = (tile: Laid) => (down ? tile[0] : tile[1]);
  const lying = new Map(tiles.map((tile) => [along(tile), tile[2]]));
  const first = Math.min(...lying.keys());
  const length = Math.max(...lying.keys()) - first + 1;
  const signs = Array.from({ length }, (_, step) => lying.get(first + step) ?? "·");
  return { at: placeName(row, column), down, signs };
}
