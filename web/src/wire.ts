// Made by `quartett types`: change the Python types, run it again.

export interface Hello {
  t: "hello";
  table: string;
  seat?: number | null;
  last?: number | null;
  legal?: boolean;
  offers?: boolean;
  words?: boolean;
}

export interface Bye {
  t: "bye";
  table: string;
}

export interface Act {
  t: "act";
  table: string;
  cmd: string;
  at: number;
  action: Record<string, unknown>;
  seat?: number | null;
}

export interface Try {
  t: "try";
  table: string;
  id: number;
  action: Record<string, unknown>;
  seat?: number | null;
}

export interface Hint {
  t: "hint";
  table: string;
  id: number;
  seat?: number | null;
}

export interface Chat {
  t: "chat";
  table: string;
  cmd: string;
  text: string;
}

export interface AskClock {
  t: "clock";
  table: string;
}

export interface Ping {
  t: "ping";
}

export interface Sit {
  do: "sit";
  cmd: string;
  seat: number;
  name?: string | null;
  nonce?: string | null;
}

export interface Leave {
  do: "leave";
  cmd: string;
  seat: number;
  level?: string | null;
}

export interface Bot {
  do: "bot";
  cmd: string;
  seat: number;
  level?: string | null;
}

export interface Free {
  do: "free";
  cmd: string;
  seat: number;
}

export interface Start {
  do: "start";
  cmd: string;
}

export interface Back {
  do: "back";
  cmd: string;
  seat: number;
}

export interface Undo {
  do: "undo";
  cmd: string;
  seat: number;
}

export interface Answer {
  do: "answer";
  cmd: string;
  seat: number;
  yes: boolean;
}

export interface Resign {
  do: "resign";
  cmd: string;
  seat: number;
}

export interface Rematch {
  do: "rematch";
  cmd: string;
}

export interface Say {
  do: "say";
  cmd: string;
  text: string;
}

export interface TableRequest {
  game: string;
  seats: SeatRequest[];
  options?: Record<string, unknown>;
  clock?: Clock;
  listed?: boolean;
  language?: "de" | "en" | "fr";
  practice?: boolean;
  start?: boolean;
  origin?: Origin | null;
}

export interface SeatRequest {
  kind?: "bot" | "me" | "open";
  level?: string | null;
  name?: string | null;
}

export interface Clock {
  turn: number | null;
  game: number | null;
  answer: number | null;
}

export interface Origin {
  table: string;
  place: number;
}

export interface Naming {
  name: string;
}

export interface Credentials {
  name: string;
  passphrase: string;
}

export interface PushRequest {
  endpoint: string;
  keys: PushKeys;
  language?: "de" | "en" | "fr";
}

export interface PushKeys {
  p256dh: string;
  auth: string;
}

export interface PlayedRecord {
  text: string;
  seats: number[];
}

export interface PuzzleTry {
  day: string;
  action: Record<string, unknown>;
}

export interface ExerciseTry {
  table: string;
  place: number;
  action: Record<string, unknown>;
}

export interface PersonChange {
  seat?: number | null;
  said?: number | null;
  on?: boolean;
}

export interface AbuseReport {
  text: string;
  seat?: number | null;
  said?: number | null;
}

export interface Snapshot {
  t: "snapshot";
  table: string;
  seq: number;
  seat: number | null;
  about?: TableInfo;
  view: unknown;
  legal?: unknown[];
  offers?: unknown;
  words?: PositionText;
  clock?: ClockFace;
}

export interface TableInfo {
  id: string;
  game: string;
  options: Record<string, unknown>;
  clock: Clock;
  listed: boolean;
  language: "de" | "en" | "fr";
  stage: "open" | "over" | "playing";
  created: number;
  commit: string;
  seats: SeatInfo[];
  owner: boolean;
  undo: UndoOffer | null;
  result: Result | null;
  next: string | null;
  practice: boolean;
  origin: Origin | null;
  imported: boolean;
}

