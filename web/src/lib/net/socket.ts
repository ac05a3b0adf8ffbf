// One line for everything the page follows at a server, or at the engine. It comes back by itself, asks for what it
// missed, and gives a command again under the same id, which the server answers only once.
import type { Advised, AnyAction, Clocks, Events, FromClient, FromServer, Presence, Rejected, Snapshot, Tried } from "../../wire";
import { Refused } from "./refused";
import type { Plug } from "./transport";

export type Connection = "connecting" | "open" | "offline";

/** One who follows a table. */
export interface Follower {
  table: string;
  /** The seat to look from; null for a spectator. */
  seat: number | null;
  /** Whether the game's own words are wanted. */
  words?: boolean;
  /** The last entry known; null when nothing is. */
  last: number | null;
  position(message: Snapshot | Events): void;
  presence(message: Presence): void;
  clock(message: Clocks): void;
  /** The table cannot be followed. */
  refused(message: Rejected): void;
}

interface Waiting<Answer> {
  message: FromClient;
  done(answer: Answer): void;
  failed(reason: Refused): void;
}

const PING_MS = 20_000;
const PONG_MS = 10_000;
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 10_000;

export class Socket {
  connection: Connection = "offline";
  /** Server's time less ours, in milliseconds, by the last pong. */
  ahead = 0;

