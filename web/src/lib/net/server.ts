// The server beside the page.
import { Refused } from "./refused";
import type { Answer, Plug, Transport } from "./transport";

export const server: Transport = {
  async request(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await fetch(`api/${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    }).catch(() => {
      throw new Refused("offline", "The server cannot be reached.");
    });
    return { status: answer.status, text: await answer.text(), kind: answer.headers.get("content-type") ?? "" };
  },
  plug: (): Plug => new WebSocket(socketUrl(location.href)),
};

/** The socket's address beside the page's own, wherever that is. */
export function socketUrl(page: string): string {
  const url = new URL("ws", page.replace(/[?#].*$/, ""));
  url.protocol = url.protocol.replace("http", "ws");
  return url.href;
}
