"""What a table is: how it was set up, and how it looks to the one who asks."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from quartett.core.event import Seat
from quartett.core.record import Result

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Seconds: TypeAlias = Annotated[int, Meta(ge=1, le=30 * 86_400)]
Nonce: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=15)]
Language: TypeAlias = Literal["de", "fr", "en"]
Level: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Stage: TypeAlias = Literal["open", "playing", "over"]


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a seat may think; a limit that is None is none."""

    turn: Seconds | None = None
    """For each turn of a seat."""
    game: Seconds | None = None
    """For the whole game; beside `turn` it is the reserve that longer turns are paid from."""
    answer: Seconds | None = None
    """How long a seat may object (knock, challenge) before its silence counts as consent."""


class SeatWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit on a seat of a new table: the one who makes it, anybody, or a bot."""

    kind: Literal["me", "open", "bot"] = "open"
    level: Level | None = None
    name: Name | None = None


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """What one asks for to make a table."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[tuple[SeatWish, ...], Meta(min_length=1, max_length=16)]
    options: dict[str, Any] = {}
    clock: Clock = Clock()
    listed: bool = False
    """Whether strangers find it in the list of open tables; otherwise by its link alone."""
    language: Language = "en"
    start: bool = False
    """Begin at once when every seat is taken."""


class SeatInfo(Struct, frozen=True, kw_only=True):
    """A seat as everybody sees it."""

    kind: Literal["open", "person", "bot"]
    name: str = ""
    """Empty for a guest without a name, and where the seat is free."""
    level: str | None = None
    """Of the bot that plays here, also while it stands in for a person."""
    program: bool = False
    """Whether a program from outside holds the seat."""
    away: bool = False
    """Whether a bot stands in for the person who holds the seat."""
    resigned: bool = False
    mine: bool = False
    """Whether the one who asks holds it."""


class UndoOffer(Struct, frozen=True):
    """One seat asks to take back what happened since a place of the game's log."""

    seat: Seat
    place: int
    waiting: tuple[Seat, ...]
    """The seats of people who have not yet agreed."""


class Table(Struct, frozen=True, kw_only=True):
    """A table as one visitor sees it."""

    id: str
    game: str
    options: dict[str, Any]
    clock: Clock
    listed: bool
    language: Language
    stage: Stage
    created: int
    """Milliseconds since 1970, as all times here."""
    commit: str
    """The SHA-256 of chance's secret, there before any seat hands in its nonce."""
    seats: tuple[SeatInfo, ...]
    owner: bool
    """Whether the one who asks made it."""
    undo: UndoOffer | None
    result: Result | None
    next: str | None
    """The table of the rematch."""


class ClockFace(Struct, frozen=True):
    """Every seat's clock at one moment of the server's time."""

    now: int
    running: tuple[Seat, ...]
    turn_left: tuple[int | None, ...]
    """Milliseconds, a seat each."""
    game_left: tuple[int | None, ...]
