import { expect, test } from "vitest";
import { OWN } from "../../lib/board/games.svelte";

const books = import.meta.glob<string>("../../../../docs/rules/*.md", { query: "?raw", import: "default", eager: true });
const drawn = import.meta.glob<string>("../../games/*/examples/index.ts", { query: "?raw", import: "default", eager: true });

function sections(game: string, language: string): number {
  return books[`../../../../docs/rules/${game}.${language}.md`]!.match(/^## /gm)!.length;
}

test.each(OWN)("the rulebooks of %s have the same sections, and every drawing has one", (game) => {
  const [de, fr, en] = ["de", "fr", "en"].map((language) => sections(game, language));
  expect([de, fr]).toEqual([en, en]);
  const places = [...drawn[`../../games/${game}/examples/index.ts`]!.matchAll(/(\d+): /g)].map(([, place]) => Number(place));
  expect(places.length).toBeGreaterThan(1);
  expect(Math.max(...places)).toBeLessThanOrEqual(en!);
});

test("the French rulebooks have no space that a line could break before a sign", () => {
  const french = Object.entries(books).filter(([path]) => path.endsWith(".fr.md"));
  expect(french.length).toBeGreaterThanOrEqual(OWN.length);
  for (const [path, text] of french) expect(text.match(/.* [;:!?»].*|.*« .*/)?.[0], path).toBeUndefined();
});
