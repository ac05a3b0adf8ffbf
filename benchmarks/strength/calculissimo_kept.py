"""The values of kept tiles against those of November 2026, everybody playing what is best at sight.

    python -m benchmarks.strength.calculissimo_kept --pairs 1500 --edition standard

Whole games in kernels, without opening costs, exchanges by choice or a search of the end: only
the values differ. Each two games share their shuffle and exchange seats.
"""

import argparse

import numpy as np
from numpy.typing import NDArray

from benchmarks.strength.calculissimo_2026 import SECOND, WEIGHTS
from quartett.games.calculissimo.board.edition import Edition
from quartett.games.calculissimo.board.editions import edition as edition_named
from quartett.games.calculissimo.board.grid import empty
from quartett.games.calculissimo.board.tiles import TILES, TIMES
from quartett.games.calculissimo.bots.endgame import COSTS
from quartett.games.calculissimo.bots.keeping import MANY, Kept, kept_in
from quartett.games.calculissimo.bots.simulation.courses import Course, play_turn, refill
from quartett.games.calculissimo.bots.simulation.engine import (
    PROGRAM,
    new_course,
    scale_of,
    sides,
)

IDLE = 6
"""Turns without a play that end a game of two."""


def kept_2026(played: Edition) -> Kept:
    """The values of then, as the expert has them now."""
    scale = 1.0 if TIMES in played.kinds else 0.25
    more = [*[0] * 9, *SECOND, 0]
    counts = [
        scale * (n * weight + max(0, n - 1) * second)
        for weight, second in zip(WEIGHTS, more, strict=True)
        for n in range(MANY)
    ]
    balance = [
        scale * (-20 * max(0, n - 3) - 18 * max(0, o - 2) - 3 * max(0, o - 3))
        for n in range(MANY)
        for o in range(MANY)
    ]
    return Kept(tuple(counts), (0.0,) * len(TILES) ** 2, tuple(balance), 125.0)


class Table:
    """Two seats with values of their own; everything else is shared."""

    def __init__(self, played: Edition, values: tuple[Kept, Kept]) -> None:
        self.edition = played
        self.tiles = np.repeat(np.arange(1, len(TILES) + 1), played.tiles)
        course = new_course(played, 2, len(self.tiles))
        self.seats: list[Course] = [
            course._replace(scale=scale_of(played, kept)) for kept in values
        ]
        self.sides = sides(played, empty(played))

    def play(self, shuffle: NDArray[np.int64]) -> int:
        """How far the first seat is ahead when the game is over."""
        course = self.seats[0]
        course.across[:], course.down[:] = self.sides
        course.bag[:], course.racks[:], course.points[:] = shuffle, 0, 0
        course.ends[:] = 0, len(shuffle), self.edition.centre
        for seat in range(2):
            PROGRAM[refill](course, seat)
        seat = idle = 0
        while idle < IDLE:
            before = int(course.points[seat])
            if PROGRAM[play_turn](self.seats[seat], seat):
                break
            idle = idle + 1 if course.points[seat] == before else 0
            seat = 1 - seat
        scores = course.points - course.racks[:, 1:] @ COSTS
        return int(scores[0] - scores[1])


def main(pairs: int = 1500, edition: str = "standard", seed: int = 2026) -> str:
    PROGRAM.compile()
    played = edition_named(edition)
    ours, theirs = kept_in(played), kept_2026(played)
    one, other = Table(played, (ours, theirs)), Table(played, (theirs, ours))
    rng = np.random.default_rng(seed)
    ahead = []
    for _ in range(pairs):
        shuffle = rng.permutation(one.tiles)
        ahead.append((one.play(shuffle), -other.play(shuffle)))
    leads = np.array(ahead)
    wins, points = ((leads > 0) + 0.5 * (leads == 0)).mean(axis=1), leads.mean(axis=1)
    error = 1.96 / np.sqrt(pairs)
    return (
        f"{edition}: {2 * pairs:,} games, {wins.mean():.1%} ± {error * wins.std():.1%} won, "
        f"{points.mean():+.1f} ± {error * points.std():.1f} points a game"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=1500)
    parser.add_argument("--edition", default="standard")
    parser.add_argument("--seed", type=int, default=2026)
    asked = parser.parse_args()
    print(main(asked.pairs, asked.edition, asked.seed))
