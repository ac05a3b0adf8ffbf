// A table as the page follows it.
import type { Advised, AnyAction, Clock, ClockFace, Command, Events, Snapshot, TableInfo, Tried, PositionText } from "../../wire";
import { api, type Whom } from "../net/api";
import type { Entry } from "../board/contract";
import { hasBoard } from "../board/games.svelte";
import { forgetAnnounced } from "../device/announce.svelte";
import { chosenName, connected, lineTo, whoAmI } from "../net/connection.svelte";
import { isAlone, isHere } from "../net/hosts";
import { grown, messages, reworded, type Kept } from "./log";
import { namesOf } from "../i18n/names";
import { Refused } from "../net/refused";
import { newCommand, type Follower, type Socket } from "../net/socket";

/** What any game's view has. */
export interface AnyView {
  seat: number | null;
  to_act: number[];
  over: boolean;
  scores: number[];
  winners: number[];
}

/** A command without its id. */
type Unsent = Command extends infer One ? (One extends Command ? Omit<One, "cmd"> : never) : never;

export class TableState {
  about = $state.raw<TableInfo | null>(null);
  view = $state.raw<AnyView | null>(null);
  offers = $state.raw<unknown>(null);
  /** The position in the game's own words, where the page has no board for it. */
  words = $state.raw<PositionText | null>(null);
  log = $state.raw<Kept[]>([]);
  /** The entries that led to the position from the one before. */
  news = $state.raw<Entry[]>([]);
  seat = $state<number | null>(null);
  seq = $state(0);
  /** The entry from which on our seat is asked what it is asked now. */
  asked = $state(0);
  /** The first entry of the log that we have is not the first of the table. */
  partial = $state(false);
  present = $state.raw<number[] | null>(null);
  watching = $state(0);
  clock = $state.raw<ClockFace | null>(null);
  /** Our time when the clocks came. */
  clockAt = 0;
  trouble = $state.raw<Refused | null>(null);
  busy = $state(false);
  /** The newest position, while it waits for those before it to be seen; null when it is drawn. */
  ahead = $state.raw<Snapshot | Events | null>(null);

  /** How long news stay on the table before the next position; the game's part says. */
  pause: (news: Entry[], view: AnyView | null) => number = () => 0;

  /** Whether somebody who comes back may be shown what was shown meanwhile; not where memory is the game. */
  recalls = false;

  private readonly follower: Follower;
  /** Whether the next entries are the whole log, not only what is new. */
  private fresh = true;
  private closed = false;
  /** How often the socket has described the table. */
  private told = 0;
  /** Positions that wait until the one before has been seen. */
  private queue: (Snapshot | Events)[] = [];
  private showing: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {
    this.follower = {
      table: id,
      seat: null,
      last: 0,
      position: (message) => this.enqueue(message),
      presence: ({ seats, watching }) => {
        this.present = seats;
        this.watching = watching;
      },
      clock: ({ clock }) => this.face(clock),
      refused: (message) => (this.trouble = new Refused(message.code, message.message, message.where)),
    };
  }

  private get line(): Socket {
    return lineTo(this.id);
  }

  /** Begins to follow, from our first seat. */
  async open(): Promise<void> {
    try {
      await whoAmI();
      const about = await api.table(this.id);
      if (this.closed) return;
      this.trouble = null;
      this.about = about;
      this.seat = this.mine[0] ?? null;
      this.follower.seat = this.seat;
      this.follower.words = this.inWords;
      this.line.follow(this.follower);
    } catch (reason) {
      this.trouble = reason as Refused;
    }
  }

  close(): void {
    this.closed = true;
    this.line.unfollow(this.id);
  }

  /** The seats that are ours: one at most, but for a table where several share the device. */
  get mine(): number[] {
    return (this.about?.seats ?? []).flatMap((seat, at) => (seat.mine ? [at] : []));
  }

  /** Whether the game's own words are needed. */
  get inWords(): boolean {
    return this.about !== null && !hasBoard(this.about.game);
  }

  get names(): string[] {
    return namesOf(this.about);
  }

  /** Whether others may sit here whom we do not know; nobody does on a device of our own. */
  get isPublic(): boolean {
    return !isAlone && !isHere(this.id) && this.about !== null && !this.about.imported;
  }

