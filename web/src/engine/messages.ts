// What the page and the worker say to each other. The requests and frames inside are those of a server.

export type ToWorker =
  | { t: "request"; id: number; method: string; path: string; body: string | null }
  /** How long bots wait before they move, as a part of what they usually do. */
  | { t: "pace"; factor: number }
  | { t: "open"; client: string }
  | { t: "frame"; client: string; text: string }
  | { t: "close"; client: string };

export type FromWorker =
  | { t: "ready"; version: string; isFromImage: boolean }
  /** An image of memory is kept for later visits. */
  | { t: "imaged" }
  /** The engine cannot work here: the code and the sentence of a refusal. */
  | { t: "failed"; code: string; message: string }
  | { t: "answer"; id: number; status: number; body: string; kind: string }
  | { t: "opened"; client: string }
  | { t: "frame"; client: string; text: string };

/** What a call of the engine leaves to do: rows to commit, then frames and an answer to send. */
export interface Effects {
  events: EventRow[];
  tables: TableRow[];
  name: string | null;
  frames: [client: string, text: string][];
  answer: { status: number; body: string; kind: string } | null;
}

export interface EventRow {
  table: string;
  seq: number;
  ms: number;
  cmd: string | null;
  body: string;
}

export interface TableRow {
  id: string;
  saved: string;
  line: unknown;
  updated: number;
}

/** What a call answers instead where it is refused. */
export interface Problem {
  refused: { code: string; message: string };
}

/** What a table waits for beside its player. */
export interface Due {
  bots: { seat: number; since: number; pause: number }[];
  deadline: number | null;
  ticks: boolean;
}
