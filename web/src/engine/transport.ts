// The engine as a transport: a worker that is started with the first request.
import { paced } from "../lib/device/settings.svelte";
import { Refused } from "../lib/net/refused";
import type { Answer, Plug, Transport } from "../lib/net/transport";
import type { FromWorker, ToWorker } from "./messages";

interface Waiting {
  done(answer: Answer): void;
  failed(reason: Refused): void;
}

export class EngineTransport implements Transport {
  private readonly waiting = new Map<number, Waiting>();
  private readonly plugs = new Map<string, EnginePlug>();
  private last = 0;
  private broken: Refused | null = null;

  /** `ready` is called once, when the engine can answer. */
  constructor(
    private readonly worker: Worker,
    private readonly ready: (isFromImage: boolean) => void,
  ) {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data);
    worker.onerror = () => this.fail(new Refused("engine", "The engine could not be loaded."));
  }

  request(method: string, path: string, body?: unknown): Promise<Answer> {
    return new Promise((done, failed) => {
      if (this.broken) return failed(this.broken);
      const id = (this.last += 1);
      this.waiting.set(id, { done, failed });
      this.post({ t: "request", id, method, path, body: body === undefined ? null : JSON.stringify(body) });
    });
  }

  plug(): Plug {
    const client = crypto.getRandomValues(new Uint32Array(2)).join("-");
    const plug = new EnginePlug(client, (message) => this.post(message), () => this.plugs.delete(client));
    this.plugs.set(client, plug);
    this.post({ t: "pace", factor: paced(1) });
    this.post({ t: "open", client });
    return plug;
  }

  private post(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  private receive(message: FromWorker): void {
    switch (message.t) {
      case "ready":
        document.documentElement.dataset["engine"] = `${message.version} ${Math.round(performance.now())}`;
        if (message.isFromImage) document.documentElement.dataset["image"] = "used";
        return this.ready(message.isFromImage);
      case "failed":
        return this.fail(new Refused(message.code, message.message));
      case "opened":
        return this.plugs.get(message.client)?.opened();
      case "frame":
        return this.plugs.get(message.client)?.says(message.text);
      case "answer": {
        const { id, status, body, kind } = message;
        this.waiting.get(id)?.done({ status, text: body, kind });
        this.waiting.delete(id);
      }
    }
  }

  private fail(reason: Refused): void {
    this.broken = reason;
    for (const { failed } of this.waiting.values()) failed(reason);
    this.waiting.clear();
    for (const plug of [...this.plugs.values()]) plug.breaks();
  }
}

/** A line to the worker that looks like a WebSocket. */
class EnginePlug implements Plug {
  readyState = 0;
  onopen: Plug["onopen"] = null;
  onmessage: Plug["onmessage"] = null;
  onclose: Plug["onclose"] = null;

  constructor(
    private readonly client: string,
    private readonly post: (message: ToWorker) => void,
    private readonly closed: () => void,
  ) {}

  send(text: string): void {
    this.post({ t: "frame", client: this.client, text });
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.post({ t: "close", client: this.client });
    this.closed();
  }

  opened(): void {
    this.readyState = 1;
    this.onopen?.({});
  }

  says(text: string): void {
    this.onmessage?.({ data: text });
  }

  breaks(): void {
    this.readyState = 3;
    this.onclose?.({});
  }
}
