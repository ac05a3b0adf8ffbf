"""Actions and events: a game is a log of these."""

from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

CHANCE: Final = "chance"
"""The actor of rolls, shuffles and draws."""

Seat: TypeAlias = int
Actor: TypeAlias = int | Literal["chance"]


class Action(
    Struct, frozen=True, gc=False, tag_field="do", tag=str.lower, forbid_unknown_fields=True
):
    """What a seat or chance does. `str` writes it in the game's notation.

    Actions and events are frozen and cannot form a ring: the garbage collector need not know them.
    """


class Start(Action, frozen=True):
    """Chance draws the start player."""

    seat: Seat

    def __str__(self) -> str:
        return f"@{self.seat + 1}"


class Event(Struct, frozen=True, gc=False):
    """One line of the log.

    >>> str(Event(CHANCE, Start(1)))
    'chance @2'
    """

    actor: Actor
    action: Action

    def __str__(self) -> str:
        return f"{_name(self.actor)} {self.action}"

    def wire(self) -> dict[str, Any]:
        """The flat form of records and sockets: `by`, then the action's fields."""
        return {"by": self.actor, **msgspec.to_builtins(self.action)}


class Seen(Struct, frozen=True):
    """An event as one seat may see it.

    `action` is None when only the actor is public; it may be of a type with fewer
    fields than the true action. `shows` is what the event reveals to this seat.
    """

    actor: Actor
    action: Action | None
    shows: Any = None

    def wire(self) -> dict[str, Any]:
        form: dict[str, Any] = {"by": self.actor}
        if self.action is not None:
            form |= msgspec.to_builtins(self.action)
        if self.shows is not None:
            form["shows"] = msgspec.to_builtins(self.shows)
        return form


def _name(actor: Actor) -> str:
    return CHANCE if actor == CHANCE else f"P{int(actor) + 1}"
