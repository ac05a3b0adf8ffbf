"""What bots say in games with challenges: the points they announce, and whom they believe."""

import random

from quartett.core.event import Action
from quartett.games.calculissimo.actions import Accept, Challenge
from quartett.games.calculissimo.board.grid import without_tiles
from quartett.games.calculissimo.board.score import is_right
from quartett.games.calculissimo.view import View


def answered(view: View, rng: random.Random, checks: float, doubts: float) -> Action:
    """An answer of someone who works plays out now and then, and doubts high points otherwise.

    `checks` is how often a play is worked out; of those that are not, `doubts` is how often
    one is challenged that looks too good: a challenge costs nothing but a little face.
    """
    play = view.pending
    assert play is not None and play.announce is not None
    if rng.random() < checks:
        board = without_tiles(view.board, view.edition.size, play.tiles)
        return Accept() if is_right(view.edition, board, play.tiles, play.announce) else Challenge()
    looks_high = play.announce > 15 * len(play.tiles)
    return Challenge() if looks_high and rng.random() < doubts else Accept()


def announced(points: int, rng: random.Random, miscounts: float, bluffs: float) -> int:
    """The points a person says: sometimes a little wrong, sometimes a little more on purpose."""
    if rng.random() < miscounts:
        return max(1, points + rng.choice((-2, -1, 1, 2)))
    if rng.random() < bluffs:
        return points + max(1, points // 10)
    return points
