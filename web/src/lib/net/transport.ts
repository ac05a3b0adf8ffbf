// What carries requests and messages: a server, or the engine in this browser. The page does not know which.

export interface Answer {
  status: number;
  text: string;
  kind: string;
}

export interface Transport {
  /** `path` is below `api/`. Throws Refused when nobody answers. */
  request(method: string, path: string, body?: unknown): Promise<Answer>;
  /** A new line for messages; it opens by itself. */
  plug(): Plug;
}

/** A line for messages: a WebSocket, or something that looks like one. */
export interface Plug {
  readyState: number;
  send(text: string): void;
  close(): void;
  onopen: ((event: any) => void) | null;
  onmessage: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
}
