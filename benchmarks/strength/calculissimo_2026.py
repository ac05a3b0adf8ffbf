"""Calculissimo's expert of November 2026.

It was replaced when the expert solved the ends of games, learned values of kept tiles by pairs and
compared plays by simulation; nothing of it is shared, so that it stays what it was.
"""

import math
import time
from itertools import product

import numpy as np

from quartett.bots import Bot
from quartett.core.arrays import Floats, Ints
from quartett.core.event import Action
from quartett.core.state import View as AnyView
from quartett.games.calculissimo.actions import Exchange
from quartett.games.calculissimo.board.grid import Board, with_tiles
from quartett.games.calculissimo.board.moves.fast import Plays, find_plays
from quartett.games.calculissimo.board.tiles import TIMES, count, spread
from quartett.games.calculissimo.bots.answering import answered
from quartett.games.calculissimo.bots.casual import laid
from quartett.games.calculissimo.bots.endgame import COSTS, Endgame
from quartett.games.calculissimo.view import PASS, View

WEIGHTS = (-22, -20, -22, -25, -17, -16, -4, 21, 32, 3, -19, 41, -42, 31)
"""What a tile is worth that is kept, in the order of TILES."""
SECOND = (-18, -32, -56, -19)
"""What each further +, −, × or ÷ adds."""


class Calculissimo2026(Bot):
    """It judges plays at sight, and searches the most gainful ones at the end."""

    name = "expert-2026"
    character = "Counts the bag, keeps the tiles that multiply, and never looks ahead."

    def choose(self, view: AnyView, deadline: float) -> Action:
        assert isinstance(view, View)
        if view.phase == "answer":
            return answered(view, self.rng, checks=1.0, doubts=0.0)
        plays = find_plays(view.edition, view.board, view.rack)
        if not len(plays):
            return _exchange(view)[0] if view.bag else PASS
        if view.players == 2 and view.bag == 0:
            now = time.monotonic()
            search = Endgame(view.edition, now + min(1.0, (deadline - now) * 0.5))
            number = search.best(view.board, view.rack, spread(view.unseen()), plays)
            return laid(view, plays, number, self.rng)
        number, value = _best(view, plays)
        exchange, other = _exchange(view) if view.bag else (None, -math.inf)
        if exchange is not None and other > value:
            return exchange
        return laid(view, plays, number, self.rng)


def _best(view: View, plays: Plays) -> tuple[int, float]:
    """Points, tiles kept, another turn, less a share of what the best place left open gives."""
    hands, which = plays.hands()
    kept = np.array(count(view.rack)) - hands
    again = (kept.sum(axis=1) == 0) & (len(view.rack) == view.edition.rack and view.bag > 0)
    first_sight = plays.points + (_keeping(view, kept) + 125.0 * again)[which]
    order = np.argsort(-first_sight, kind="stable")[:8]
    close = [int(n) for n in order if first_sight[n] >= first_sight[order[0]] - 40.0]
    before = _open(view, view.board)
    values = []
    for number in close:
        board = with_tiles(view.board, view.edition.size, plays.tiles(number))
        values.append(float(first_sight[number]) - (_open(view, board) - before))
    best = int(np.argmax(values))
    return close[best], values[best]


def _open(view: View, board: Board) -> float:
    plays = find_plays(view.edition, board, tuple("8+9−7"))
    return 0.18 * int(plays.points.max()) if len(plays) else 0.0


def _exchange(view: View) -> tuple[Exchange, float]:
    rack = count(view.rack)
    kept = np.array(list(product(*(range(tiles + 1) for tiles in rack)))[:-1])
    values = _keeping(view, kept)
    best = int(values.argmax())
    return Exchange(spread(np.array(rack) - kept[best])), float(values[best])


def _keeping(view: View, kept: Ints) -> Floats:
    numbers, operators = kept[:, :9].sum(axis=1), kept[:, 9:13].sum(axis=1)
    values = (
        kept @ np.array(WEIGHTS)
        + np.maximum(0, kept[:, 9:13] - 1) @ np.array(SECOND)
        - 20 * np.maximum(0, numbers - 3)
        - 18 * np.maximum(0, operators - 2)
        - 3 * np.maximum(0, operators - 3)
    )
    later, scale = min(1.0, view.bag / 14), 1.0 if TIMES in view.edition.kinds else 0.25
    found: Floats = later * (scale * values) - (1 - later) * (kept @ COSTS)
    return found
