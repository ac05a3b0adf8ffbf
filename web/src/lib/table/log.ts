// The log of a table as the page keeps it: which entries are moves of the game, at which place,
// and what an undo took back.
import type { Entry } from "../board/contract";

export interface Kept {
  entry: Entry;
  /** How many of the game's events had happened once this entry was there. */
  place: number;
  /** Whether it is an event of the game, seen or unseen. */
  move: boolean;
}

/** The log with more entries. An undo takes the moves back that it undoes. */
export function grown(log: Kept[], entries: Entry[]): Kept[] {
  const out = [...log];
  for (const entry of entries) {
    const place = out.at(-1)?.place ?? 0;
    if (entry.by === "house" && entry.do === "undone") {
      const until = entry["place"] as number;
      const left = out.filter((kept) => !kept.move || kept.place <= until);
      out.splice(0, out.length, ...left, { entry, place: until, move: false });
      continue;
    }
    const move = entry.by !== "house";
    out.push({ entry, place: place + (move ? 1 : 0), move });
  }
  return out;
}

/** The messages among some entries. */
export function messages(entries: readonly Partial<Entry>[]): Map<number, Partial<Entry>> {
  return new Map(entries.flatMap((entry) => (entry.do === "said" && entry.seq !== undefined ? [[entry.seq, entry]] : [])));
}

/** A message as it is sent by now: the server leaves out what people whom we hide have written. Any other entry as it is. */
export function reworded(entry: Entry, said: ReadonlyMap<number, Partial<Entry>>): Entry {
  const now = entry.do === "said" ? said.get(entry.seq) : undefined;
  return now && now.text !== entry.text ? { ...entry, text: now.text, hidden: now["hidden"] } : entry;
}

/** What each seat did last, newest entry first. */
export function lastMoves(log: Kept[], seats: number): (Entry | null)[] {
  const found = new Array<Entry | null>(seats).fill(null);
  for (const { entry, move } of log) {
    if (!move || typeof entry.by !== "number") continue;
    found[entry.by] = entry;
    for (const [seat, action] of revealed(entry)) found[seat] = { ...action, seq: entry.seq, by: seat };
  }
  return found;
}

/** The choices that the last of several simultaneous ones made visible. */
function revealed(entry: Entry): [number, { do: string }][] {
  const pairs = Array.isArray(entry.shows) ? (entry.shows as unknown[][]) : [];
  return pairs.filter((pair): pair is [number, { do: string }] => Array.isArray(pair) && typeof (pair[1] as { do?: unknown })?.do === "string");
}