  /** Whether somebody else, and no bot, holds a seat. */
  hasStranger(seat: number): boolean {
    const holder = this.about?.seats[seat];
    return this.isPublic && holder?.kind === "person" && !holder.mine;
  }

  /** Whether newer positions wait to be drawn. */
  get behind(): boolean {
    return this.ahead !== null;
  }

  get live(): boolean {
    return this.mayAct && !this.behind && this.isAsked(this.view, this.offers, this.words);
  }

  /** Whether it is our turn already, while others' moves are still being shown. */
  get ready(): boolean {
    const { ahead } = this;
    return ahead !== null && this.mayAct && this.isAsked(ahead.view as AnyView | null, ahead.offers, ahead.words);
  }

  private get mayAct(): boolean {
    return connected(this.id) === "open" && !this.busy && this.about?.stage === "playing";
  }

  private isAsked(view: AnyView | null, offers: unknown, words: unknown): boolean {
    return this.seat !== null && (view?.to_act.includes(this.seat) ?? false) && (offers ?? words ?? null) !== null;
  }

  /** What is to be decided, to be compared. */
  private get decision(): string {
    return JSON.stringify([this.offers, this.words?.choices]);
  }

  /** Looks from another seat from now on; what the first one saw is forgotten. */
  see(seat: number | null): void {
    if (seat === this.follower.seat) return;
    this.forget();
    this.follower.seat = seat;
    this.line.follow(this.follower);
  }

  /** Does an action of the game; once more when only talk came in between. */
  async act(action: AnyAction): Promise<void> {
    const { decision } = this;
    this.busy = true;
    try {
      await this.line.act(this.id, this.seat, this.seq, action);
    } catch (reason) {
      if (!(reason instanceof Refused) || reason.code !== "stale") throw reason;
      if (this.decision !== decision) throw reason;
      await this.line.act(this.id, this.seat, this.seq, action);
    } finally {
      this.busy = false;
    }
  }

  ask(action: AnyAction): Promise<Tried> {
    return this.line.ask(this.id, this.seat, action);
  }

  hint(): Promise<Advised> {
    return this.line.hint(this.id, this.seat);
  }

  say(text: string): Promise<void> {
    return this.line.chat(this.id, text);
  }

  /** Reads nothing more of somebody, or reads them again; what they have written already goes and comes back, too. */
  async hide(whom: Whom, on: boolean): Promise<void> {
    await api.block(this.id, whom, on);
    if (on) forgetAnnounced();
    if (chosenName() === null) this.line.renew(); // hiding somebody may have made us a guest, whom the socket does not know
    const said = messages(await api.entries(this.id, null, false));
    this.log = this.log.map((kept) => ({ ...kept, entry: reworded(kept.entry, said) }));
    this.queue = this.queue.map((message) =>
      message.t === "events" ? { ...message, events: (message.events as unknown as Entry[]).map((entry) => reworded(entry, said)) as unknown as Events["events"] } : message,
    );
  }

  /** Does something to the table; gives the table as it was then. What the socket said meanwhile is newer. */
  async command(command: Unsent): Promise<TableInfo> {
    const { told } = this;
    const about = await api.command(this.id, { ...command, cmd: newCommand() } as Command);
    if (this.told === told) this.know(about);
    return about;
  }

  private enqueue(message: Snapshot | Events): void {
    if (message.t === "snapshot") this.queue = [];
    this.queue.push(message);
    if (this.showing === undefined || message.t === "snapshot") this.show();
    this.ahead = this.queue.at(-1) ?? null;
  }

  private show(): void {
    clearTimeout(this.showing);
    this.showing = undefined;
    const next = this.queue.shift();
    if (!next || this.closed) return;
    this.ahead = this.queue.at(-1) ?? null;
    this.position(next);
    // Who lags behind catches up: the more waits, the shorter each stays.
    const wait = this.pause(this.news, this.view) / (1 + this.queue.length / 2);
    if (wait > 0) this.showing = setTimeout(() => this.show(), wait);
    else this.show();
  }

