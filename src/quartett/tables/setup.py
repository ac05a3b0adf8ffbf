"""Requests for tables, and the facts about a table that never change."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Seconds: TypeAlias = Annotated[int, Meta(ge=1, le=30 * 86_400)]
Nonce: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=15)]
Language: TypeAlias = Literal["de", "fr", "en"]
Level: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """Time limits of a seat; None means no limit."""

    turn: Seconds | None = None
    """For each turn of a seat."""
    game: Seconds | None = None
    """For the whole game; beside `turn` it is the reserve that longer turns are paid from."""
    answer: Seconds | None = None
    """How long a seat may object (knock, challenge) before its silence counts as consent."""


class SeatRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Who gets a seat of a new table: its owner, anybody, or a bot."""

    kind: Literal["me", "open", "bot"] = "open"
    level: Level | None = None
    name: Name | None = None


class Origin(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a finished game: before the event at this place of its log."""

    table: Annotated[str, Meta(max_length=40)]
    """Empty where the game is not known here."""
    place: Annotated[int, Meta(ge=0, le=10**9)]


class TableRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a new table."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[tuple[SeatRequest, ...], Meta(min_length=1, max_length=16)]
    options: dict[str, Any] = {}
    clock: Clock = Clock()
    listed: bool = False
    """Whether the list of open tables shows it; otherwise only its link leads to it."""
    language: Language = "en"
    practice: bool = False
    """Whether moves may be taken back though they showed something; no statistics count it."""
    start: bool = False
    """Start the game at once; every seat must be taken."""
    origin: Origin | None = None
    """Begin with this position, at once: one's own seat is the one that decided there, bots have
    the others, and it is for practice."""


class TableSetup(Struct, frozen=True, kw_only=True):
    """The facts about a table that never change; stored once, never sent as they are."""

    id: str
    game: str
    players: int
    options: dict[str, Any]
    clock: Clock
    listed: bool
    language: Language
    owner: str
    created: int
    secret: str
    """Chance's secret. It is sent only with the result."""
    practice: bool = False
    origin: Origin | None = None
    """The position that its game began with; the first events of its log lead there."""
    imported: bool = False
    """Whether it was played elsewhere, and came here as a record."""
