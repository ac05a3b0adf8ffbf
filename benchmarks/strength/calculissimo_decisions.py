"""What simulation gains a game in Calculissimo, decision by decision.

    python -m benchmarks.strength.calculissimo_decisions --decisions 300

In games of the expert at sight, every decision is also made by simulation. Where the two differ,
both choices are followed through the same fresh shuffles for six turns, everybody playing what is
best at sight; points and the values of kept tiles say which was better. Games vary by 600 points,
this by far less, so that some hundred decisions tell more than as many games. It believes in the
values of kept tiles as the simulation does.
"""

import argparse
import random
from collections.abc import Iterator
from itertools import islice

import numpy as np

from quartett import CHANCE, Event
from quartett.core.arrays import Floats
from quartett.core.event import Action
from quartett.games.calculissimo import Calculissimo, Exchange, Options, Play, State
from quartett.games.calculissimo.board.moves import fast
from quartett.games.calculissimo.board.moves.fast import Plays, find_plays
from quartett.games.calculissimo.bots.expert import CANDIDATES, compared
from quartett.games.calculissimo.bots.judgement import best_exchange
from quartett.games.calculissimo.bots.simulation import (
    PROGRAM,
    Choice,
    Effort,
    Memory,
    Unseen,
    best_choice,
)
from quartett.games.calculissimo.bots.simulation.comparing import Simulation
from quartett.games.calculissimo.view import View

GAME = Calculissimo()
TURNS = 6
SHUFFLES = 100
DECISIONS_A_GAME = 11
"""Of a seat while there are tiles in the bag."""


def main(decisions: int = 300, courses: int = 200, seed: int = 1) -> str:
    for program in (fast.PROGRAM, PROGRAM):
        program.compile()
    found = np.array(list(islice(gains(random.Random(seed), courses), decisions)))
    error = 1.96 * found.std() / np.sqrt(len(found))
    return (
        f"{courses} courses, {len(found)} decisions, {np.count_nonzero(found) / len(found):.0%} "
        f"differ: {DECISIONS_A_GAME * found.mean():+.0f} ± {DECISIONS_A_GAME * error:.0f} points "
        "a game"
    )


def gains(rng: random.Random, courses: int) -> Iterator[float]:
    """What the simulation's choice is better by in each decision of games at sight."""
    while True:
        for view, plays in _decisions(rng):
            choices, _ = _options(view, plays)
            if len(choices) > 1:
                unseen = Unseen(view, Memory())
                best = best_choice(view, unseen, choices, rng, Effort(courses=courses))
                if best == _at_sight(choices):
                    yield 0.0
                else:
                    shuffles = unseen.shuffles(rng, SHUFFLES)
                    simulation = Simulation(view, TURNS)
                    leads: list[Floats] = [
                        simulation.leads(choices[one], shuffles)[0][:, -1]
                        for one in (best, _at_sight(choices))
                    ]
                    yield float((leads[0] - leads[1]).mean())


def _decisions(rng: random.Random) -> Iterator[tuple[View, Plays]]:
    """Those of a game with plays to choose from, until the bag is empty."""
    state = GAME.start(2, Options())
    while not state.over:
        assert isinstance(state, State)
        if state.is_chance:
            state = state.apply(Event(CHANCE, state.sample(rng)))
            continue
        (seat,) = state.to_act
        view = state.view(seat)
        if not view.bag:
            return
        plays = find_plays(view.edition, view.board, view.rack)
        action: Action = best_exchange(view)[0]
        if len(plays):
            yield view, plays
            choices, actions = _options(view, plays)
            action = actions[_at_sight(choices)]
        state = state.apply(Event(seat, action))


def _options(view: View, plays: Plays) -> tuple[list[Choice], list[Action]]:
    """What the expert compares."""
    found = compared(view, plays, CANDIDATES[0])
    return [choice for choice, _ in found], [
        one if isinstance(one, Exchange) else Play(plays.tiles(one)) for _, one in found
    ]


def _at_sight(choices: list[Choice]) -> int:
    return max(range(len(choices)), key=lambda one: choices[one].value)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--courses", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print(main(asked.decisions, asked.courses, asked.seed))
