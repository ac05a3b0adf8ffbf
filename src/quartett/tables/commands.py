"""What people do to a table beside playing: one sum, sent to `POST /api/tables/{id}/commands`."""

from typing import TypeAlias

from msgspec import Struct

from quartett.tables.setup import Level, Name, Nonce, SeatNumber
from quartett.tables.viewing.messages import CommandId, Text


class Command(Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """A command; the same `cmd` again changes nothing."""

    cmd: CommandId


class Sit(Command, frozen=True):
    """Take a free seat at a table that has not begun, or submit a nonce for your own.

    A seat that submits no nonce gets one derived from the commitment.
    """

    seat: SeatNumber
    name: Name | None = None
    nonce: Nonce | None = None


class Leave(Command, frozen=True):
    """Get up: the seat is free again, or a bot plays on until one comes back."""

    seat: SeatNumber
    level: Level | None = None


class Bot(Command, frozen=True):
    """Give a seat to a bot: a free one, or that of someone who keeps the table waiting."""

    seat: SeatNumber
    level: Level | None = None


class Free(Command, frozen=True):
    """The one who made the table frees a seat before the game begins."""

    seat: SeatNumber


class Start(Command, frozen=True):
    """Begin; every seat must be taken."""


class Back(Command, frozen=True):
    """Take one's seat back from the bot that stood in."""

    seat: SeatNumber


class Undo(Command, frozen=True):
    """Ask to take back the seat's last action."""

    seat: SeatNumber


class Answer(Command, frozen=True):
    """Agree to an undo or refuse it."""

    seat: SeatNumber
    yes: bool


class Resign(Command, frozen=True):
    """Give the game up: a bot plays the seat on, and it cannot win."""

    seat: SeatNumber


class Rematch(Command, frozen=True):
    """Set up the same table again once the game is over."""


class Say(Command, frozen=True):
    """Chat."""

    text: Text


AnyCommand: TypeAlias = (
    Sit | Leave | Bot | Free | Start | Back | Undo | Answer | Resign | Rematch | Say
)
