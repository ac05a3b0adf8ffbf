// Runs the engine: one change at a time, on disk before anybody is told, bots and clocks in between.
import type { Due, Effects, FromWorker, Problem } from "./messages";
import type { Engine } from "./python";
import { StorageRefused, type Rows, type Store } from "./store";

/** A sign of life of a table whose clock runs; without one for longer, no page was open. */
const BEAT_MS = 2_000;
const GONE_MS = 6_000;
const CHANGES = new Set(["act", "chat"]);

interface Refusal {
  code: string;
  message: string;
}

export class Host {
  /** The player's own pace: bots wait this much of their usual pause. */
  pace = 1;
  /** What happens at tables, one after the other. */
  private turn: Promise<unknown> = Promise.resolve();
  private readonly playing = new Set<string>();
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly beats = new Map<string, ReturnType<typeof setInterval>>();
  /** Which tables each client follows. */
  private readonly follows = new Map<string, Set<string>>();
  private readonly channel = new BroadcastChannel("quartett");

  constructor(
    private readonly engine: Engine,
    private readonly store: Store,
    private readonly send: (message: FromWorker) => void,
  ) {
    this.channel.onmessage = ({ data }: MessageEvent<{ table?: string; name?: string }>) => {
      if (data.name !== undefined) this.engine.rename(data.name);
      if (data.table !== undefined) void this.refresh(data.table);
    };
  }

  async request(id: number, method: string, path: string, body: string | null): Promise<void> {
    const table = /^tables\/([^/?]+)/.exec(path)?.[1] ?? originOf(path, body);
    const call = () => parsed<Effects | { job: number }>(this.engine.request(method, path, body, Date.now()));
    const isChange = method !== "GET" && (table !== null || path === "tables" || path === "records" || path === "me/name");
    try {
      let made = isChange ? await this.change(table, call as () => Effects) : await this.read(table, call);
      while ("job" in made) {
        await pause(0);
        made = parsed<Effects | { job: number }>(this.engine.step(made.job));
      }
      this.send({ t: "answer", id, ...made.answer! });
    } catch (reason) {
      const problem = { ...said(reason), where: {} };
      this.send({ t: "answer", id, status: 507, body: JSON.stringify(problem), kind: "application/json" });
    }
  }

  async frame(client: string, text: string): Promise<void> {
    const message = JSON.parse(text) as { t: string; table?: string; cmd?: string; id?: number };
    const table = message.table ?? null;
    const call = () => parsed<Effects>(this.engine.frame(client, text, Date.now()));
    try {
      if (CHANGES.has(message.t)) await this.change(table, call);
      else await this.read(table, call);
    } catch (reason) {
      const { cmd = null, id = null } = message;
      const rejected = { t: "rejected", ...said(reason), where: {}, table, cmd, id, seq: 0 };
      return this.send({ t: "frame", client, text: JSON.stringify(rejected) });
    }
    if (message.t === "hello" && table) this.follow(client, table);
    if (message.t === "bye" && table) this.unfollow(client, table);
  }

  gone(client: string): void {
    for (const table of this.follows.get(client) ?? []) this.unfollow(client, table);
    this.engine.gone(client);
  }

  private follow(client: string, table: string): void {
    const tables = this.follows.get(client) ?? new Set();
    this.follows.set(client, tables.add(table));
    this.attend(table);
  }

  private unfollow(client: string, table: string): void {
    this.follows.get(client)?.delete(table);
    if (!this.isFollowed(table)) this.rest(table);
  }

  private isFollowed(table: string): boolean {
    return [...this.follows.values()].some((tables) => tables.has(table));
  }

  /** Changes a table: what the engine decides is on disk before it is sent. */
  private change(table: string | null, decide: () => Effects): Promise<Effects> {
    return this.next(async () => {
      let made: Effects | null = null;
      let missed: Effects | null = null;
      try {
        await this.store.transact("readwrite", async (rows) => {
          missed = table === null ? null : await this.catchUp(rows, table);
          made = decide();
          rows.write(made.events, made.tables);
          if (made.name !== null) rows.keep("player", { id: (await rows.kept<{ id: string }>("player"))?.id, name: made.name });
        });
      } catch (reason) {
        // The engine is ahead of the disk: it reads these tables again.
        for (const { id } of (made as Effects | null)?.tables ?? []) this.engine.forget(id);
        if (table !== null) this.engine.forget(table);
        throw reason;
      }
      if (missed) this.tell(missed);
      this.tell(made!);
      return made!;
    });
  }

  /** Asks the engine about a table as it is on disk. */
  private read<Made>(table: string | null, ask: () => Made): Promise<Made> {
    return this.next(async () => {
      if (table !== null) this.tell(await this.store.transact("readonly", (rows) => this.catchUp(rows, table)));
      const made = ask();
      if (isEffects(made)) this.tell(made);
      return made;
    });
  }

