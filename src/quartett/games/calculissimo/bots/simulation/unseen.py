"""The tiles that a seat cannot see, and how likely the others have them.

What somebody played tells what it kept: with some racks it would have played something better.
"""

import math
import random
import time
from typing import Final

from msgspec import Struct

from quartett.core.arrays import Floats, Ints, np
from quartett.core.event import CHANCE, Seat, Seen
from quartett.games.calculissimo.actions import Exchange, HiddenDraw, HiddenExchange, Pass, Play
from quartett.games.calculissimo.board.grid import Board, is_empty, without_tiles
from quartett.games.calculissimo.board.moves.search import JOKER
from quartett.games.calculissimo.board.score import worth
from quartett.games.calculissimo.board.tiles import KIND, count, of_rack, spread
from quartett.games.calculissimo.bots.keeping import kept_values
from quartett.games.calculissimo.bots.simulation.best import find_best
from quartett.games.calculissimo.bots.simulation.engine import PROGRAM, new_course, sides
from quartett.games.calculissimo.bots.simulation.hands import (
    KEEPS,
    RADIX,
    SWAP_VALUE,
    VALUE,
    take_up,
)
from quartett.games.calculissimo.view import View

TURNS: Final = (Play, Exchange, HiddenExchange, Pass)
"""What ends a turn; to answer a play is none."""
DEALS: Final = 1000
"""Ways to deal the tiles that are looked at; courses take the likely ones more often."""
JUDGED: Final = 200
"""Choices of kept tiles that are judged by what was played, where no clock is set."""
DOUBT: Final = 200.0
"""Points that make tiles e times as likely to be kept, where no play says more."""
MISSED: Final = 12.0
"""Points below the best play of a rack that make the rack half as likely. Further ones matter less
and less: people overlook plays."""


class Memory:
    """What a seat remembers of everybody's turns."""

    def __init__(self) -> None:
        self.drawn: dict[Seat, int] = {}
        """How many tiles each drew after its last turn: it chose to keep the others."""
        self.plays: list[Play] = []
        self.last: dict[Seat, Play] = {}
        """What each did last, if that was a play."""

    def observe(self, seen: Seen) -> None:
        action = seen.action
        if isinstance(action, HiddenDraw):
            assert isinstance(seen.shows, int)
            self.drawn[action.seat] = seen.shows
        elif isinstance(action, TURNS) and seen.actor != CHANCE:
            self.drawn[seen.actor] = 0
            self.last.pop(seen.actor, None)
            if isinstance(action, Play):
                self.plays.append(action)
                self.last[seen.actor] = action


class Rest(Struct, frozen=True):
    """What a seat kept at its last turn: places in a deal, and the play if it laid one."""

    begin: int
    end: int
    play: Play | None


class Unseen:
    """Deals of the tiles that a seat cannot see, the likely ones more often."""

    def __init__(self, view: View, memory: Memory, until: float = math.inf) -> None:
        assert view.seat is not None
        self.view, self.memory, self.until = view, memory, until
        self.tiles = np.array([KIND[tile] + 1 for tile in spread(view.unseen())], np.int64)
        self.rests, place = list[Rest](), 0
        for step in range(1, view.players):
            seat = (view.seat + step) % view.players
            size = view.rack_sizes[seat]
            end = place + size - memory.drawn.get(seat, size)
            if end > place:
                self.rests.append(Rest(place, end, memory.last.get(seat)))
            place += size
        self._deals: Ints | None = None
        self._chances: Floats | None = None

    def shuffles(self, rng: random.Random, samples: int) -> Ints:
        """The racks of the others come first, in the order of seats; what they kept before."""
        generator = np.random.default_rng(rng.getrandbits(64))
        if not self.rests:
            shuffled: Ints = generator.permuted(np.tile(self.tiles, (samples, 1)), axis=1)
            return shuffled
        if self._deals is None:
            self._deals = generator.permuted(np.tile(self.tiles, (DEALS, 1)), axis=1)
            self._chances = self._likely(self._deals)
        chosen: Ints = self._deals[generator.choice(DEALS, samples, p=self._chances)]
        free = np.ones(len(self.tiles), bool)
        for rest in self.rests:
            free[rest.begin : rest.end] = False
        chosen[:, free] = generator.permuted(chosen[:, free], axis=1)
        return chosen

    def _likely(self, deals: Ints) -> Floats:
        """How likely each deal is by what the others kept, all together 1."""
        chances = np.ones(len(deals))
        for rest in self.rests:
            tiles = deals[:, rest.begin : rest.end, None] == np.arange(1, JOKER + 1)
            counts, which = np.unique(tiles.sum(axis=1), axis=0, return_inverse=True)
            found = chances * self._judged(rest, counts, np.bincount(which))[which.ravel()]
            if found.any():
                chances = found
        shares: Floats = chances / chances.sum()
        return shares

    def _judged(self, rest: Rest, counts: Ints, often: Ints) -> Floats:
        """How likely each choice of kept tiles is; 0 for what time did not allow to judge."""
        if rest.play is None or self.view.options.challenge:  # there it may be wrong, or taken back
            values = kept_values(self.view.edition, counts)
            weights: Floats = np.exp((values - values.max()) / DOUBT)
            return weights
        board, bag = self._before(rest.play)
        likelihood = Likelihood(self.view, board, rest.play, bag)
        chances = np.zeros(len(counts))
        most = len(counts) if self.until < math.inf else JUDGED
        for one in np.argsort(-often, kind="stable")[:most].tolist():
            if time.monotonic() > self.until:
                break
            chances[one] = likelihood.chance(counts[one])
        return chances

    def _before(self, play: Play) -> tuple[Board, int]:
        """The board that a play was laid on, and how many tiles were in the bag."""
        view, plays = self.view, self.memory.plays
        since = [laid for later in plays[plays.index(play) :] for laid in later.tiles]
        board = without_tiles(view.board, view.edition.size, since)
        # As long as there are tiles in the bag, all racks are full.
        more = view.bag + sum(view.rack_sizes) + len(since) - view.players * view.edition.rack
        return board, max(0, more)


class Likelihood:
    """How well a play suits the racks it may have been laid from."""

    def __init__(self, view: View, board: Board, play: Play, bag: int) -> None:
        edition = view.edition
        self.across, self.down = sides(edition, board)
        self.course = new_course(edition, 1, 0)
        self.laid = np.array(count(of_rack(tile) for _, _, tile in play.tiles), np.int64)
        self.points = worth(edition, board, play.tiles).points
        self.bag = bag
        self.centre = edition.centre if is_empty(board) else -1

    def chance(self, kept: Ints) -> float:
        """How likely it is that somebody who kept these tiles chose this play."""
        missed = self.missed(kept) / MISSED
        return 1 / (1 + missed * missed)

    def missed(self, kept: Ints) -> float:
        """How many points, at sight, the play is below the best one of the rack."""
        course, hand = self.course, self.course.hand
        rack = np.array([0, *(kept + self.laid)], np.int64)
        PROGRAM[take_up](hand, rack, course.joker, course.scale, self.bag)
        PROGRAM[find_best](
            self.across, self.down, hand, course.joker, course.lines, course.starts, course.places,
            course.found, self.centre,
        )  # fmt: skip
        choice = int(self.laid @ hand[RADIX + 1 : RADIX + 1 + JOKER])
        played = 1000 * self.points + int(hand[KEEPS + choice])
        best = max(int(hand[VALUE]), int(hand[SWAP_VALUE]) if self.bag else played)
        return max(0, best - played) / 1000
