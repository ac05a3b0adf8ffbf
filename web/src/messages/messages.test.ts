// Every text is there in all three languages, and every key that the page uses has a text.
import { expect, test } from "vitest";
import { format } from "../lib/i18n/format";

type Messages = { [key: string]: string };
const files = import.meta.glob<Messages>(["./*.json", "../games/*/messages/*.json"], { eager: true, import: "default" });
const sources = import.meta.glob<string>(["../**/*.svelte", "../**/*.ts", "!../**/*.test.ts", "!../games/**", "!../gallery/**"], {
  eager: true,
  query: "?raw",
  import: "default",
});
const folders = [...new Set(Object.keys(files).map((path) => path.replace(/[^/]*$/, "")))];
const of = (folder: string, language: string) => files[`${folder}${language}.json`] ?? {};

test.each(folders)("%s has the same keys in all languages", (folder) => {
  const [de, fr, en] = ["de", "fr", "en"].map((language) => Object.keys(of(folder, language)).sort());
  expect(de).toEqual(en);
  expect(fr).toEqual(en);
});

test.each(folders)("%s has the same values in all languages", (folder) => {
  for (const [key, text] of Object.entries(of(folder, "en"))) {
    for (const language of ["de", "fr"]) expect([key, needed(of(folder, language)[key]!)]).toEqual([key, needed(text)]);
  }
});

/** The values that a message asks for. */
function needed(text: string): string[] {
  const asked = new Set<string>();
  for (const value of [0, 1, 2, "you"]) {
    format(text, new Proxy({}, { get: (_, name) => (asked.add(String(name)), value) }), "en");
  }
  return [...asked].sort();
}

test("every key that stands in the page's code has a text", () => {
  const known = of("./", "en");
  const used = Object.values(sources).flatMap((code) => [...code.matchAll(/\bt\("([\w.]+)"/g)].map((one) => one[1]!));
  expect(used.length).toBeGreaterThan(100);
  expect([...new Set(used)].filter((key) => !(key in known))).toEqual([]);
});

test.each(folders)("%s is set as it should be", (folder) => {
  const rules: [string, RegExp][] = [
    ["fr", / [;:!?»]|« |[^\s\u202f\u00a0!?][!?]/],
    ["de", /^[^„]*“/],
    ...["de", "fr", "en"].map((language): [string, RegExp] => [language, /"|'|\.\.\.|(?<![\w=])-\d/]),
  ];
  const wrong = rules.flatMap(([language, pattern]) =>
    Object.entries(of(folder, language)).flatMap(([key, text]) => (pattern.test(text) ? [`${language} ${key}: ${text}`] : [])),
  );
  expect(wrong).toEqual([]);
});