  private plug: Plug | null = null;
  private followers = new Map<string, Follower>();
  private commands = new Map<string, Waiting<void>>();
  private questions = new Map<number, Waiting<Tried | Advised>>();
  private lastQuestion = 0;
  private failures = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private heartbeat: ReturnType<typeof setInterval> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly connect: () => Plug,
    private readonly changed: (connection: Connection) => void = () => {},
  ) {}

  follow(follower: Follower): void {
    this.followers.set(follower.table, follower);
    if (this.isOpen) this.hello(follower);
    else this.open();
  }

  unfollow(table: string): void {
    this.followers.delete(table);
    if (this.isOpen) this.send({ t: "bye", table });
  }

  /** Resolves when an entry carries our command, throws Refused when the server says no. */
  act(table: string, seat: number | null, at: number, action: AnyAction): Promise<void> {
    const cmd = newCommand();
    return this.command(cmd, { t: "act", table, cmd, at, action, seat });
  }

  chat(table: string, text: string): Promise<void> {
    const cmd = newCommand();
    return this.command(cmd, { t: "chat", table, cmd, text });
  }

  ask(table: string, seat: number | null, action: AnyAction): Promise<Tried> {
    return this.question((id) => ({ t: "try", table, id, action, seat })) as Promise<Tried>;
  }

  hint(table: string, seat: number | null): Promise<Advised> {
    return this.question((id) => ({ t: "hint", table, id, seat })) as Promise<Advised>;
  }

  /** Try again at once, as when the network came back. */
  wake(): void {
    if (this.plug || this.followers.size === 0) return;
    this.failures = 0;
    this.open();
  }

  /** Reconnect at once: the server is to see who we have become. */
  renew(): void {
    const old = this.plug;
    if (!old) return this.wake();
    this.lost(old);
    old.close();
    this.wake();
  }

  /** The network went away: no use in waiting for an answer. */
  lose(): void {
    this.plug?.close();
    this.lost(this.plug);
  }

  private get isOpen(): boolean {
    return this.plug?.readyState === 1;
  }

  private open(): void {
    if (this.plug) return;
    clearTimeout(this.retry);
    this.become("connecting");
    const plug = this.connect();
    this.plug = plug;
    plug.onopen = () => this.opened();
    plug.onclose = () => this.lost(plug);
    plug.onmessage = (event: { data: string }) => {
      if (plug === this.plug) this.heard(JSON.parse(event.data) as FromServer);
    };
  }

  private opened(): void {
    this.failures = 0;
    this.become("open");
    for (const follower of this.followers.values()) this.hello(follower);
    for (const { message } of this.commands.values()) this.send(message);
    this.send({ t: "ping" });
    this.heartbeat = setInterval(() => {
      this.send({ t: "ping" });
      this.silence ??= setTimeout(() => this.lose(), PONG_MS);
    }, PING_MS);
  }

  private lost(plug: Plug | null): void {
    if (!plug || plug !== this.plug) return;
    this.plug = null;
    clearInterval(this.heartbeat);
    this.noise();
    this.become("offline");
    const gone = new Refused("offline", "The connection to the server is lost.");
    for (const question of this.questions.values()) question.failed(gone);
    this.questions.clear();
    if (this.followers.size > 0) this.retry = setTimeout(() => this.open(), this.wait());
  }

  private wait(): number {
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failures);
    this.failures += 1;
    return longest * (0.5 + Math.random() / 2);
  }

  private heard(message: FromServer): void {
    this.noise();
    switch (message.t) {
      case "snapshot":
      case "events":
        return this.position(message);
      case "presence":
        return this.followers.get(message.table)?.presence(message);
      case "clock":
        return this.followers.get(message.table)?.clock(message);
      case "tried":
      case "advice":
        return this.answered(message.id, (question) => question.done(message));
      case "rejected":
        return this.rejected(message);
      case "pong":
        this.ahead = message.now - Date.now();
    }
  }

  private position(message: Snapshot | Events): void {
    const follower = this.followers.get(message.table);
    if (!follower) return;
    if (message.t === "events") {
      const fresh = message.events.filter((entry) => (entry["seq"] as number) > (follower.last ?? -1));
      if (this.gap(follower, fresh, message)) return this.hello(follower);
      this.resolve(message.events);
      message = { ...message, events: fresh };
    }
    follower.last = Math.max(follower.last ?? 0, message.seq);
    follower.position(message);
  }

  /** Whether entries are missing between what is known and what came. */
  private gap(follower: Follower, fresh: { [field: string]: unknown }[], message: Events): boolean {
    let expected = follower.last === null ? null : follower.last + 1;
    for (const entry of fresh) {
      if (expected !== null && entry["seq"] !== expected) return true;
      expected = (entry["seq"] as number) + 1;
    }
    return expected !== null && message.seq >= expected;
  }

  private resolve(entries: { [field: string]: unknown }[]): void {
    for (const entry of entries) {
      const cmd = entry["cmd"] as string | undefined;
      if (cmd === undefined) continue;
      const waiting = this.commands.get(cmd);
      this.commands.delete(cmd);
      waiting?.done();
    }
  }

  private rejected(message: Rejected): void {
    const reason = new Refused(message.code, message.message, message.where);
    if (message.id !== null) return this.answered(message.id, (question) => question.failed(reason));
    if (message.cmd !== null) {
      const waiting = this.commands.get(message.cmd);
      this.commands.delete(message.cmd);
      return waiting?.failed(reason);
    }
    if (message.table !== null) this.followers.get(message.table)?.refused(message);
  }

  private answered(id: number, tell: (question: Waiting<Tried | Advised>) => void): void {
    const question = this.questions.get(id);
    this.questions.delete(id);
    if (question) tell(question);
  }

  private command(cmd: string, message: FromClient): Promise<void> {
    return new Promise((done, failed) => {
      this.commands.set(cmd, { message, done, failed });
      if (this.isOpen) this.send(message);
      else this.open();
    });
  }

  private question(make: (id: number) => FromClient): Promise<Tried | Advised> {
    return new Promise((done, failed) => {
      if (!this.isOpen) return failed(new Refused("offline", "The connection to the server is lost."));
      const id = (this.lastQuestion += 1);
      const message = make(id);
      this.questions.set(id, { message, done, failed });
      this.send(message);
    });
  }

  private hello({ table, seat, last, words }: Follower): void {
    this.send({ t: "hello", table, seat, last, offers: true, ...(words ? { words } : {}) });
  }

  private send(message: FromClient): void {
    if (this.isOpen) this.plug!.send(JSON.stringify(message));
  }

  private noise(): void {
    clearTimeout(this.silence);
    this.silence = undefined;
  }

  private become(connection: Connection): void {
    if (connection === this.connection) return;
    this.connection = connection;
    this.changed(connection);
  }
}

/** An id for a command, never used before. */
export function newCommand(): string {
  const raw = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(raw, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
