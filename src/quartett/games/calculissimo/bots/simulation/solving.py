"""The end of a game of two, solved as far as time allows."""

import math
import time
from typing import Final

from msgspec import Struct

from quartett.core.arrays import Ints, np
from quartett.games.calculissimo.board.edition import Edition
from quartett.games.calculissimo.board.grid import Board
from quartett.games.calculissimo.board.moves.fast import Plays
from quartett.games.calculissimo.board.tiles import count
from quartett.games.calculissimo.bots.endgame import COSTS
from quartett.games.calculissimo.bots.simulation.ending import (
    LIMIT,
    LOOKED,
    STOPPED,
    TOO_MANY,
    value_of,
)
from quartett.games.calculissimo.bots.simulation.engine import PROGRAM, new_ending, sides
from quartett.games.calculissimo.bots.simulation.fields import Side, lay

POSITIONS: Final = 4000
"""How many positions are looked at where no clock is set."""
AT_ONCE: Final = 300
"""Positions searched between two looks at the clock."""
FAR: Final = 1 << 40
IDLE_ROUNDS: Final = 3
"""The game ends after this many rounds in which no tile came to stay."""


class End(Struct, frozen=True):
    """A position of two with an empty bag; the first rack is that of the seat to move."""

    edition: Edition
    board: Board
    mine: tuple[str, ...]
    theirs: tuple[str, ...]
    idle: int = 0
    """Turns in a row in which no tile came to stay."""


class Solution(Struct, frozen=True):
    """What was found: the number of the best play, or None for a pass."""

    number: int | None
    value: int
    """How far one comes out ahead from here."""
    is_proved: bool
    """Whether nothing can be better."""


def solve(
    end: End, plays: Plays, first: int, until: float = math.inf, positions: int = POSITIONS
) -> Solution | None:
    """The best play or pass by a search of everything, beginning with one that seems good.

    When time runs out, the best of what was searched to the end; None if that is nothing.
    """
    with PROGRAM.timed():
        return _Search(end, until, positions).best(plays, first)


class _Unfinished(Exception):
    """Time has run out."""


class _Search:
    def __init__(self, end: End, until: float, positions: int) -> None:
        self.until = until
        self.positions = positions
        self.ending = new_ending(end.edition)
        self.base = sides(end.edition, end.board)
        self.mine = np.array([0, *count(end.mine)], np.int64)
        self.theirs = np.array([0, *count(end.theirs)], np.int64)
        self.is_last_pass = end.idle + 1 >= IDLE_ROUNDS * 2

    def best(self, plays: Plays, first: int) -> Solution | None:
        gains = plays.points + plays.kinds() @ COSTS
        order = [first, *(int(n) for n in np.argsort(-gains, kind="stable") if n != first)]
        best: Solution | None = None
        try:
            for number in order:
                low = -FAR if best is None else best.value
                value = self._after(int(plays.keys[number]), int(plays.points[number]), low)
                if best is None or value > best.value:
                    best = Solution(number, value, False)
            assert best is not None  # there is a play
            passing = self._passing(best.value)
        except _Unfinished:
            return best
        if passing > best.value:
            return Solution(None, passing, True)
        return Solution(best.number, best.value, True)

    def _after(self, key: int, points: int, low: int) -> int:
        """What a play comes to, if that is more than `low`."""
        rack = self.mine.copy()
        across, down = (side.copy() for side in self.base)
        PROGRAM[lay](across, down, key, rack)
        if not rack.any():
            return points + int(self.theirs[1:] @ COSTS)
        return points - self._searched(across, down, rack, points - low, 1)

    def _passing(self, low: int) -> int:
        """What a pass comes to: the end now, or what the other makes of having to lay."""
        end = int((self.theirs - self.mine)[1:] @ COSTS)
        if end <= low or self.is_last_pass:
            return end
        return min(end, -self._searched(*self.base, self.mine, -low, 0))

    def _searched(self, across: Side, down: Side, mine: Ints, high: int, may_pass: int) -> int:
        ending, state = self.ending, self.ending.state
        while time.monotonic() <= self.until and state[LOOKED] <= self.positions:
            ending.across[0], ending.down[0] = across, down
            ending.racks[0][0], ending.racks[0][1] = self.theirs, mine
            state[STOPPED], state[LIMIT] = 0, state[LOOKED] + AT_ONCE
            value = PROGRAM[value_of](ending, -FAR, high, may_pass)
            if not state[STOPPED]:
                return int(value)
            if state[STOPPED] == TOO_MANY:
                break
        raise _Unfinished
