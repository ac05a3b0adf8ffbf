"""How good plays and exchanges are: points now, tiles kept, another turn, and what they open."""

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Final

from msgspec import Struct

from quartett.core.arrays import Ints, np
from quartett.games.calculissimo.actions import Exchange
from quartett.games.calculissimo.board.edition import Edition
from quartett.games.calculissimo.board.grid import Board, with_tiles
from quartett.games.calculissimo.board.moves.fast import Plays, find_plays
from quartett.games.calculissimo.board.tiles import count, spread
from quartett.games.calculissimo.bots.endgame import COSTS
from quartett.games.calculissimo.bots.keeping import Values, kept_in, kept_values
from quartett.games.calculissimo.view import View

LONG: Final = 14
"""With fewer tiles in the bag than this the tiles kept matter less and less for later turns."""
LOOKED_AT: Final = 8
"""For this many plays the expert looks at what they open."""
CLOSE: Final = 40.0
"""A play this much worse at first sight is not looked at."""


PLACE: Final = (1 << 15) - 1
"""The part of a play's key that says where it lies and how many tiles it lays."""


class Weighed(Struct, frozen=True):
    """A play, by its number, and what speaks for it."""

    number: int
    points: int
    kept: float
    """The value of the tiles kept, and of another turn."""
    opens: float
    """What it costs that others can use the board so; less than 0 if it closes more."""

    @property
    def value(self) -> float:
        return self.points + self.kept - self.opens


def weighed(
    view: View,
    plays: Plays,
    most: int = LOOKED_AT,
    distance: float = CLOSE,
    alike: int = LOOKED_AT,
) -> list[Weighed]:
    """The plays worth a look, best first; at most so many with the same tiles in the same place."""
    keeping = kept_after(view, plays)
    first_sight = plays.points + keeping
    order = np.argsort(-first_sight, kind="stable")
    close: list[int] = []
    seen: Counter[tuple[float, int]] = Counter()
    for number in order.tolist():
        if len(close) == most or first_sight[number] < first_sight[order[0]] - distance:
            break
        kind = float(keeping[number]), int(plays.keys[number]) & PLACE
        seen[kind] += 1
        if seen[kind] <= alike:
            close.append(number)
    before = opening_cost(view.edition, view.board)
    looked_at = [
        Weighed(
            number,
            int(plays.points[number]),
            float(keeping[number]),
            _opens(view, plays, number) - before,
        )
        for number in close
    ]
    return sorted(looked_at, key=lambda play: -play.value)


def kept_after(view: View, plays: Plays) -> Values:
    """For each play what the tiles are worth that it leaves, and another turn."""
    hands, which = plays.hands()
    kept = np.array(count(view.rack)) - hands
    turn = kept_in(view.edition).turn
    values: Values = (_keeping(view, kept) + turn * _extra_turn(view, kept))[which]
    return values


def best_exchange(view: View) -> tuple[Exchange, float]:
    """The exchange that keeps the best tiles, and its value."""
    return best_exchanges(view, 1)[0]


def best_exchanges(view: View, most: int) -> list[tuple[Exchange, float]]:
    """The exchanges that keep the best tiles, best first, and their values."""
    rack = count(view.rack)
    kept = np.array(list(product(*(range(tiles + 1) for tiles in rack)))[:-1])
    values = _keeping(view, kept)
    return [
        (Exchange(spread(np.array(rack) - kept[one])), float(values[one]))
        for one in np.argsort(-values, kind="stable")[:most].tolist()
    ]


def keeping_value(view: View, used: Sequence[str]) -> float:
    """What the tiles are worth that are kept when these are used."""
    kept = np.array([count(view.rack)]) - np.array([count(used)])
    return float(_keeping(view, kept)[0])


def _keeping(view: View, kept: Ints) -> Values:
    """Kept tiles bring points later, or cost some if the game is over before that."""
    later = min(1.0, view.bag / LONG)
    values: Values = later * kept_values(view.edition, kept) - (1 - later) * (kept @ COSTS)
    return values


def _extra_turn(view: View, kept: Ints) -> Ints:
    """1 for each play of a whole rack that is filled again."""
    whole = len(view.rack) == view.edition.rack and view.bag > 0
    earns: Ints = ((kept.sum(axis=1) == 0) & whole).astype(np.int64)
    return earns


def _opens(view: View, plays: Plays, number: int) -> float:
    board = with_tiles(view.board, view.edition.size, plays.tiles(number))
    return opening_cost(view.edition, board)


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
