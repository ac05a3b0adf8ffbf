"""Calculissimo's expert that compares plays by simulation, against the one of November 2026.

    python -m benchmarks.calculissimo_simulation --games 400 --seconds 1

Seats are exchanged, each two games share their draws. The time is for a move; 0 counts courses
instead, which takes about 0.15 s.
"""

import argparse
import os
import time
from functools import partial

from benchmarks.expert_2026 import Calculissimo2026
from quartett.arena import Match, cores, wilson
from quartett.arena.workers import each
from quartett.bots import Bot
from quartett.core.event import Action
from quartett.core.state import View
from quartett.games.calculissimo.board.moves import fast
from quartett.games.calculissimo.bots import simulation
from quartett.games.calculissimo.bots.expert import Expert


class Simulating(Expert):
    name = "Simulating"
    character = "Plays on in its head from every play it thinks of."
    simulates = True

    def __init__(self, seed: int = 0, seconds: float = 0.0) -> None:
        super().__init__(seed)
        self.seconds = seconds

    def choose(self, view: View, deadline: float) -> Action:
        if self.seconds:
            deadline = time.monotonic() + self.seconds
        return super().choose(view, deadline)


def play(seconds: float, number: int) -> int:
    """By how many points the simulating expert came out ahead."""
    for program in (fast.PROGRAM, simulation.PROGRAM):
        program.compile()
    seed, seat = divmod(number, 2)
    bots: list[Bot] = [Calculissimo2026(2 * seed), Calculissimo2026(2 * seed + 1)]
    bots[seat] = Simulating(number, seconds)
    match = Match("calculissimo", bots, seed=f"simulation/{seed}", forfeit=False)
    for _ in match.steps():
        pass
    scores = match.state.scores()
    return scores[seat] - scores[1 - seat]


def main(games: int = 400, seconds: float = 1.0) -> str:
    with cores(os.cpu_count() or 1) as pool:
        found = list(each(pool, partial(play, seconds), [(number,) for number in range(games)]))
    wins = sum((ahead > 0) + 0.5 * (ahead == 0) for ahead in found)
    low, high = wilson(wins, games)
    return (
        f"{games} games, {wins / games:.1%} won ({low:.1%} to {high:.1%}), "
        f"{sum(found) / games:+.0f} points a game"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=1.0)
    asked = parser.parse_args()
    print(main(asked.games, asked.seconds))
