"""Three players like people: a child, one who tries a few ideas, and one who wants it all."""

import random
from collections.abc import Callable, Sequence
from typing import ClassVar

from quartett.bots import Bot
from quartett.core import state as core
from quartett.core.event import Action
from quartett.games.calculissimo.actions import Exchange, Play
from quartett.games.calculissimo.board.moves.fast import Plays, find_plays
from quartett.games.calculissimo.board.tiles import MINUS, NUMBERS, PLUS, stands_for
from quartett.games.calculissimo.bots.answering import announced, answered
from quartett.games.calculissimo.view import PASS, View


class Person(Bot):
    """Looks for a play, exchanges when there is none, and passes when the bag is empty."""

    checks: ClassVar[float]
    """How often a play of someone else is worked out."""
    doubts: ClassVar[float]
    miscounts: ClassVar[float]
    bluffs: ClassVar[float]

    def choose(self, view: core.View, deadline: float) -> Action:
        assert isinstance(view, View)
        if view.phase == "answer":
            return answered(view, self.rng, self.checks, self.doubts)
        plays = find_plays(view.edition, view.board, view.rack)
        if len(plays):
            number = self.pick(view, plays)
            return laid(view, plays, number, self.rng, self.miscounts, self.bluffs)
        return without_a_play(view)

    def pick(self, view: View, plays: Plays) -> int:
        """The number of the play to lay."""
        raise AssertionError("every level picks in its own way")


class Easy(Person):
    name = "Adele"
    character = "Lays the short sums a child sees first, and is happy with a few points."
    checks, doubts, miscounts, bluffs = 0.3, 0.1, 0.1, 0.05

    def pick(self, view: View, plays: Plays) -> int:
        """Of some plays that come to mind, a short one of adding and taking away."""
        seen = some(len(plays), 40, self.rng)
        return min(seen, key=lambda number: (*_effort(plays, number), self.rng.random()))


class Medium(Person):
    name = "Bernoulli"
    character = "Tries a dozen ideas and lays the best of them; the brilliant one he may overlook."
    checks, doubts, miscounts, bluffs = 0.7, 0.05, 0.03, 0.05

    def pick(self, view: View, plays: Plays) -> int:
        return best(some(len(plays), 12, self.rng), lambda number: int(plays.points[number]))


class Hard(Person):
    name = "Carlotta"
    character = "Finds every play on the board and takes the most points, whatever comes next."
    checks, doubts, miscounts, bluffs = 1.0, 0.0, 0.0, 0.0

    def pick(self, view: View, plays: Plays) -> int:
        return int(plays.points.argmax())


def laid(
    view: View,
    plays: Plays,
    number: int,
    rng: random.Random,
    miscounts: float = 0.0,
    bluffs: float = 0.0,
) -> Play:
    """One of the plays as an action; in challenge games with the points as the player says them."""
    if not view.options.challenge:
        return Play(plays.tiles(number))
    points = announced(int(plays.points[number]), rng, miscounts, bluffs)
    return Play(plays.tiles(number), points)


def without_a_play(view: View) -> Action:
    return Exchange(view.rack) if view.bag else PASS


def some(count: int, most: int, rng: random.Random) -> list[int]:
    """At most so many of the numbers below `count`, at random."""
    return list(range(count)) if count <= most else rng.sample(range(count), most)


def best(numbers: Sequence[int], value: Callable[[int], float]) -> int:
    return max(numbers, key=value)


def _effort(plays: Plays, number: int) -> tuple[int, int]:
    """How hard a play is for a child: times and divided by first, then the number of tiles."""
    tiles = [stands_for(tile) for _, _, tile in plays.tiles(number)]
    simple = {*NUMBERS, PLUS, MINUS}
    return sum(tile not in simple for tile in tiles), abs(len(tiles) - 2)
