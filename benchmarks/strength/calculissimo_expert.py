"""What each part of Calculissimo's expert gains against the expert of November 2026.

    python -m benchmarks.strength.calculissimo_expert solving --games 400
    python -m benchmarks.strength.calculissimo_expert sight --games 400
    python -m benchmarks.strength.calculissimo_expert simulating --games 400 --courses 200
    python -m benchmarks.strength.calculissimo_expert simulating --games 400 --seconds 1

`solving` is the expert of then that also solves the end, `sight` the expert of today where no clock
is set, `simulating` the one that compares plays as well, for a number of seconds a move or a number
of courses. Seats are exchanged, and each two games share their draws. With `--processor` only the
processor's own seconds count: that is for a machine with other work to do.
"""

import argparse
import math
import os
import time
from functools import partial

import numpy as np
from msgspec import Struct

from benchmarks.strength.expert_2026 import Calculissimo2026
from quartett.arena import Match, cores
from quartett.arena.workers import each
from quartett.bots import Bot
from quartett.core.event import Action
from quartett.core.state import View as AnyView
from quartett.games.calculissimo.board.moves import fast
from quartett.games.calculissimo.bots import simulation
from quartett.games.calculissimo.bots.expert import Expert, nothing_hidden
from quartett.games.calculissimo.view import View


class Solving(Calculissimo2026):
    name = "Solving"
    character = "Judges as in November 2026, and solves the end."

    def choose(self, view: AnyView, deadline: float) -> Action:
        assert isinstance(view, View)
        if view.phase == "play" and nothing_hidden(view):
            return Expert(0).choose(view, deadline)
        return super().choose(view, deadline)


class Simulating(Expert):
    name = "Simulating"
    character = "Plays on in its head from every play it thinks of."
    compares = math.inf

    def __init__(self, seed: int, seconds: float, courses: int) -> None:
        super().__init__(seed)
        self.seconds = seconds
        self.courses = courses  # type: ignore[misc]

    def choose(self, view: AnyView, deadline: float) -> Action:
        if self.seconds:
            deadline = time.monotonic() + self.seconds
        return super().choose(view, deadline)


class Asked(Struct, frozen=True):
    """Who plays, and how long it may think."""

    who: str
    seconds: float
    courses: int
    seed: str
    processor: bool = False

    def seated(self, seed: int) -> Bot:
        if self.who == "solving":
            return Solving(seed)
        if self.who == "sight":
            return Expert(seed)
        return Simulating(seed, self.seconds, self.courses)


def play_pair(asked: Asked, number: int) -> tuple[int, int]:
    """By how many points it came out ahead, in either seat."""
    for program in (fast.PROGRAM, simulation.PROGRAM):
        program.compile()
    if asked.processor:
        time.monotonic = time.process_time
    return _play(asked, number, 0), _play(asked, number, 1)


def _play(asked: Asked, number: int, seat: int) -> int:
    bots: list[Bot] = [Calculissimo2026(0), Calculissimo2026(1)]
    bots[seat] = asked.seated(2 * number + seat)
    match = Match("calculissimo", bots, seed=f"{asked.seed}/{number}", forfeit=False)
    for _ in match.steps():
        pass
    scores = match.state.scores()
    return scores[seat] - scores[1 - seat]


def main(asked: Asked, games: int = 400) -> str:
    pairs = games // 2
    with cores(os.cpu_count() or 1) as pool:
        found = each(pool, partial(play_pair, asked), [(number,) for number in range(pairs)])
        leads = np.array(list(found))
    wins, points = ((leads > 0) + 0.5 * (leads == 0)).mean(axis=1), leads.mean(axis=1)
    error = 1.96 / math.sqrt(pairs)
    return (
        f"{asked.who}: {2 * pairs} games, {wins.mean():.1%} ± {error * wins.std():.1%} won, "
        f"{points.mean():+.1f} ± {error * points.std():.1f} points a game"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("who", choices=["solving", "sight", "simulating"])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--courses", type=int, default=200)
    parser.add_argument("--seed", default="expert")
    parser.add_argument("--processor", action="store_true")
    given = parser.parse_args()
    asked = Asked(given.who, given.seconds, given.courses, given.seed, given.processor)
    print(main(asked, given.games))