  private next<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.turn.then(work);
    this.turn = result.catch(() => {});
    return result;
  }

  private async catchUp(rows: Rows, table: string): Promise<Effects> {
    const known = this.engine.known(table);
    const saved = known < 0 ? await rows.saved(table) : "";
    const events = saved === null ? [] : await rows.events(table, Math.max(0, known));
    const found = events.map(({ seq, ms, cmd, body }) => [seq, ms, cmd, body]);
    return parsed<Effects>(this.engine.catch_up(table, saved || null, JSON.stringify(found)));
  }

  private tell(effects: Effects): void {
    for (const [client, text] of effects.frames) this.send({ t: "frame", client, text });
    if (effects.name !== null) this.channel.postMessage({ name: effects.name });
    for (const { id } of effects.tables) {
      this.channel.postMessage({ table: id });
      this.attend(id);
    }
  }

  /** Another tab has changed a table. */
  private async refresh(table: string): Promise<void> {
    if (this.engine.known(table) < 0) return;
    await this.read(table, () => null).catch(() => {});
    this.attend(table);
  }

  /** Sees to what a table waits for: its bots play, its clock ends turns. */
  private attend(table: string): void {
    if (!this.isFollowed(table)) return;
    void this.clock(table);
    if (!this.playing.has(table)) void this.playBots(table);
  }

  private due(table: string): Due | null {
    try {
      return parsed<Due>(this.engine.due(table));
    } catch {
      return null; // not in memory: nobody follows it
    }
  }

  private async playBots(table: string): Promise<void> {
    this.playing.add(table);
    try {
      for (let bot = this.due(table)?.bots[0]; bot && this.isFollowed(table); bot = this.due(table)?.bots[0]) {
        const { seat, since, pause: wait } = bot;
        await alone(`quartett bots ${table}`, () => this.playBot(table, seat, since, wait));
      }
    } catch (reason) {
      console.error("a bot could not play", reason);
    } finally {
      this.playing.delete(table);
    }
  }

  private async playBot(table: string, seat: number, since: number, wait: number): Promise<void> {
    await this.read(table, () => null); // another tab may have played it
    if (!this.due(table)?.bots.some((bot) => bot.seat === seat && bot.since === since)) return;
    const began = performance.now();
    await pause(0); // what has come in meanwhile goes first
    const form = this.engine.think(table, seat);
    await pause(wait * this.pace - (performance.now() - began));
    await this.change(table, () => parsed<Effects>(this.engine.bot_move(table, seat, since, form, Date.now()))).catch((reason: unknown) => {
      if (reason instanceof StorageRefused) throw reason; // else the table has moved on
    });
  }

  /** Comes back when the next clock runs out; time without an open page counts for nobody. */
  private async clock(table: string): Promise<void> {
    const due = this.due(table);
    clearTimeout(this.timers.get(table));
    this.timers.delete(table);
    if (!due?.ticks) return this.rest(table);
    if (!this.beats.has(table)) await this.begin(table);
    if (due.deadline === null) return;
    const wait = Math.max(0, due.deadline - Date.now()) + 5;
    this.timers.set(table, setTimeout(() => void this.timeOut(table), wait));
  }

  private async timeOut(table: string): Promise<void> {
    await this.change(table, () => parsed<Effects>(this.engine.time_out(table, Date.now()))).catch(() => {});
    this.attend(table);
  }

  private async begin(table: string): Promise<void> {
    const key = `beat ${table}`;
    this.beats.set(table, setInterval(() => void this.beat(key), BEAT_MS));
    const last = await this.store.transact("readonly", (rows) => rows.kept<number>(key));
    if (last !== null && Date.now() - last > GONE_MS) {
      await this.change(table, () => parsed<Effects>(this.engine.pause(table, last, Date.now()))).catch(() => {});
    }
    await this.beat(key);
  }

  private async beat(key: string): Promise<void> {
    await this.store.transact("readwrite", async (rows) => rows.keep(key, Date.now())).catch(() => {});
  }

  private rest(table: string): void {
    clearTimeout(this.timers.get(table));
    this.timers.delete(table);
    clearInterval(this.beats.get(table));
    this.beats.delete(table);
  }
}

class EngineRefused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}

function parsed<Made>(text: string): Made {
  const made = JSON.parse(text) as Made | Problem;
  if (typeof made === "object" && made !== null && "refused" in made) throw new EngineRefused(made.refused);
  return made as Made;
}

function isEffects(made: unknown): made is Effects {
  return typeof made === "object" && made !== null && "frames" in made;
}

/** Why not, for the page to say. */
function said(reason: unknown): Refusal {
  if (reason instanceof EngineRefused) return reason.refusal;
  if (reason instanceof StorageRefused) return { code: reason.code, message: reason.message };
  console.error(reason);
  return { code: "failed", message: "Something went wrong on this device." };
}

/** One tab at a time; a browser without locks computes a bot's move twice and writes it once. */
async function alone(name: string, work: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(name, work);
  else await work();
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, Math.max(0, ms)));
}

/** The finished game that a new table begins from: the engine must have read it. */
function originOf(path: string, body: string | null): string | null {
  return path === "tables" && body ? ((JSON.parse(body) as { origin?: { table: string } | null }).origin?.table ?? null) : null;
}
