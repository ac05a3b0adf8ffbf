"""The messages of the socket: two sums, one for each direction.

The page's TypeScript types are generated from these by `quartett types`.
"""

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from quartett.bots.advice import Option
from quartett.core.event import Seat
from quartett.tables.info import ClockFace, TableInfo
from quartett.tables.setup import SeatNumber
from quartett.tables.viewing.text import PositionText

FRAME_BYTES = 16 * 1024
TEXT_LENGTH = 500

TableId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
CommandId: TypeAlias = Annotated[str, Meta(pattern="^[0-9A-Za-z-]{8,64}$")]
"""Chosen by the client, new for each command; the same one again gets the same answer."""
QuestionId: TypeAlias = Annotated[int, Meta(ge=0, le=2**31)]
Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=TEXT_LENGTH)]
Sequence: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]


class ClientMessage(Struct, frozen=True, tag_field="t", tag=str.lower, forbid_unknown_fields=True):
    """What a client sends."""


class Hello(ClientMessage, frozen=True):
    """Subscribe to a table: as the holder of a seat, else as a spectator.

    With `last`, the answer is the entries after it; without, or after too long a gap, a snapshot.
    """

    table: TableId
    seat: SeatNumber | None = None
    last: Sequence | None = None
    legal: bool = False
    """Whether to list legal actions, for programs."""
    offers: bool = False
    """Whether to send what the page draws its offers from."""
    words: bool = False
    """Whether to say positions and events in words, for a page without a board for the game."""


class Bye(ClientMessage, frozen=True):
    """Unsubscribe from a table."""

    table: TableId


class Act(ClientMessage, frozen=True):
    """Do an action of the game; `at` is the last entry that the client knew."""

    table: TableId
    cmd: CommandId
    at: Sequence
    action: dict[str, Any]
    seat: SeatNumber | None = None
    """The seat it is for; may be left out by who holds one seat."""


class Try(ClientMessage, frozen=True):
    """Ask what an action would do, or why it cannot be done, without doing it."""

    table: TableId
    id: QuestionId
    action: dict[str, Any]
    seat: SeatNumber | None = None


class Hint(ClientMessage, frozen=True):
    """Ask the adviser what the seat's options are worth."""

    table: TableId
    id: QuestionId
    seat: SeatNumber | None = None


class Chat(ClientMessage, frozen=True):
    """Say something to the table."""

    table: TableId
    cmd: CommandId
    text: Text


class AskClock(ClientMessage, frozen=True, tag="clock"):
    """Ask for the clocks."""

    table: TableId


class Ping(ClientMessage, frozen=True):
    pass


FromClient: TypeAlias = Hello | Bye | Act | Try | Hint | Chat | AskClock | Ping


class ServerMessage(Struct, frozen=True, tag_field="t", tag=str.lower):
    """What the server sends."""


class Position(ServerMessage, frozen=True, kw_only=True):
    """Where a table stands for a viewer."""

    table: str
    seq: int
    """The last entry it includes."""
    seat: Seat | None
    about: TableInfo | UnsetType = UNSET
    """The table itself, where it changed."""
    view: Any = None
    """The seat's view of the game; None before it begins."""
    legal: list[Any] | UnsetType = UNSET
    offers: Any = UNSET
    words: PositionText | UnsetType = UNSET
    clock: ClockFace | UnsetType = UNSET


class Snapshot(Position, frozen=True, kw_only=True):
    """Everything, for a client that has nothing yet."""


class Events(Position, frozen=True, kw_only=True):
    """Entries of the table's log, none left out, and where they lead.

    Each is `{"seq", "ms", "by", "do", …}`; one's own has its `cmd` too; one that the viewer
    may not see is `{"seq", "ms", "by"}` alone.
    """

    events: list[dict[str, Any]]


class Rejected(ServerMessage, frozen=True, kw_only=True):
    """A command that changed nothing, and why; `seq` is where the table stands."""

    code: str
    message: str
    where: dict[str, Any] = {}
    table: str | None = None
    cmd: str | None = None
    id: int | None = None
    """Of the question that cannot be answered."""
    seq: int = 0


class Tried(ServerMessage, frozen=True, kw_only=True):
    """What an action would do; it may not be done where there is a code."""

    table: str
    id: int
    code: str | None = None
    message: str = ""
    where: dict[str, Any] = {}
    preview: Any = None


class Advised(ServerMessage, frozen=True, kw_only=True, tag="advice"):
    """What the options are worth, best first."""

    table: str
    id: int
    unit: str
    options: tuple[Option, ...]


class Presence(ServerMessage, frozen=True, kw_only=True):
    """Which seats are connected, and how many spectators."""

    table: str
    seats: list[Seat]
    watching: int


class Clocks(ServerMessage, frozen=True, kw_only=True, tag="clock"):
    table: str
    clock: ClockFace | None


class Pong(ServerMessage, frozen=True):
    now: int


FromServer: TypeAlias = Snapshot | Events | Rejected | Tried | Advised | Presence | Clocks | Pong

decode = msgspec.json.Decoder(FromClient).decode
encode = msgspec.json.Encoder().encode