export interface SeatInfo {
  kind: "bot" | "open" | "person";
  name: string;
  level: string | null;
  program: boolean;
  away: boolean;
  resigned: boolean;
  overdue: boolean;
  mine: boolean;
}

export interface UndoOffer {
  seat: number;
  place: number;
  waiting: number[];
}

export interface Result {
  scores: number[];
  winners: number[];
  secret: string;
  forfeits?: Forfeit[];
  undone?: TakenBack[];
}

export interface Forfeit {
  seat: number;
  at: number;
  why: string;
}

export interface TakenBack {
  at: number;
  events: number;
}

export interface PositionText {
  expects: string;
  drawing: string;
  hides: boolean;
  choices: Choice[];
}

export interface Choice {
  action: Record<string, unknown>;
  text: string;
  note: string;
}

export interface ClockFace {
  now: number;
  running: number[];
  turn_left: (number | null)[];
  game_left: (number | null)[];
}

export interface Events {
  t: "events";
  table: string;
  seq: number;
  seat: number | null;
  about?: TableInfo;
  view: unknown;
  legal?: unknown[];
  offers?: unknown;
  words?: PositionText;
  clock?: ClockFace;
  events: Record<string, unknown>[];
}

export interface Rejected {
  t: "rejected";
  code: string;
  message: string;
  where: Record<string, unknown>;
  table: string | null;
  cmd: string | null;
  id: number | null;
  seq: number;
}

export interface Tried {
  t: "tried";
  table: string;
  id: number;
  code: string | null;
  message: string;
  where: Record<string, unknown>;
  preview: unknown;
}

export interface Advised {
  t: "advice";
  table: string;
  id: number;
  unit: string;
  options: Option[];
}

export interface Option {
  action: AnyAction;
  value: number;
  text: string;
  chances: Chance[];
}

export interface Chance {
  code: string;
  probability: number;
  text: string;
  values: Record<string, string | number>;
}

export interface Presence {
  t: "presence";
  table: string;
  seats: number[];
  watching: number;
}

export interface Clocks {
  t: "clock";
  table: string;
  clock: ClockFace | null;
}

export interface Pong {
  t: "pong";
  now: number;
}

export interface Sat {
  do: "sat";
  seat: number;
  name: string;
  program: boolean;
}

export interface Left {
  do: "left";
  seat: number;
}

export interface Put {
  do: "put";
  seat: number;
  level: string;
  name: string;
}

export interface Begun {
  do: "begun";
  commit: string;
  nonces: string[];
}

export interface StoodIn {
  do: "stood_in";
  seat: number;
  level: string;
  why: "absent" | "left" | "resigned";
}

export interface Returned {
  do: "returned";
  seat: number;
}

export interface Offered {
  do: "offered";
  seat: number;
  place: number;
}

export interface Agreed {
  do: "agreed";
  seat: number;
}

export interface Declined {
  do: "refused";
  seat: number;
}

export interface Undone {
  do: "undone";
  place: number;
  events: number;
}

export interface Resigned {
  do: "resigned";
  seat: number;
}

export interface Late {
  do: "late";
  seat: number;
}

export interface Paused {
  do: "paused";
  ms: number;
}

export interface Said {
  do: "said";
  name: string;
  seat: number | null;
  text: string;
  hidden?: boolean;
}

export interface Again {
  do: "again";
  table: string;
}

export interface Ended {
  do: "ended";
  scores: number[];
  winners: number[];
  secret: string;
  forfeits: Forfeit[];
}

export interface GameInfo {
  id: string;
  name: string;
  players: number[];
  options: Record<string, unknown>;
  choices: Record<string, unknown[]>;
  levels: LevelInfo[];
  remembering: boolean;
  legend: string;
  advises: boolean;
  page: string[];
}

export interface LevelInfo {
  level: string;
  name: string;
  character: string;
}

export interface Me {
  name: string | null;
  account: string | null;
  feed: string | null;
  push_key: string;
}

