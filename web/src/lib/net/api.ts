// The requests of the page, to whoever answers them.
import type {
  AnyAction, Command, Credentials, Exercise, ExerciseAnswer, ExerciseTry, GameInfo, ListedTable, Me, PastViews, PersonInfo, PlayedRecord, Problem,
  Puzzle, PuzzleAnswer, Review, TableRequest, Statistics, PushRequest, TableInfo, Tried,
} from "../../wire";
import { request as ask } from "./hosts";
import { Refused } from "./refused";
import type { Answer } from "./transport";

/** How a person at a table is named: by their seat, or by something that they wrote, since spectators have none. */
export type Whom = { seat: number } | { said: number };

export const api = {
  games: remembered(() => get<GameInfo[]>("games")),
  me: () => get<Me>("me"),
  rename: (name: string) => send<Me>("PUT", "me/name", { name }),
  register: (who: Credentials) => send<Me>("POST", "accounts", who),
  login: (who: Credentials) => send<Me>("POST", "login", who),
  logout: () => send<Me>("POST", "logout"),
  changePassphrase: (change: { old: string; new: string }) => send<Me>("PUT", "me/passphrase", change),
  logoutElsewhere: () => send<void>("DELETE", "me/sessions"),
  openTables: () => get<ListedTable[]>("tables"),
  myTables: () => get<ListedTable[]>("me/tables"),
  makeTable: (setup: TableRequest) => send<TableInfo>("POST", "tables", setup),
  table: (id: string) => get<TableInfo>(`tables/${id}`),
  command: (id: string, command: Command) => send<TableInfo>("POST", `tables/${id}/commands`, command),
  /** What a line of notation means. */
  notation: (game: string, text: string) => get<AnyAction>(`games/${game}/notation?${new URLSearchParams({ text })}`),
  /** `words`: with the game's own words for what happened and for what it looked like. */
  views: (id: string, first: number, count: number, seat: number | null, words: boolean) =>
    get<PastViews>(`tables/${id}/views?first=${first}&count=${count}${looking(seat, words)}`),
  entries: (id: string, seat: number | null, words: boolean) =>
    get<Record<string, unknown>[]>(`tables/${id}/events?after=0${looking(seat, words)}`),
  /** What we have set about a person. */
  person: (id: string, whom: Whom) =>
    get<PersonInfo>(`tables/${id}/person?${new URLSearchParams(Object.entries(whom).map(([name, value]) => [name, String(value)]))}`),
  mute: (id: string, whom: Whom, on: boolean) => send<void>("POST", `tables/${id}/mute`, { ...whom, on }),
  block: (id: string, whom: Whom, on: boolean) => send<void>("POST", `tables/${id}/block`, { ...whom, on }),
  report: (id: string, whom: Whom, text: string) => send<void>("POST", `tables/${id}/report`, { ...whom, text }),
  /** `partial`: as far as it is by now. */
  review: (id: string, partial = false) => get<Review>(`tables/${id}/review${partial ? "?partial=true" : ""}`),
  statistics: () => get<Statistics>("me/statistics"),
  exercises: () => get<Exercise[]>("me/exercises"),
  answerExercise: (answer: ExerciseTry) => send<ExerciseAnswer>("POST", "me/exercises", answer),
  record: async (id: string) => (await request("GET", recordPath(id))).text,
  /** Opens a finished game from the text of its record, on this device. */
  importRecord: (text: string) => send<TableInfo>("POST", "records", { text }),
  /** A finished game of this device, for one's account. */
  keepRecord: (played: PlayedRecord) => send<TableInfo>("POST", "me/records", played),
  puzzle: remembered(() => get<Puzzle>("puzzle")),
  tryPuzzle: (day: string, action: AnyAction) => send<Tried>("POST", "puzzle/try", { day, action }),
  solve: (day: string, action: AnyAction) => send<PuzzleAnswer>("POST", "puzzle", { day, action }),
  subscribe: (subscription: PushRequest) => send<void>("PUT", "me/push", subscription),
  unsubscribe: () => send<void>("DELETE", "me/push"),
};

function looking(seat: number | null, words: boolean): string {
  return `${seat === null ? "" : `&seat=${seat}`}${words ? "&words=true" : ""}`;
}

/** Where a table's record is, for a link. */
export function recordUrl(id: string): string {
  return `api/${recordPath(id)}`;
}

function recordPath(id: string): string {
  return `tables/${id}/record`;
}

async function get<Given>(path: string): Promise<Given> {
  return JSON.parse((await request("GET", path)).text) as Given;
}

async function send<Given>(method: string, path: string, body?: unknown): Promise<Given> {
  const answer = await request(method, path, body);
  return (answer.status === 204 ? undefined : JSON.parse(answer.text)) as Given;
}

async function request(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await ask(method, path, body);
  if (answer.status >= 400) throw problem(answer);
  return answer;
}

function problem(answer: Answer): Refused {
  try {
    const said = JSON.parse(answer.text) as Problem;
    if (said.code) return new Refused(said.code, said.message, said.where ?? {});
  } catch {
    // Not from our server: a proxy, say.
  }
  return new Refused(answer.status >= 500 ? "offline" : `http_${answer.status}`, answer.kind);
}

/** Asked once; again only after a failure. */
function remembered<Given>(ask: () => Promise<Given>): () => Promise<Given> {
  let answer: Promise<Given> | undefined;
  return () => {
    answer ??= ask().catch((reason: unknown) => {
      answer = undefined;
      throw reason;
    });
    return answer;
  };
}
