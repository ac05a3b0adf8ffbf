"""Advice that explains itself: what each option is worth, and its chances in words."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from quartett.core.event import Action, Seen
from quartett.core.game import Game
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


def explain(game: Game, view: View, seen: Iterable[Seen] = ()) -> Advice:
    """What each action of the viewing seat is worth, best first."""
    return game.explain(view, seen)


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
