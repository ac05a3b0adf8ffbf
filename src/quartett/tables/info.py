"""A table, its seats and its clocks as one user sees them."""

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from quartett.core.event import Seat
from quartett.core.record import Result
from quartett.tables.setup import Clock, Language, Origin

Stage: TypeAlias = Literal["open", "playing", "over"]


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
    overdue: bool = False
    """Whether the person's time ran out and they have not played since: a bot may stand in."""
    mine: bool = False
    """Whether the viewer holds it."""


class UndoOffer(Struct, frozen=True):
    """One seat asks to take back what happened since a place of the game's log."""

    seat: Seat
    place: int
    waiting: tuple[Seat, ...]
    """The seats of people who have not yet agreed."""


class TableInfo(Struct, frozen=True, kw_only=True):
    """A table as one user sees it."""

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
    """The SHA-256 of chance's secret, published before any seat submits its nonce."""
    seats: tuple[SeatInfo, ...]
    owner: bool
    """Whether the viewer made it."""
    undo: UndoOffer | None
    result: Result | None
    next: str | None
    """The table of the rematch."""
    practice: bool = False
    """Whether moves may be taken back though they showed something; no statistics count it."""
    origin: Origin | None = None
    """The position of a finished game that this one began with."""
    imported: bool = False
    """Whether it was played elsewhere, and came here as a record; no statistics count it."""


class ClockFace(Struct, frozen=True):
    """Every seat's clock at one moment of the server's time."""

    now: int
    running: tuple[Seat, ...]
    turn_left: tuple[int | None, ...]
    """Milliseconds, a seat each."""
    game_left: tuple[int | None, ...]
