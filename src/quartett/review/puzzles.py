"""Puzzles: positions in which one action scores most."""

from abc import abstractmethod
from typing import Protocol, TypeVar

from quartett.core.event import Action, Event, Seat
from quartett.core.parts import in_module
from quartett.core.state import State

V = TypeVar("V", contravariant=True)


@in_module("puzzles")
class Puzzles(Protocol[V]):
    """What a game needs for a puzzle of the day."""

    @abstractmethod
    def best_action(self, view: V, /) -> Action | None:
        """The action that scores most at once; None where the choice is not about points."""

    def effort(self, view: V, action: Action, /) -> int:
        """How many pieces the action places or moves: the fewer, the easier it is to find."""
        return 0


def points(state: State, seat: Seat, action: Action) -> int:
    """What an action scores at once."""
    return state.apply(Event(seat, action)).scores()[seat] - state.scores()[seat]