  /** Draws what waits at once: who has seen enough need not wait. */
  hurry(): void {
    if (this.queue.length === 0) return;
    clearTimeout(this.showing);
    this.showing = undefined;
    for (const message of this.queue.splice(0)) this.position(message);
    this.ahead = null;
  }

  private position(message: Snapshot | Events): void {
    this.trouble = null;
    this.seq = message.seq;
    if (message.t === "snapshot" || !isSameQuestion(message.seat, this.view, message.view as AnyView | null, message.events as unknown as Entry[])) {
      this.asked = message.seq;
    }
    if (message.about) {
      this.told += 1;
      this.know(message.about);
    }
    this.seat = message.seat;
    if (message.t === "events") {
      const entries = message.events as unknown as Entry[];
      this.news = this.fresh ? this.since(entries) : entries;
      this.log = grown(this.log, entries);
    } else {
      this.news = [];
      this.log = this.log.filter(({ entry }) => entry.seq <= message.seq);
      this.partial = (this.log.at(-1)?.entry.seq ?? 0) < message.seq;
    }
    this.fresh = false;
    this.view = reused(this.view, message.view as AnyView | null);
    this.offers = reused(this.offers, message.offers ?? null);
    this.words = message.words ?? null;
    if (message.clock) this.face(message.clock);
  }

  /** The table as it is now. */
  know(about: TableInfo): void {
    const before = this.mine;
    this.about = about;
    if (before.length === 0 && this.mine.length > 0) this.rejoin(this.mine[0]!);
  }

  /** Comes back as who we are now: sitting down may have made us somebody, whom the socket does not know yet. */
  private rejoin(seat: number): void {
    this.forget();
    this.follower.seat = seat;
    if (!this.closed) this.line.renew();
  }

  private forget(): void {
    this.log = [];
    this.queue = [];
    this.ahead = null;
    this.follower.last = 0;
    this.fresh = true;
  }

  /** What happened since the seat's last move: news for the next player at this device. A page that just opened has none. */
  private since(entries: Entry[]): Entry[] {
    if (!this.recalls || this.view === null) return [];
    return entries.slice(entries.findLastIndex((entry) => entry.by === this.seat) + 1);
  }

  private face(clock: ClockFace | null): void {
    this.clock = clock;
    this.clockAt = Date.now();
  }
}

/** The newer of two plain values, with every part that is as before taken from the older one: what is drawn
 *  from an unchanged part is not drawn again. */
export function reused<Part>(before: unknown, after: Part): Part {
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) return after;
  const [old, fresh] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const names = Object.keys(fresh);
  let same = names.length === Object.keys(old).length;
  for (const name of names) {
    fresh[name] = reused(old[name], fresh[name]);
    same &&= fresh[name] === old[name] && name in old;
  }
  return same ? (before as Part) : after;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Whether any of the limits is set. */
export function timed(clock: Clock): boolean {
  return clock.turn !== null || clock.game !== null;
}

/** Whether a seat is asked what it was asked before: others may choose or say something meanwhile. */
export function isSameQuestion(seat: number | null, before: Pick<AnyView, "to_act"> | null, after: Pick<AnyView, "to_act"> | null, entries: readonly Partial<Entry>[]): boolean {
  if (seat === null || !before?.to_act.includes(seat) || !after?.to_act.includes(seat)) return false;
  return entries.every((entry) => entry.by === undefined || (typeof entry.by === "number" && entry.by !== seat) || (entry.by === "house" && !settles(entry, seat)));
}

/** Whether what the server wrote ends whatever a seat was asked: by the rules it may still be that seat's turn. */
function settles({ do: what, seat: of }: Partial<Entry>, seat: number): boolean {
  return what === "undone" || what === "ended" || ((what === "resigned" || what === "stood_in") && of === seat);
}

/** The seat to hand the device to; null while the one who looks may act, or none of ours may. Where nobody looks
 *  yet, the first of ours takes it even while others move: what that seat knows is not for all to see. */
export function nextHere(mine: number[], seat: number | null, view: Pick<AnyView, "to_act"> | null): number | null {
  if (mine.length < 2 || !view) return null;
  if (seat !== null && view.to_act.includes(seat)) return null;
  return mine.find((one) => view.to_act.includes(one)) ?? (seat === null ? mine[0]! : null);
}
