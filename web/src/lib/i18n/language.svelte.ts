// The reader's language and the messages loaded so far.
import { format, number, type Values } from "./format";
import type { TableRequest } from "../../wire";
import { kept, keep } from "../device/kept";

export type Language = NonNullable<TableRequest["language"]>;
export const LANGUAGES: Language[] = ["de", "fr", "en"];

type Messages = { [key: string]: string };
type Loader = () => Promise<{ default: Messages }>;

const page = import.meta.glob<{ default: Messages }>("../../messages/*.json");
const games = import.meta.glob<{ default: Messages }>("../../games/*/messages/*.json");

let language = $state<Language>(first());
let messages = $state.raw<Messages>({});
let shown = $state<Language>("en");
const wanted: string[] = [];
/** The languages of games whose texts come from the server. */
const served = new Map<string, string[]>();

/** The message of a key in the reader's language; the key itself where there is none. */
export function t(key: string, values: Values = {}): string {
  const message = messages[key];
  return message === undefined ? key : format(message, values, shown);
}

/** Whether there is a message of that key. */
export function has(key: string): boolean {
  return key in messages;
}

/** A number as the reader writes it. */
export function n(value: number): string {
  return number(value, shown);
}

export function currentLanguage(): Language {
  return language;
}

/** Loads the page's messages, and those of the games loaded so far, in another language. */
export async function setLanguage(next: Language): Promise<void> {
  language = next;
  let sets: Messages[];
  let ids: string[];
  do {
    ids = [...wanted];
    sets = await Promise.all(["", ...ids].map((id) => set(id, next)));
  } while (ids.length < wanted.length); // a game was loaded meanwhile
  if (language !== next) return;
  shown = next;
  messages = Object.assign({}, ...sets);
  keep("language", next);
  document.documentElement.lang = next;
}

/** Loads a game's messages; its keys then begin with the game's id and a dot. */
export async function loadMessages(id: string): Promise<void> {
  if (!wanted.includes(id)) wanted.push(id);
  const of = language;
  const more = await set(id, of);
  if (of === language) messages = { ...messages, ...more };
}

/** From now on the game's texts come from the server, in these languages. */
export function readMessagesFrom(id: string, languages: string[]): void {
  served.set(id, languages);
}

async function set(id: string, of: Language): Promise<Messages> {
  if (!id) return (await page[`../../messages/${of}.json`]!()).default;
  const found = await (games[`../../games/${id}/messages/${of}.json`] ?? fromServer(id, of))();
  return Object.fromEntries(Object.entries(found.default).map(([key, text]) => [`${id}.${key}`, text]));
}

/** A game's own file in that language, else in English. */
function fromServer(id: string, of: Language): Loader {
  const language = [of, "en"].find((one) => served.get(id)?.includes(one));
  return async () => {
    const answer = language && (await fetch(`games/${id}/messages/${language}.json`));
    return { default: answer && answer.ok ? ((await answer.json()) as Messages) : {} };
  };
}

function first(): Language {
  const known = (code: string | null) => LANGUAGES.find((one) => code?.toLowerCase().startsWith(one));
  const asked = typeof navigator === "undefined" ? [] : navigator.languages;
  return known(kept("language")) ?? asked.map(known).find((found) => found) ?? "en";
}
