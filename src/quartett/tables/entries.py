"""The entries of a table's log: the game's events, and notes about the table between them.

The log is the truth: everything about a table follows from its setup and these entries.
"""

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from quartett.core.event import CHANCE, Actor, Event, Seat
from quartett.core.game import Game
from quartett.core.record import Forfeit

SERVER: Literal["house"] = "house"
"""Who wrote a note, as records and the socket name it."""

_encode = msgspec.json.Encoder().encode


class Note(Struct, frozen=True, gc=False, tag_field="do", tag=str.lower):
    """Something that happened at the table beside the game."""


class Sat(Note, frozen=True):
    """Somebody took a seat. Others read `name`; the user id is never sent."""

    seat: Seat
    name: str
    user: str
    nonce: str
    program: bool = False


class Left(Note, frozen=True):
    """The seat is free again."""

    seat: Seat


class Put(Note, frozen=True):
    """A bot was put on a free seat."""

    seat: Seat
    level: str
    name: str
    nonce: str


class Begun(Note, frozen=True):
    """The game begins: the commitment stood before, the nonces are in."""

    commit: str
    nonces: tuple[str, ...]


class Stood_In(Note, frozen=True, tag="stood_in"):  # noqa: N801 (its name on the wire)
    """A bot plays on for a person."""

    seat: Seat
    level: str
    why: Literal["left", "absent", "resigned"]


class Returned(Note, frozen=True):
    """The person plays again."""

    seat: Seat


class Offered(Note, frozen=True):
    """A seat asks to take back everything from this place of the game's log on."""

    seat: Seat
    place: int


class Agreed(Note, frozen=True):
    seat: Seat


class Declined(Note, frozen=True, tag="refused"):
    seat: Seat


class Undone(Note, frozen=True):
    """The game's log ends before this place again."""

    place: int
    events: int = 0
    """How many were taken back; chance's streams go on after them. 0 in logs from before that."""


class Resigned(Note, frozen=True):
    seat: Seat


class Late(Note, frozen=True):
    """The seat's time was up; what follows was done for it."""

    seat: Seat


class Paused(Note, frozen=True):
    """The server was down or stood still for this many milliseconds, which no clock counts."""

    ms: int


class Said(Note, frozen=True, omit_defaults=True):
    name: str
    seat: Seat | None
    user: str
    text: str
    hidden: bool = False
    """Whether the text is left out because the reader blocks who wrote it; never stored."""


class Again(Note, frozen=True):
    """The rematch is at this table."""

    table: str


class Ended(Note, frozen=True):
    """The result, and chance's secret with it."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    secret: str
    forfeits: tuple[Forfeit, ...] = ()


AnyNote: TypeAlias = (
    Sat | Left | Put | Begun | Stood_In | Returned | Offered | Agreed | Declined
    | Undone | Resigned | Late | Paused | Said | Again | Ended
)  # fmt: skip


class Move(Struct, frozen=True, gc=False):
    """An event of the game in its wire form, the JSON that is stored and sent.

    >>> from quartett.core.event import Start
    >>> Move.of(Event("chance", Start(1))).wire
    b'{"by":"chance","do":"start","seat":1}'
    """

    by: Actor
    wire: bytes
    made: Event | None = None
    """The event itself, where it need not be made from its wire form again."""

    @classmethod
    def of(cls, event: Event) -> "Move":
        actor, action = event.actor, event.action
        by = b'{"by":"chance",' if actor == CHANCE else b'{"by":%d,' % actor
        return cls(actor, by + _encode(action)[1:], event)

    def event(self, game: Game) -> Event:
        if self.made is not None:
            return self.made
        action: dict[str, Any] = msgspec.json.decode(self.wire)
        del action["by"]
        return Event(self.by, game.action(action))


class Entry(Struct, frozen=True, gc=False, kw_only=True):
    """One line of the log."""

    seq: int
    ms: int
    """The server's time, in milliseconds since 1970."""
    what: Move | AnyNote
    cmd: str | None = None
    """The command that caused it, as `scoped`."""


OWNER_PART = 12
"""How much of a user's id stands before a command's: 48 bits that nobody else knows."""


def scoped(user: str, cmd: str) -> str:
    """A command's id as the log keeps it: two people may choose the same.

    >>> scoped("4f1d0c93a2b7e655", "move-0001")
    '4f1d0c93a2b7:move-0001'
    """
    return f"{user[:OWNER_PART]}:{cmd}"


HIDDEN = ("user", "nonce")
"""Fields of notes that are never sent."""


def body(what: Move | AnyNote) -> bytes:
    """What is stored of an entry."""
    if isinstance(what, Move):
        return what.wire
    return _encode({"by": SERVER, **msgspec.to_builtins(what)})


def read_body(stored: str) -> Move | AnyNote:
    """What was stored."""
    form: dict[str, Any] = msgspec.json.decode(stored)
    by = form.pop("by")
    if by == SERVER:
        note: AnyNote = msgspec.convert(form, AnyNote)
        return note
    return Move(by, stored.encode())


def public(note: AnyNote) -> dict[str, Any]:
    """The note as everybody may read it."""
    form: dict[str, Any] = msgspec.to_builtins(note)
    return {"by": SERVER, **{key: value for key, value in form.items() if key not in HIDDEN}}
