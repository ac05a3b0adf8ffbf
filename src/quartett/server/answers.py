"""What REST takes and gives beside tables and commands."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from quartett.core.event import Seat
from quartett.server.table import Clock, Language, Name, Stage, Table

Passphrase = Annotated[str, Meta(min_length=8, max_length=200)]


class LevelInfo(Struct, frozen=True):
    """An opponent, with its name and one sentence of character."""

    level: str
    name: str
    character: str


class GameInfo(Struct, frozen=True):
    id: str
    name: str
    players: tuple[int, ...]
    options: dict[str, Any]
    """The defaults; `/api/schema` says which values there are."""
    choices: dict[str, list[Any]]
    """The values of the options that have few."""
    levels: tuple[LevelInfo, ...]
    remembering: bool
    """Whether looking back is refused while the game runs, because memory is the game."""
    legend: str
    """How actions are written, in one line."""
    advises: bool
    """Whether it has an adviser."""
    page: tuple[str, ...]
    """Files that it brings for the page; they are at `games/<id>/`."""


class Me(Struct, frozen=True):
    """The one who asks; a guest has no account."""

    name: str | None
    account: str | None
    feed: str | None
    """Where one's Atom feed of turns is."""
    push_key: str
    """The server's key for web push."""


class Naming(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    passphrase: Passphrase


class Token(Struct, frozen=True):
    """A program's token, shown this once."""

    name: str
    token: str


class Line(Struct, frozen=True, kw_only=True):
    """A table in a list."""

    id: str
    game: str
    stage: Stage
    clock: Clock
    language: Language
    names: tuple[str | None, ...]
    """A seat each; None where it is free, empty for a guest without a name."""
    free: int
    seats: tuple[Seat, ...]
    """Those of the one who asks."""
    turn: bool
    """Whether the table waits for the one who asks."""
    updated: int
    scores: tuple[int, ...] | None
    winners: tuple[Seat, ...] | None


class PushKeys(Struct, frozen=True, forbid_unknown_fields=True):
    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


class Subscription(Struct, frozen=True, forbid_unknown_fields=True):
    """What a browser's `PushSubscription` says of itself."""

    endpoint: Annotated[str, Meta(max_length=1000, pattern="^https?://")]
    keys: PushKeys
    language: Language = "en"


class PastViews(Struct, frozen=True):
    """Views of earlier positions, a place of the game's log each."""

    first: int
    views: list[Any]
    events: list[dict[str, Any]]
    """The event that led to each but the first of the game."""
    places: int
    """How many positions there are in all."""
    drawings: list[str]
    """What terminals draw of each view, where it was asked for."""


class TurningPoint(Struct, frozen=True, kw_only=True):
    """A decision that cost or won much, by the expert's reckoning."""

    place: int
    seat: Seat
    unit: Literal["win", "points"]
    played: dict[str, Any]
    best: dict[str, Any]
    lost: float
    """How much more the best was worth; 0 for the best move itself."""
    good: bool


class Story(Struct, frozen=True):
    """A finished game in the large: the scores after every event, and its turning points."""

    scores: list[tuple[int, ...]]
    turning_points: list[TurningPoint]
    judged: int
    """How many decisions the expert looked at."""


class Puzzle(Struct, frozen=True, kw_only=True):
    """The same for everybody on one day: a position, and what the best action in it scores."""

    day: str
    game: str
    seat: Seat
    names: tuple[str, ...]
    view: Any
    offers: Any
    best: int


class PuzzleTry(Struct, frozen=True, forbid_unknown_fields=True):
    day: Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    action: dict[str, Any]


class PuzzleAnswer(Struct, frozen=True, kw_only=True):
    points: int
    best: int
    action: dict[str, Any]
    """The best one."""


class Health(Struct, frozen=True):
    ok: bool
    version: str
    tables: int
    """In memory."""


class Problem(Struct, frozen=True):
    """Why something was refused: a code for programs, a sentence for people."""

    code: str
    message: str
    where: dict[str, Any] = {}


ASKED = (Naming, Credentials, Subscription, PuzzleTry)
TOLD = (GameInfo, Me, Token, Line, PastViews, Story, Puzzle, PuzzleAnswer, Problem, Table)
