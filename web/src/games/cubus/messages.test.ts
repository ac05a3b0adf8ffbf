// Every text in three languages, and every code that the rules can refuse with.
import { expect, test } from "vitest";
import { format } from "../../lib/format";
import de from "./messages/de.json";
import en from "./messages/en.json";
import fr from "./messages/fr.json";
import lesson from "./lesson.json";

const LANGUAGES: { [language: string]: { [key: string]: string } } = { de, en, fr };
const sources = import.meta.glob<string>("../../../../src/quartett/games/cubus/{actions,buildcheck,refusals,shape,solver,lay,text}.py", {
  query: "?raw",
  import: "default",
  eager: true,
});
const CODE = /(?:IllegalAction|Fault)\(\s*"([a-z_]+)"|: \("([a-z_]+)", "/g;
const codes = [...new Set(Object.values(sources).flatMap((text) => [...text.matchAll(CODE)].map((found) => (found[1] ?? found[2])!)))];
const CHANCES = ["next_can_build"];
const OPTIONS: { [name: string]: string[] } = { knocking: ["true", "false"], last_build: ["none", "underdog", "contest"], dismantling: ["none", "after", "alone"], start_player: [] };

test("the rules' codes are found", () => {
  expect(codes.length).toBeGreaterThan(20);
});

test.each(Object.keys(LANGUAGES))("%s has every message", (language) => {
  expect(Object.keys(LANGUAGES[language]!).sort()).toEqual(Object.keys(en).sort());
});

test.each(Object.keys(LANGUAGES))("%s says every refusal, chance, level, option and step of the lesson", (language) => {
  const keys = [
    "tagline",
    ...codes.map((code) => `refusal.${code}`),
    ...CHANCES.map((code) => `chance.${code}`),
    ...["easy", "medium", "hard", "expert"].map((level) => `bot.${level}`),
    ...Object.entries(OPTIONS).flatMap(([name, values]) => [
      `option.${name}`,
      `option.${name}.help`,
      ...values.map((value) => `option.${name}.${value}`),
    ]),
    ...lesson.map(({ say }) => say.replace("cubus.", "")),
  ];
  expect(keys.filter((key) => !(key in LANGUAGES[language]!))).toEqual([]);
});

/** The values that a message asks for. */
function asked(text: string, language: string): string[] {
  const names = new Set<string>();
  format(text, new Proxy({}, { get: (_, name) => (names.add(String(name)), 2) }), language);
  return [...names].sort();
}

test("a message takes the same values in every language", () => {
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    expect([key, asked(de[key], "de"), asked(fr[key], "fr")]).toEqual([key, asked(en[key], "en"), asked(en[key], "en")]);
  }
});

test("the typography is that of the language", () => {
  for (const text of Object.values(fr)) expect(text).not.toMatch(/ [;:!?»]|« |'/);
  for (const text of [...Object.values(de), ...Object.values(en)]) expect(text).not.toMatch(/['"]/);
});

test("every message that the board asks for is there", () => {
  const files = import.meta.glob<string>("./*.{svelte,ts}", { query: "?raw", import: "default", eager: true });
  const used = Object.entries(files).filter(([name]) => !name.includes(".test."));
  const keys = used.flatMap(([, text]) => [...text.matchAll(/["`]cubus\.([\w.−÷×?+-]+)(\$\{|["`])/g)]);
  expect(keys.length).toBeGreaterThan(20);
  for (const [, key, end] of keys) {
    const found = end === "${" ? Object.keys(en).some((one) => one.startsWith(key!)) : key! in en;
    expect([key, found]).toEqual([key, true]);
  }
});
