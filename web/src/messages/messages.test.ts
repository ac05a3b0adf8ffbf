// Every text is there in every language: those the code asks for, and those that the rules' sources demand.
import { describe, expect, test } from "vitest";
import { OWN, card } from "../lib/board/games.svelte";
import { format } from "../lib/i18n/format";
import { LANGUAGES } from "../lib/i18n";
import facts from "../games/facts.json";

type Messages = { [key: string]: string };
interface Facts {
  levels: string[];
  options: { [name: string]: (string | number | boolean)[] };
  refusals: string[];
  chances: string[];
}

const files = import.meta.glob<Messages>(["./*.json", "../games/*/messages/*.json"], { eager: true, import: "default" });
const lessons = import.meta.glob<{ say: string }[]>("../games/*/lesson/lesson.json", { eager: true, import: "default" });
const books = import.meta.glob<string>("../../../docs/rules/*.md", { query: "?raw", import: "default", eager: true });
const shared = import.meta.glob<string>(["../**/*.{svelte,ts}", "!../**/*.test.ts", "!../games/**", "!../gallery/**"], { query: "?raw", import: "default", eager: true });
const boards = import.meta.glob<string>(["../games/*/**/*.{svelte,ts}", "!../**/*.test.ts"], { query: "?raw", import: "default", eager: true });

const folders = [...new Set(Object.keys(files).map((path) => path.replace(/[^/]*$/, "")))];
/** Wherever a language begins, it must be complete. */
const languages = [
  ...new Set([
    ...Object.keys(files).map((path) => /(\w+)\.json$/.exec(path)![1]!),
    ...Object.keys(books).map((path) => /\.(\w+)\.md$/.exec(path)![1]!),
    ...OWN.flatMap((game) => Object.keys(card(game).tagline)),
    ...LANGUAGES,
    ...facts.languages,
  ]),
].sort();

const of = (folder: string, language: string): Messages => files[`${folder}${language}.json`] ?? {};
const ofGame = (game: string, language: string) => of(`../games/${game}/messages/`, language);
const rules = (game: string) => (facts.games as unknown as { [id: string]: Facts })[game]!;
const missing = (messages: Messages, keys: string[]) => [...new Set(keys)].filter((key) => !(key in messages));

describe.each(languages)("%s", (language) => {
  test("is a language of the page and of the server, and has a name", () => {
    expect(LANGUAGES).toContain(language);
    expect(facts.languages).toContain(language);
    expect(missing(of("./", language), languages.map((one) => `language.${one}`))).toEqual([]);
    expect(of("./", language)["locale"]).toBe(language);
  });

  test.each(folders)("%s has the keys of all languages", (folder) => {
    const all = languages.flatMap((one) => Object.keys(of(folder, one)));
    expect(missing(of(folder, language), all)).toEqual([]);
  });

  test.each(folders)("%s takes the same values", (folder) => {
    for (const [key, text] of Object.entries(of(folder, "en"))) {
      expect([key, needed(of(folder, language)[key] ?? "")]).toEqual([key, needed(text)]);
    }
  });

  test("every key that stands in the page's code has a text", () => {
    const used = Object.values(shared).flatMap((code) => [...code.matchAll(/\bt\("([\w.]+)"/g)].map((one) => one[1]!));
    expect(used.length).toBeGreaterThan(100);
    expect(missing(of("./", language), used)).toEqual([]);
  });

  describe.each(OWN)("%s", (game) => {
    const { levels, options, refusals, chances } = rules(game);

    test("says every refusal and every chance", () => {
      const keys = [...refusals.map((code) => `refusal.${code}`), ...chances.map((code) => `chance.${code}`)];
      expect(keys.length).toBeGreaterThan(12);
      expect(missing(ofGame(game, language), keys)).toEqual([]);
    });

    test("names every level and says its character", () => {
      expect(levels.length).toBeGreaterThan(0);
      expect(missing(ofGame(game, language), levels.map((level) => `bot.${level}`))).toEqual([]);
      expect(missing(of("./", language), [...levels, "random"].map((level) => `level.${level}`))).toEqual([]);
    });

    test("explains every option and names its values", () => {
      const keys = Object.entries(options).flatMap(([name, values]) => [
        `option.${name}`,
        `option.${name}.help`,
        ...values.map((value) => `option.${name}.${value}`),
      ]);
      expect(keys.length).toBeGreaterThan(3);
      expect(missing(ofGame(game, language), keys)).toEqual([]);
    });

    test("has a tagline, a rulebook and a lesson", () => {
      expect(card(game).tagline).toHaveProperty(language);
      expect(books).toHaveProperty([`../../../docs/rules/${game}.${language}.md`]);
      const steps = lessons[`../games/${game}/lesson/lesson.json`]!.map(({ say }) => say.replace(`${game}.`, ""));
      expect(steps.length).toBeGreaterThan(2);
      expect(missing(ofGame(game, language), steps)).toEqual([]);
    });

    test("has every text that its board asks for", () => {
      const asks = new RegExp(`["\`]${game}\\.([\\w.−÷×?+-]+)(\\$\\{|["\`])`, "g");
      const code = Object.entries(boards).filter(([path]) => path.includes(`/games/${game}/`));
      const keys = code.flatMap(([, text]) => [...text.matchAll(asks)]);
      expect(keys.length).toBeGreaterThan(5);
      const all = Object.keys(ofGame(game, language));
      const unsaid = keys.filter(([, key, end]) => (end === "${" || key!.endsWith(".") ? !all.some((one) => one.startsWith(key!)) : !all.includes(key!)));
      expect(unsaid.map(([, key]) => key)).toEqual([]);
    });
  });

  test.each(folders)("%s asks nobody for a mouse", (folder) => {
    const asking = Object.entries(of(folder, language)).filter(([, text]) => /click|klick|\bclic\b|\bcliqu/i.test(text));
    expect(asking).toEqual([]);
  });

  test.each(folders)("%s is set as it should be", (folder) => {
    const patterns = [/"|'|\.\.\.|(?<![\w=])-\d/, ...(TYPOGRAPHY[language] ?? [])];
    const wrong = Object.entries(of(folder, language)).filter(([, text]) => patterns.some((pattern) => pattern.test(text)));
    expect(wrong).toEqual([]);
  });
});

test("the rules' facts are those of the games that the page has a board for", () => {
  expect(Object.keys(facts.games).sort()).toEqual([...OWN]);
});

test("shared code names no game", () => {
  const named = Object.entries(shared).filter(([path, text]) => path !== "../wire.ts" && OWN.some((game) => text.toLowerCase().includes(game)));
  expect(named.map(([path]) => path)).toEqual([]);
});

/** In French a colon takes a full no-break space, the other signs a narrow one. */
const TYPOGRAPHY: { [language: string]: RegExp[] } = {
  fr: [/ [;:!?»]|« |[^\s\u202f\u00a0!?][!?]/, /\u202f:|\u00a0[;!?»]|«\u00a0/],
  de: [/^[^„]*“/],
};

/** The values that a message asks for. */
function needed(text: string): string[] {
  const asked = new Set<string>();
  for (const value of [0, 1, 2, "you"]) {
    format(text, new Proxy({}, { get: (_, name) => (asked.add(String(name)), value) }), "en");
  }
  return [...asked].sort();
}
