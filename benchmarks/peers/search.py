"""OpenSpiel's searches with as many simulations for each move as one says."""

import time
from typing import Any, Literal, TypeAlias

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from quartett.core.event import CHANCE
from quartett.envs.openspiel import SpielState

FEWEST = 2
"""Simulations for a move: with fewer a search compares nothing."""
SEARCHES = ("MCTS", "IS-MCTS")
Look: TypeAlias = Literal["the turn", "the game"]
"""To the end of which a simulation plays."""


class Search:
    """One of their searches."""

    def __init__(self, name: str, game: Any, look: Look, seed: int) -> None:
        rng = np.random.RandomState(seed)
        rollouts = Rollouts(look, rng)
        if name == "MCTS":
            self._bot = mcts.MCTSBot(game, 1.4, FEWEST, rollouts, solve=False, random_state=rng)
        else:
            self._bot = ismcts.ISMCTSBot(game, rollouts, 1.4, FEWEST, random_state=rng)

    def move(self, state: SpielState, simulations: int) -> int:
        self._bot.max_simulations = simulations
        self._bot._max_simulations = simulations  # as IS-MCTS calls it
        return int(self._bot.step(state))

    def cost(self, states: list[SpielState]) -> float:
        """Seconds for one simulation."""
        self.move(states[0], FEWEST)  # it may compile something
        began = time.process_time()
        for state in states:
            self.move(state, FEWEST)
        return (time.process_time() - began) / len(states) / FEWEST


class Rollouts(mcts.RandomRolloutEvaluator):  # type: ignore[misc]
    """Random play to the end of the game, or of the turn and then by how much somebody leads."""

    def __init__(self, look: Look, rng: np.random.RandomState) -> None:
        super().__init__(1, rng)
        self._look = look
        self._rng = rng

    def evaluate(self, state: Any) -> Any:
        return super().evaluate(state) if self._look == "the game" else self._turn(state.clone())

    def _turn(self, state: Any) -> Any:
        before = state.position.history
        while not state.is_terminal() and not _moved(state, before):
            state.apply_action(any_action(state, self._rng))
        if state.is_terminal():
            return np.array(state.returns())
        first, second = state.position.state.scores()
        lead = (first - second) / (10 + abs(first - second))
        return np.array([lead, -lead])


def _moved(state: SpielState, before: Any) -> bool:
    """Whether a player has finished a turn since."""
    past = state.position.history
    return past is not before and past is not None and past.event.actor != CHANCE


def any_action(state: SpielState, rng: np.random.RandomState) -> int:
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        return int(rng.choice(outcomes, p=chances))
    return int(rng.choice(state.legal_actions()))


def choices(game: Any) -> list[SpielState]:
    """A few positions in which there is something to choose, from a game at random."""
    rng, state, found = np.random.RandomState(1), game.new_initial_state(), []
    while not state.is_terminal():
        if not state.is_chance_node() and len(state.legal_actions()) > 1:
            found.append(state.clone())
        state.apply_action(any_action(state, rng))
    return found[:: 1 + len(found) // 8]