export interface Token {
  name: string;
  token: string;
  id: string;
}

export interface ListedTable {
  id: string;
  game: string;
  stage: "open" | "over" | "playing";
  clock: Clock;
  language: "de" | "en" | "fr";
  names: (string | null)[];
  free: number;
  seats: number[];
  turn: boolean;
  updated: number;
  scores: number[] | null;
  winners: number[] | null;
  practice: boolean;
  imported: boolean;
}

export interface PastViews {
  first: number;
  views: unknown[];
  events: Record<string, unknown>[];
  places: number;
  drawings: string[];
}

export interface Review {
  game: string;
  version: number;
  exact: boolean;
  playouts: boolean;
  events: number;
  start: number[];
  start_scores: number[];
  steps: Step[];
  seats: SeatReview[];
}

export interface Step {
  place: number;
  chances: number[];
  luck: number[];
  skill: number[];
  scores: number[];
  decision: Decision | null;
  chance: ChanceEvent | null;
}

export interface Decision {
  place: number;
  seat: number;
  kind: string;
  played: Record<string, unknown>;
  best: Record<string, unknown>;
  value: number;
  best_value: number;
  regret: number;
  grade: "blunder" | "mistake" | "none" | "small";
  exact: boolean;
  error: number;
  reason: string;
  facts: Record<string, string | number>;
  text: string;
  stand_in: boolean;
}

export interface ChanceEvent {
  place: number;
  kind: string;
  luck: number[];
  error: number;
}

export interface SeatReview {
  seat: number;
  name: string;
  start: number;
  result: number;
  luck: number;
  error: number;
  revised: number;
  skill: number;
  own: number;
  others: number;
  kinds: Record<string, KindReview>;
}

export interface KindReview {
  decisions: number;
  regret: number;
  small: number;
  mistakes: number;
  blunders: number;
}

export interface Puzzle {
  day: string;
  game: string;
  seat: number;
  names: string[];
  view: unknown;
  offers: unknown;
  best: number;
  easier: Puzzle | null;
}

export interface PuzzleAnswer {
  points: number;
  best: number;
  action: Record<string, unknown>;
}

export interface Problem {
  code: string;
  message: string;
  where: Record<string, unknown>;
}

export interface Statistics {
  games: GameStatistics[];
}

export interface GameStatistics {
  game: string;
  games: number;
  wins: number;
  levels: Record<string, LevelRecord>;
  best_score: number;
  mean_score: number;
  reviewed: number;
  luck: number;
  own: number;
  kinds: Record<string, KindReview>;
  recent: Record<string, KindReview>;
  recent_games: number;
  strength: Strength | null;
  streak: number;
  best_streak: number;
  history: PlayedPoint[];
}

export interface LevelRecord {
  games: number;
  wins: number;
}

export interface Strength {
  mean: number;
  sigma: number;
}

export interface PlayedPoint {
  table: string;
  at: number;
  win: number;
  score: number;
  luck: number | null;
  own: number | null;
  strength: Strength | null;
}

export interface Exercise {
  table: string;
  place: number;
  game: string;
  seat: number;
  names: string[];
  kind: string;
  view: unknown;
  offers: unknown;
  due: number;
}

export interface ExerciseAnswer {
  decision: Decision;
  due: number;
}

export interface PersonInfo {
  blocked: boolean;
  muted: boolean | null;
}

export type AnyAction = { do: string; [field: string]: unknown };

export type FromClient = Hello | Bye | Act | Try | Hint | Chat | AskClock | Ping;

export type Command = Sit | Leave | Bot | Free | Start | Back | Undo | Answer | Resign | Rematch | Say;

export type FromServer = Snapshot | Events | Rejected | Tried | Advised | Presence | Clocks | Pong;

export type Note = Sat | Left | Put | Begun | StoodIn | Returned | Offered | Agreed | Declined | Undone | Resigned | Late | Paused | Said | Again | Ended;

