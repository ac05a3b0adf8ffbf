// A table while it is played: what the seat sees, what is expected of it, and what it asks for.
import type { GameInfo, Option, PositionText } from "../../wire";
import type { GameModule } from "../board/contract";
import { gameInfo, loadGame } from "../board/games.svelte";
import { ended } from "../board/lines";
import { announce } from "../device/announce.svelte";
import { paced } from "../device/settings.svelte";
import { t } from "../i18n";
import { Refused, why } from "../net/refused";
import { Adviser } from "./adviser.svelte";
import { acceptRematch } from "./newtable";
import { Looking } from "./past.svelte";
import { usual } from "./pace";
import { nextHere, TableState, type AnyView } from "./table.svelte";

export class Play {
  module = $state.raw<GameModule | null>(null);
  info = $state.raw<GameInfo | null>(null);
  /** Why the game's part of the page could not be loaded. */
  trouble = $state.raw<unknown>(null);
  /** Why the last thing asked for was not done. */
  problem = $state("");
  /** Whether one of several players at this device has said that they hold it. */
  private taken = $state(false);

  readonly table: TableState;
  readonly looking: Looking;
  readonly adviser: Adviser;

  constructor(id: string) {
    this.table = new TableState(id);
    this.looking = new Looking(id);
    this.adviser = new Adviser(this.table);
  }

  async load(game: string): Promise<void> {
    this.trouble = null;
    try {
      const [module, info] = await Promise.all([loadGame(game), gameInfo(game)]);
      this.module = module;
      this.info = info;
      this.table.recalls = !info?.remembering;
      this.table.pause = (news, view) => paced(module.pause?.(news, view) ?? usual(news, view));
    } catch (reason) {
      this.trouble = reason;
    }
  }

  get game(): string {
    return this.table.about?.game ?? "";
  }

  get stage(): "open" | "playing" | "over" | undefined {
    return this.table.about?.stage;
  }

  /** The position shown: the present, or where one looks back to. */
  get view(): AnyView | null {
    return this.isPast ? (this.looking.view as AnyView | null) : this.table.view;
  }

  get words(): PositionText | null {
    return this.isPast ? this.looking.words : this.table.words;
  }

  get isPast(): boolean {
    return this.looking.at !== null;
  }

  /** How many events there were. */
  get places(): number {
    return this.table.log.at(-1)?.place ?? 0;
  }

  /** Whether one may look back: not where memory is the game, while it runs. */
  get mayLook(): boolean {
    return !(this.info?.remembering && this.stage === "playing");
  }

  /** Those whom the table waits for. */
  get acting(): number[] {
    return this.stage === "playing" ? (this.table.view?.to_act ?? []) : [];
  }

  get myTurn(): boolean {
    const { seat, mine } = this.table;
    return seat !== null && this.acting.includes(seat) && mine.includes(seat);
  }

  /** The seat to hand the device to; null where nobody else at it is next. */
  get next(): number | null {
    if (this.stage !== "playing") return null;
    return nextHere(this.table.mine, this.taken ? this.table.seat : null, this.table.view);
  }

  /** Somebody has the device now. */
  take(seat: number): void {
    this.taken = true;
    this.table.see(seat);
  }

  /** Whether the board must not be seen until the device has been handed over. */
  get hidden(): boolean {
    return this.next !== null && this.table.view !== null && this.isSecret(this.table.view);
  }

  /** What the bar says. */
  get sentence(): string {
    if (!this.module || !this.view) return "";
    if (this.table.ready && !this.isPast) return this.expected(this.table.ahead!.view as AnyView, this.table.ahead!.words ?? null, this.table.ahead!.offers);
    if (this.stage === "over" && !this.isPast) return ended(this.table.about?.result?.winners ?? [], this.table.names, this.table.mine);
    return this.expected(this.view, this.words, this.isPast ? null : this.table.offers);
  }

  private expected(view: AnyView, words: PositionText | null, offers: unknown): string {
    const said = this.module!.expects(view, this.table.names, words, offers);
    return t(said.key, said.values);
  }

  look(place: number): void {
    this.looking.back(place, this.places, this.table.seat, this.table.inWords).catch((reason: unknown) => this.complain(reason));
  }

  /** Does something to the table; what is refused is said. */
  async ask(command: Parameters<TableState["command"]>[0]): Promise<void> {
    this.problem = "";
    try {
      await this.table.command(command);
    } catch (reason) {
      this.complain(reason);
    }
  }

  /** The table of the rematch, with our seats taken; it begins when all have accepted. */
  async rematch(): Promise<string | null> {
    const { table } = this;
    const next = table.about?.next ?? (await table.command({ do: "rematch" })).next;
    if (next) await acceptRematch(next, table.mine.map((seat) => ({ seat, name: table.about!.seats[seat]!.name })));
    return next;
  }

  /** What of the advice is marked on the board. */
  get marked(): Option[] | null {
    const best = this.isPast ? undefined : this.adviser.advice?.options[0];
    if (!best) return null;
    if (this.adviser.step === 3) return [best];
    const part = this.module?.nudge?.(best.action);
    return part ? [{ ...best, action: part }] : null;
  }

  async advise(): Promise<void> {
    await this.adviser.ask().catch((reason: unknown) => this.complain(reason));
  }

  complain(reason: unknown): void {
    this.problem = reason instanceof Refused ? why(reason, this.game) : t("trouble.unknown");
    announce(this.problem);
  }

  private isSecret(view: AnyView & { mine?: unknown }): boolean {
    return this.module?.secret?.(view, this.table.words) ?? (view.to_act.length > 1 || (view.mine ?? null) !== null);
  }
}
