"""Players like people: how many tiles they can lay at once, and how much of the board they see."""

import random
import time
from typing import ClassVar, Final

from quartett.bots import Bot
from quartett.core import state as core
from quartett.core.arrays import Ints, np
from quartett.core.event import Action
from quartett.games.calculissimo.actions import Exchange, Play
from quartett.games.calculissimo.board.moves.fast import Plays, find_plays
from quartett.games.calculissimo.bots.answering import announced, answered
from quartett.games.calculissimo.bots.judgement import kept_after
from quartett.games.calculissimo.bots.keeping import Values
from quartett.games.calculissimo.view import PASS, View

SHARE: Final = 0.6
"""Of the time allowed that the search for plays may take; only jokers on slow devices need it."""


class CasualBot(Bot):
    """Looks for a play, exchanges when there is none, and passes when the bag is empty."""

    reach: ClassVar[int]
    """How many tiles are laid at once; longer plays do not come to mind."""
    looks: ClassVar[int]
    """How many rows and columns are searched in a turn."""
    checks: ClassVar[float]
    """How often a play of someone else is worked out."""
    doubts: ClassVar[float]
    miscounts: ClassVar[float]
    bluffs: ClassVar[float]

    def choose(self, view: core.View, deadline: float) -> Action:
        assert isinstance(view, View)
        if view.phase == "answer":
            return answered(view, self.rng, self.checks, self.doubts)
        place = view.edition, view.board, view.rack
        now = time.monotonic()
        until = now + SHARE * (deadline - now)
        plays = find_plays(*place, most=self.reach, until=until)
        if not len(plays):
            plays = find_plays(*place, until=until)
        if len(plays):
            number = self.pick(view, plays)
            return laid(view, plays, number, self.rng, self.miscounts, self.bluffs)
        return without_a_play(view)

    def pick(self, view: View, plays: Plays) -> int:
        """The best of the plays that come to mind."""
        seen = self.seen(plays)
        worth = self.worth(view, plays)[seen]
        return int(seen[int(worth.argmax())])

    def seen(self, plays: Plays) -> Ints:
        """Those within reach, in the rows and columns that are looked at."""
        sizes, lines = plays.sizes(), plays.lines()
        near = sizes <= max(self.reach, int(sizes.min()))
        known = sorted(set(lines[near].tolist()))
        looked_at = set(self.rng.sample(known, min(self.looks, len(known))))
        return np.flatnonzero(near & np.array([line in looked_at for line in lines.tolist()]))

    def worth(self, view: View, plays: Plays) -> Values:
        """What makes one play better than another."""
        return plays.points.astype(np.float64)


class Beginner(CasualBot):
    name = "Adele"
    character = "Lays the short sums a child sees first, and is happy with a few points."
    reach, looks = 3, 9
    checks, doubts, miscounts, bluffs = 0.3, 0.1, 0.1, 0.05


class Easy(CasualBot):
    name = "Bernoulli"
    character = "Looks here and there on the board, and lays the best short calculation he sees."
    reach, looks = 4, 8
    checks, doubts, miscounts, bluffs = 0.6, 0.05, 0.05, 0.05


class Medium(CasualBot):
    name = "Carlotta"
    character = "Wants points and looks nearly everywhere, but never sees the long calculation."
    reach, looks = 5, 27
    checks, doubts, miscounts, bluffs = 0.8, 0.03, 0.03, 0.03


class Saving(CasualBot):
    """Also thinks of the tiles that it keeps."""

    def worth(self, view: View, plays: Plays) -> Values:
        values: Values = plays.points + kept_after(view, plays)
        return values


class Advanced(Saving):
    name = "Dedekind"
    character = "Weighs points against the tiles he keeps, in calculations of five tiles or fewer."
    reach, looks = 5, 12
    checks, doubts, miscounts, bluffs = 1.0, 0.0, 0.01, 0.0


class Hard(Saving):
    name = "Descartes"
    character = "Lays the whole rack if need be, but overlooks a part of the board."
    reach, looks = 7, 9
    checks, doubts, miscounts, bluffs = 1.0, 0.0, 0.0, 0.0


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
