"""What a play opens for others: the best that a typical hand could make of the board."""

from typing import Final

from quartett.games.calculissimo.board.edition import Edition
from quartett.games.calculissimo.board.grid import Board
from quartett.games.calculissimo.board.moves.fast import find_plays

HAND: Final = tuple("8+9−7")
"""Tiles that make much of a good place."""
SHARE: Final = 0.18
"""How much of that hand's best score one falls behind by leaving the board so.

Fitted together with the values of kept tiles. It is small because an open place serves
both; the other only comes first.
"""


def opening_cost(edition: Edition, board: Board) -> float:
    """How much worse the board is for whoever leaves it so."""
    plays = find_plays(edition, board, HAND)
    return SHARE * int(plays.points.max()) if len(plays) else 0.0
