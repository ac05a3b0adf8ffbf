// A finger points at nothing: what it touched last would look pointed at, or pressed, until it touches something else.
import { expect, test } from "vitest";

const sources: Record<string, string> = import.meta.glob(["../**/*.svelte", "../**/*.css"], { query: "?raw", import: "default", eager: true });
const HOVERING = /^( *)@media \(hover: hover\) \{\n[\s\S]*?^\1\}/gm;

test("only under pointers that hover does anything look pointed at", () => {
  const others = Object.entries(sources).filter(([, source]) => source.replace(HOVERING, "").includes(":hover"));
  expect(others.map(([name]) => name)).toEqual([]);
  expect(Object.keys(sources).length).toBeGreaterThan(100);
});
