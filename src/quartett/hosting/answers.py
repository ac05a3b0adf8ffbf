"""Bodies of REST requests and answers, except tables and commands."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from quartett.hosting.puzzles import Puzzle
from quartett.review import Decision, Review
from quartett.review.statistics import Statistics
from quartett.tables.info import TableInfo
from quartett.tables.setup import Language, Name, SeatNumber
from quartett.tables.viewing.summary import ListedTable

EntryNumber = Annotated[int, Meta(ge=1, le=10**9)]
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
    """The user; a guest has no account."""

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


class PassphraseChange(Struct, frozen=True, forbid_unknown_fields=True):
    old: Passphrase
    new: Passphrase


class SessionInfo(Struct, frozen=True):
    """A browser in which one is logged in."""

    id: str
    created: int
    current: bool


class ProgramInfo(Struct, frozen=True):
    """A program whose token one asked for."""

    id: str
    name: str
    created: int


class Token(Struct, frozen=True):
    """A program's token, shown this once."""

    name: str
    token: str
    id: str = ""
    """To revoke it with."""


class PersonChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Mute or block a person at a table, who is named by exactly one of `seat` and `said`."""

    seat: SeatNumber | None = None
    said: EntryNumber | None = None
    """The `seq` of something that the person wrote in the table's chat."""
    on: bool = True
    """False takes it back."""


class AbuseReport(Struct, frozen=True, forbid_unknown_fields=True):
    """What a person at a table did, who is named by exactly one of `seat` and `said`."""

    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    seat: SeatNumber | None = None
    said: EntryNumber | None = None


class PersonInfo(Struct, frozen=True):
    """What one has set about a person."""

    blocked: bool
    """Whether their chat comes without its text, at every table."""
    muted: bool | None
    """Whether they may not write at this table; None: only its owner is told."""


class PushKeys(Struct, frozen=True, forbid_unknown_fields=True):
    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


class PushRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON form of a browser's `PushSubscription`."""

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


class RecordText(Struct, frozen=True, forbid_unknown_fields=True):
    """A record of a finished game, as its file has it."""

    text: Annotated[str, Meta(max_length=1_000_000)]


class PlayedRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A record of a game that one played on one's own device."""

    text: Annotated[str, Meta(max_length=200_000)]
    seats: Annotated[tuple[SeatNumber, ...], Meta(min_length=1, max_length=16)]
    """One's own."""


class PuzzleTry(Struct, frozen=True, forbid_unknown_fields=True):
    day: Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}(-easy)?$")]
    action: dict[str, Any]


class PuzzleAnswer(Struct, frozen=True, kw_only=True):
    points: int
    best: int
    action: dict[str, Any]
    """The best one."""


class Exercise(Struct, frozen=True, kw_only=True):
    """A position in which one made a mistake, to be played better."""

    table: str
    place: int
    """Of the decision in the table's log."""
    game: str
    seat: int
    names: tuple[str, ...]
    kind: str
    view: Any
    offers: Any
    due: int
    """Since when it has been due."""


class ExerciseTry(Struct, frozen=True, forbid_unknown_fields=True):
    table: Annotated[str, Meta(max_length=40)]
    place: Annotated[int, Meta(ge=0, le=10**6)]
    action: dict[str, Any]


class ExerciseAnswer(Struct, frozen=True):
    """How good the answer was, what was best, and when the exercise comes back."""

    decision: Decision
    due: int


class Health(Struct, frozen=True):
    ok: bool
    version: str
    tables: int
    """In memory."""


class Readiness(Struct, frozen=True):
    """Whether requests may be sent here, and if not, why."""

    ok: bool
    problems: list[str]


class Problem(Struct, frozen=True):
    """Why something was refused: a code for programs, a sentence for people."""

    code: str
    message: str
    where: dict[str, Any] = {}


TAKEN = (
    Naming,
    Credentials,
    PushRequest,
    PlayedRecord,
    PuzzleTry,
    ExerciseTry,
    PersonChange,
    AbuseReport,
)
GIVEN = (
    GameInfo, Me, Token, ListedTable, PastViews, Review, Puzzle, PuzzleAnswer, Problem,
    TableInfo, Statistics, Exercise, ExerciseAnswer, PersonInfo,
)  # fmt: skip
