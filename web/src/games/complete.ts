// The tests that every game's texts must pass; each game names what its rules can say.
import { expect, test } from "vitest";
import { format } from "../lib/i18n/format";

type Texts = { [key: string]: string };

export interface Says {
  game: string;
  texts: { de: Texts; en: Texts; fr: Texts };
  /** Codes that the rules refuse with, and that the adviser's chances have. */
  codes: string[];
  chances: string[];
  /** The options, with the values of those that have few. */
  options: { [name: string]: string[] };
  lesson: { say: string }[];
  /** The sources of the board, to find the messages they ask for. */
  sources: { [name: string]: string };
}

const LEVELS = ["easy", "medium", "hard", "expert"];

export function complete({ game, texts, codes, chances, options, lesson, sources }: Says): void {
  const { de, en, fr } = texts;
  const languages = Object.entries(texts);

  test("the rules' codes are found", () => {
    expect(codes.length).toBeGreaterThan(12);
  });

  test.each(languages)("%s has every message", (_, messages) => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(en).sort());
  });

  test.each(languages)("%s says every refusal, chance, level, option and step of the lesson", (_, messages) => {
    const keys = [
      "tagline",
      ...codes.map((code) => `refusal.${code}`),
      ...chances.map((code) => `chance.${code}`),
      ...LEVELS.map((level) => `bot.${level}`),
      ...Object.entries(options).flatMap(([name, values]) => [
        `option.${name}`,
        `option.${name}.help`,
        ...values.map((value) => `option.${name}.${value}`),
      ]),
      ...lesson.map(({ say }) => say.replace(`${game}.`, "")),
    ];
    expect(keys.filter((key) => !(key in messages))).toEqual([]);
  });

  test("a message takes the same values in every language", () => {
    for (const key of Object.keys(en)) {
      const same = asked(en[key]!, "en");
      expect([key, asked(de[key]!, "de"), asked(fr[key]!, "fr")]).toEqual([key, same, same]);
    }
  });

  test("the typography is that of the language", () => {
    for (const text of Object.values(fr)) expect(text).not.toMatch(/ [;:!?»]|« |'/);
    for (const text of [...Object.values(de), ...Object.values(en)]) expect(text).not.toMatch(/['"]/);
  });

  test("every message that the board asks for is there", () => {
    const used = Object.entries(sources).filter(([name]) => !name.includes(".test."));
    const asks = new RegExp(`["\`]${game}\\.([\\w.−÷×?+-]+)(\\$\\{|["\`])`, "g");
    const keys = used.flatMap(([, text]) => [...text.matchAll(asks)]);
    expect(keys.length).toBeGreaterThan(5);
    for (const [, key, end] of keys) {
      const found = end === "${" ? Object.keys(en).some((one) => one.startsWith(key!)) : key! in en;
      expect([key, found]).toEqual([key, true]);
    }
  });
}

/** The values that a message asks for. */
function asked(text: string, language: string): string[] {
  const names = new Set<string>();
  format(text, new Proxy({}, { get: (_, name) => (names.add(String(name)), 2) }), language);
  return [...names].sort();
}
