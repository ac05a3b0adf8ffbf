"""The end of a game of two: the bag is empty, so nothing is hidden, and one can search."""

import time
from typing import Final

from quartett.core.arrays import np
from quartett.games.calculissimo.board.edition import Edition
from quartett.games.calculissimo.board.grid import Board, with_tiles
from quartett.games.calculissimo.board.moves.fast import Plays, find_plays
from quartett.games.calculissimo.board.tiles import TILES, count, left_over, spread

WIDTHS: Final = (12, 8, 5, 4, 3, 2)
"""How many plays are tried at each depth, those that gain most first; further down only one."""
POSITIONS: Final = 300
"""How many positions a search may look at before it follows the best play alone."""
COSTS: Final = np.array([left_over(tile) for tile in TILES])
"""What each kind of tile costs on a rack at the end."""


class Endgame:
    """A search for the best final difference of scores; it remembers how much it looked at."""

    def __init__(self, edition: Edition, deadline: float) -> None:
        self.edition = edition
        self.deadline = deadline
        self.positions = 0

    def best(
        self, board: Board, mine: tuple[str, ...], theirs: tuple[str, ...], plays: Plays
    ) -> int:
        """The number of the best of these plays."""
        self.positions += 1
        return self._compare(board, mine, theirs, plays, 0, -np.inf, np.inf)[1]

    def values(
        self, board: Board, mine: tuple[str, ...], theirs: tuple[str, ...], plays: Plays
    ) -> dict[int, float]:
        """What the most gainful plays come to in the end, as points ahead from now on."""
        return {
            number: self._after(board, mine, theirs, plays, number, 0, -np.inf, np.inf)
            for number in self._candidates(plays, 0)
        }

    def _search(
        self,
        board: Board,
        mine: tuple[str, ...],
        theirs: tuple[str, ...],
        depth: int,
        low: float,
        high: float,
    ) -> float:
        """How far the seat to move can come out ahead from here.

        Values outside `low` to `high` need not be exact: the other seat will not allow them,
        or there is better already.
        """
        self.positions += 1
        plays = find_plays(self.edition, board, mine, until=self.deadline)
        if not len(plays):
            return float(_cost(theirs) - _cost(mine))
        return self._compare(board, mine, theirs, plays, depth, low, high)[0]

    def _compare(
        self,
        board: Board,
        mine: tuple[str, ...],
        theirs: tuple[str, ...],
        plays: Plays,
        depth: int,
        low: float,
        high: float,
    ) -> tuple[float, int]:
        """The value of the best of these plays, and its number."""
        best, choice = -np.inf, -1
        for number in self._candidates(plays, depth):
            if choice >= 0 and time.monotonic() > self.deadline:
                break  # where plays are found slowly, the rest would take seconds
            value = self._after(board, mine, theirs, plays, number, depth, max(low, best), high)
            if value > best:
                best, choice = value, number
            if best >= high:
                break
        return best, choice

    def _after(
        self,
        board: Board,
        mine: tuple[str, ...],
        theirs: tuple[str, ...],
        plays: Plays,
        number: int,
        depth: int,
        low: float,
        high: float,
    ) -> float:
        """What a play comes to: its points, less what the other seat makes of the rest."""
        points = int(plays.points[number])
        left = spread(np.array(count(mine)) - plays.kinds_of(number))
        if not left:
            return float(points + _cost(theirs))
        laid = with_tiles(board, self.edition.size, plays.tiles(number))
        answer = self._search(laid, theirs, left, depth + 1, points - high, points - low)
        return points - answer

    def _candidates(self, plays: Plays, depth: int) -> list[int]:
        """The plays that gain most now: points, and tiles that will cost nothing any more."""
        gains = plays.points + plays.kinds() @ COSTS
        hurry = self.positions > POSITIONS or time.monotonic() > self.deadline
        width = 1 if hurry or depth >= len(WIDTHS) else WIDTHS[depth]
        return [int(number) for number in np.argsort(-gains, kind="stable")[:width]]


def _cost(rack: tuple[str, ...]) -> int:
    return sum(map(left_over, rack))