export namespace Calavera {
  export interface View {
    seat: number | null;
    players: number;
    to_act: number[];
    over: boolean;
    scores: number[];
    winners: number[];
    options: Options;
    phase: "over" | "pick" | "roll" | "start" | "use";
    active: number;
    faces: ("black" | "green" | "orange" | "pink" | "rose" | "skull")[];
    rolling: number[];
    rolls: number;
    used: string | null;
    sheets: Sheet[];
    chosen: number[];
    mine: Action | null;
  }

  export interface Options {
    start_player: number | null;
    sheet: "short" | "standard";
  }

  export interface Sheet {
    crosses: number[];
    frozen: boolean[];
    bonus: number[];
  }

  export interface Offers {
    choices: Choice[];
    dice: number[];
    rolls_left: number;
  }

  export interface Choice {
    action: Mark | Freeze | Skip;
    row: "black" | "green" | "orange" | "pink" | null;
    boxes: number[];
    lapse: number;
    value: number;
    frozen: boolean;
    lines: Line[];
    gain: number;
    ends: boolean;
  }

  export interface Mark {
    do: "mark";
    use: "black" | "green" | "orange" | "pink" | "rose";
    row: "black" | "green" | "orange" | "pink";
  }

  export interface Freeze {
    do: "freeze";
    row: "black" | "green" | "orange" | "pink";
  }

  export interface Skip {
    do: "skip";
  }

  export interface Line {
    line: number;
    points: number;
  }

  export interface Reroll {
    do: "reroll";
    dice: number[];
  }

  export interface Start {
    do: "start";
    seat: number;
  }

  export interface Roll {
    do: "roll";
    faces: ("black" | "green" | "orange" | "pink" | "rose" | "skull")[];
  }

  export type Preview = Choice;

  export type Action = Reroll | Mark | Freeze | Skip;

  export type Chance = Start | Roll;
}

export namespace Calcory {
  export interface View {
    seat: number | null;
    players: number;
    to_act: number[];
    over: boolean;
    scores: number[];
    winners: number[];
    options: Options;
    phase: "deal" | "over" | "return" | "start" | "turn";
    rows: number;
    columns: number;
    active: number;
    turns: number;
    table: ("down" | "empty" | "up")[];
    turned: Lying[];
    bid: Bid | null;
    taken: Lying[];
    own: Lying[];
  }

  export interface Options {
    start_player: number | null;
    max_turns: number | null;
    open_seconds: number;
  }

  export interface Lying {
    at: [number, number];
    card: [number, number];
  }

  export interface Bid {
    seat: number;
    cards: Lying[];
    sum: number;
  }

  export interface Offers {
    turn: [number, number][];
    needed: number;
    room: number;
    zero: boolean;
    stop: StopOffer | null;
    pass_only: boolean;
    back: Lying[];
    to: [number, number][];
    keeps: number;
  }

  export interface StopOffer {
    sum: number;
    count: number;
    why: "first" | "higher" | "more_cards" | "too_low";
  }

  export interface Preview {
    outcome: "bust" | "hit" | "on" | null;
    sum: number | null;
    stop: StopOffer | null;
    pile: number | null;
  }

  export interface Turn {
    do: "turn";
    at: [number, number];
  }

  export interface Stop {
    do: "stop";
  }

  export interface Return {
    do: "return";
    card: [number, number];
    to: [number, number];
  }

  export interface Pass {
    do: "pass";
  }

  export interface Start {
    do: "start";
    seat: number;
  }

  export interface Deal {
    do: "deal";
    cards: [number, number][];
  }

  export type Action = Turn | Stop | Return | Pass;

  export type Chance = Start | Deal;
}

export namespace Calculissimo {
  export interface View {
    seat: number | null;
    players: number;
    to_act: number[];
    over: boolean;
    scores: number[];
    winners: number[];
    options: Options;
    edition: Edition;
    phase: "answer" | "draw" | "over" | "play" | "start";
    active: number;
    board: string[];
    rack: string[];
    rack_sizes: number[];
    racks: string[][] | null;
    bag: number;
    idle: number;
    drawing: number | null;
    pending: Play | null;
  }

