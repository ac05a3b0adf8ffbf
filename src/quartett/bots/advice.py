"""Advice that explains itself: what each option is worth, and its chances in words."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import Literal, Protocol

from msgspec import Struct

from quartett.core.errors import QuartettError
from quartett.core.event import Action, Seen
from quartett.core.game import Game
from quartett.core.parts import V, in_module, part
from quartett.core.state import View


class Chance(Struct, frozen=True):
    """How likely something is, with a code and values for other languages."""

    code: str
    probability: float
    text: str
    values: dict[str, str | int]


class Option(Struct, frozen=True):
    action: Action
    value: float
    """What it is worth, in the unit of its advice."""
    text: str
    """What the action is, in words."""
    chances: tuple[Chance, ...]


class Advice(Struct, frozen=True):
    """The options of a decision, best first."""

    unit: Literal["win", "points"]
    """What values count: the chance to win, or points."""
    options: tuple[Option, ...]

    def say(self, value: float) -> str:
        """A value in words.

        >>> Advice("win", ()).say(0.624), Advice("points", ()).say(-1.25)
        ('wins 62 in 100', '−1.2 points')
        """
        if self.unit == "win":
            return f"wins {in_words(value)}"
        return f"{value:+.1f} points".replace("-", "−")


@in_module("advice")
class Adviser(Protocol[V]):
    """The part of a game that knows what actions are worth.

    Where memory is the game, `seen` is what the seat saw so far.
    """

    @abstractmethod
    def explain(self, view: V, seen: Iterable[Seen] = (), /) -> Advice:
        """What each action of the viewing seat is worth, and its chances in words."""

    def hint(self, view: V, seen: Iterable[Seen] = (), /) -> Advice:
        """The part of the advice that a person is shown who asks what to do."""
        return self.explain(view, seen)


def explain(game: Game, view: View, seen: Iterable[Seen] = ()) -> Advice:
    """What each action of the viewing seat is worth, best first."""
    return _adviser(game).explain(view, seen)


def hint(game: Game, view: View, seen: Iterable[Seen] = ()) -> Advice:
    """What a person is shown who asks what to do; it may leave out what brings nothing."""
    return _adviser(game).hint(view, seen)


def _adviser(game: Game) -> Adviser[View]:
    found = part(game, Adviser[View])
    if found is None:
        raise QuartettError(f"{game.name} has no adviser")
    return found


def in_words(probability: float) -> str:
    """A chance as people say it.

    >>> in_words(0.3), in_words(0.004), in_words(1.0), in_words(0.972)
    ('3 in 10', 'less than 1 in 100', 'certain', '97 in 100')
    """
    if probability <= 0:
        return "impossible"
    if probability >= 1:
        return "certain"
    if probability < 0.01:
        return "less than 1 in 100"
    if probability > 0.99:
        return "more than 99 in 100"
    tenths = probability * 10
    if 0.95 <= tenths <= 9.05 and abs(tenths - round(tenths)) <= 0.15:
        return f"{round(tenths)} in 10"
    return f"{round(probability * 100)} in 100"
