"""Decisions of Calculissimo judged by games that compiled players finish, and its ends solved.

The players of the simulation lay what is best at sight: points, and what the tiles are worth that
they keep. They are weaker than the expert, and a game of theirs takes milliseconds.
"""

import random
from collections.abc import Sequence

import numpy as np

from benchmarks.reviews.rollouts import CANDIDATES
from quartett.games.calculissimo.board.tiles import spread, without
from quartett.games.calculissimo.bots.expert import nothing_hidden
from quartett.games.calculissimo.bots.simulation import PROGRAM, Choice, End, Memory, Unseen, solve
from quartett.games.calculissimo.bots.simulation.comparing import Simulation
from quartett.games.calculissimo.bots.values import Weights
from quartett.games.calculissimo.view import View

TURNS = 150
"""More than any game has left."""
POSITIONS = 20_000
"""For the solver."""


def choices(view: View) -> list[Choice]:
    """What the review thinks most of, best first; plays of the same value count once."""
    weights = Weights(view)
    found = {
        round(value, 9): Choice(
            int(weights.plays.keys[number]), int(weights.plays.points[number]), (), value
        )
        for number, value in sorted(weights.values.items(), reverse=True)
    }
    if weights.exchange is not None:
        exchange, value = weights.exchange
        found.setdefault(round(value, 9), Choice(0, 0, without(view.rack, exchange.tiles), value))
    return [found[value] for value in sorted(found, reverse=True)[:CANDIDATES]]


def simulated(view: View, compared: Sequence[Choice], games: int) -> list[list[float]]:
    """For each choice the share of the win in each of the games; all meet the same tiles."""
    PROGRAM.compile()
    simulation = Simulation(view, TURNS)
    shuffles = Unseen(view, Memory()).shuffles(random.Random("hidden"), games)
    found = []
    for choice in compared:
        with PROGRAM.timed():
            chances = simulation.chances(choice, shuffles)
        assert (chances[:, -1] == chances[:, -2]).all()  # all games are over
        found.append((np.sign(np.round(chances[:, -1] - 0.5, 9)) / 2 + 0.5).tolist())
    return found


def is_a_choice(view: View) -> bool:
    """Whether there are several plays to choose from, and tiles to be drawn or guessed."""
    return view.phase == "play" and not nothing_hidden(view) and len(choices(view)) > 1


def is_best_at_the_end(view: View) -> bool | None:
    """Whether no play ends with more points where nothing is hidden; None if that is not proved."""
    PROGRAM.compile()
    weights = Weights(view)
    if len(weights.values) < 2:
        return None
    number = max(weights.values, key=lambda one: weights.values[one])
    end = End(view.edition, view.board, view.rack, spread(view.unseen()), view.idle)
    best = solve(end, weights.plays, number, positions=POSITIONS)
    return best.number == number if best is not None and best.is_proved else None