  export interface Options {
    start_player: number | null;
    edition: string;
    challenge: boolean;
  }

  export interface Edition {
    name: string;
    title: string;
    rack: number;
    joker: string;
    board: string[];
    bag: Record<string, number>;
  }

  export interface Play {
    do: "play";
    tiles: [number, number, string][];
    announce?: number | null;
  }

  export interface Offers {
    may: ("accept" | "challenge" | "exchange" | "pass" | "play")[];
    fields: number[];
  }

  export interface Preview {
    lines: ShownLine[];
    points: number | null;
    again: boolean;
  }

  export interface ShownLine {
    fields: number[];
    text: string;
    factors: number[];
    steps: ShownStep[];
    factor: number;
    points: number | null;
    fault: "not_calculation" | "second_times" | "wrong_step" | null;
  }

  export interface ShownStep {
    left: number;
    operator: string;
    right: number;
    value: string;
    allowed: boolean;
    at: number;
    first: number;
    last: number;
  }

  export interface Exchange {
    do: "exchange";
    tiles: string[];
  }

  export interface Pass {
    do: "pass";
  }

  export interface Challenge {
    do: "challenge";
  }

  export interface Accept {
    do: "accept";
  }

  export interface Start {
    do: "start";
    seat: number;
    drawn: string[];
  }

  export interface Draw {
    do: "draw";
    seat: number;
    tiles: string[];
  }

  export type Action = Play | Exchange | Pass | Challenge | Accept;

  export type Chance = Start | Draw;
}

export namespace Cubus {
  export interface View {
    seat: number | null;
    players: number;
    to_act: number[];
    over: boolean;
    scores: number[];
    winners: number[];
    options: Options;
    phase: "build" | "draw" | "knock" | "last" | "over" | "place" | "remove" | "show" | "start";
    stack: Stack;
    open: [number, number][];
    hands: Cards[];
    pile: Cards;
    pool: Cards;
    starter: number;
    active: number;
    turn: number;
    passes: number;
    knocker: number | null;
    chosen: number[];
    mine: Action | null;
    built?: number[];
    again?: [number, number][];
  }

  export interface Options {
    start_player: number | null;
    knocking: boolean;
    last_build: "contest" | "none" | "underdog";
    dismantling: "after" | "alone" | "cards" | "none";
    both_start: boolean;
  }

  export interface Stack {
    cells: [number, number, number][];
  }

  export interface Cards {
    left: number;
    right: number;
    lid: number;
    open: number;
  }

  export interface Offers {
    may: ("build" | "knock" | "pass" | "remove" | "waive")[];
    cards: Cards;
    ghosts: Ghost[];
    takings: Taking[];
  }

  export interface Ghost {
    cell: [number, number];
    build: Build;
    used: Cards;
    missing: Cards;
    points: number;
  }

  export interface Build {
    do: "build";
    cells: [number, number, number][];
    floor: number;
    open: [number, number][];
  }

  export interface Taking {
    cell: [number, number];
    freed: Cards;
  }

  export interface Preview {
    boxes: number;
    cards: Cards | null;
    used: Cards | null;
    missing: Cards | null;
    points: number | null;
    ghosts: Ghost[];
    openable: [number, number][];
  }

  export interface Pass {
    do: "pass";
  }

  export interface Knock {
    do: "knock";
  }

  export interface Waive {
    do: "waive";
  }

  export interface Remove {
    do: "remove";
    cell: [number, number];
  }

  export interface Start {
    do: "start";
    seat: number;
  }

  export interface Draw {
    do: "draw";
    card: "left" | "lid" | "open" | "right";
  }

  export interface Place {
    do: "place";
    open: [number, number][];
  }

  export type Action = Build | Pass | Knock | Waive | Remove;

  export type Chance = Start | Draw | Place;
}
