"""Our expert against OpenSpiel's searches, through the adapter, at our time and at ten times it.

Their searches are the Python ones: the compiled ones crash on games written in Python, OpenSpiel's
own included. MCTS sees everything, also what is hidden from it; information-set MCTS is honest.
"""

import os
import sys
import time
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import quartett
from quartett.arena.stats import wilson
from quartett.bots import Bot, find_bot
from quartett.envs.openspiel import SpielState

SIMULATIONS = 2
"""The fewest a search can do; where less fits into its time, it takes more time than it has."""
SCALE = float(os.environ.get("QUARTETT_BENCH", "1"))
"""A quick look takes a fraction of the games."""


class Duel(NamedTuple):
    game: str
    title: str
    spiel: str
    games: int


DUELS = (
    Duel("calavera", "Calavera", "quartett_calavera(players=2)", 40),
    Duel("calcory", "Calcory", "quartett_calcory(players=2)", 40),
    Duel("calculissimo", "Calculissimo", "quartett_calculissimo(players=2)", 6),
    Duel("cubus", "Cubus, dismantling", "quartett_cubus(dismantling=alone,players=2)", 20),
)
SEARCHES = ("MCTS", "IS-MCTS")
HEADER = """\
| game | against | its time | simulations a move | games | wins of `expert` | 95 % interval \
| ms a turn, ours : theirs |
|---|---|---:|---:|---:|---:|---|---:|"""


class Tally:
    """Wins of the expert, and the processor time both took."""

    def __init__(self) -> None:
        self.wins = 0.0
        self.seconds = [0.0, 0.0]
        self.turns = [0, 0]

    def a_turn(self, side: int) -> float:
        return self.seconds[side] / max(1, self.turns[side])


def main() -> str:
    rows = [HEADER]
    for duel in DUELS:
        own, rollout = _calibrated(duel)
        for search in SEARCHES:
            for factor in (1, 10):
                simulations = max(SIMULATIONS, round(factor * own / rollout))
                rows.append(_row(duel, search, factor, simulations))
                print(rows[-1], file=sys.stderr, flush=True)
    return (
        "A tie is half a win, seats alternate, and time is of the processor. A search gets as many "
        "simulations for each small move as fit into its time for a turn, but at least "
        f"{SIMULATIONS}, so that it takes longer than allowed where our expert answers in less "
        "than a play-out. In Cubus' building game a play-out takes a second or two, so only "
        "dismantling is played.\n\n" + "\n".join(rows)
    )


def _row(duel: Duel, search: str, factor: int, simulations: int) -> str:
    games = max(2, round(duel.games * SCALE))
    tally = Tally()
    for number in range(games):
        _play(duel, search, simulations, number, tally)
    low, high = wilson(tally.wins, games)
    return (
        f"| {duel.title} | {search} | {factor} × ours | {simulations} | {games} "
        f"| {tally.wins / games:.0%} | {low:.0%} – {high:.0%} "
        f"| {tally.a_turn(0) * 1000:.1f} : {tally.a_turn(1) * 1000:.0f} |"
    )


def _calibrated(duel: Duel) -> tuple[float, float]:
    """Seconds of our expert for a turn, and of one of their simulations."""
    tally = Tally()
    _play(duel, "random", 0, 0, tally)
    game = pyspiel.load_game(duel.spiel)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    evaluator.evaluate(state)
    began = time.process_time()
    for _ in range(3):
        evaluator.evaluate(state)
    return tally.a_turn(0), (time.process_time() - began) / 3


def _play(duel: Duel, search: str, simulations: int, number: int, tally: Tally) -> None:
    """One game; the expert has the first seat in even games, and every pair shares its chance."""
    game, seat = pyspiel.load_game(duel.spiel), number % 2
    chance = np.random.RandomState(1000 + number // 2)
    expert = find_bot(quartett.game(duel.game), "expert")(number)
    theirs = _search(search, game, simulations, number)
    state: Any = game.new_initial_state()
    past = None
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chance.choice(outcomes, p=chances)))
        elif state.current_player() == seat:
            _expert_turn(state, expert, seat, tally)
        else:
            began = time.process_time()
            move = theirs.step(state)
            tally.seconds[1] += time.process_time() - began
            state.apply_action(int(move))
        if state.position.past is not past:
            tally.turns[1] += state.position.past.event.actor == 1 - seat
            past = _told(state, past, expert, seat)
    tally.wins += (state.returns()[seat] + 1) / 2


def _expert_turn(state: SpielState, expert: Bot, seat: int, tally: Tally) -> None:
    began = time.process_time()
    action = expert.choose(state.position.state.view(seat), time.monotonic() + 3600)
    tally.seconds[0] += time.process_time() - began
    tally.turns[0] += 1
    for move in state.position.path(action):
        state.apply_action(move)


def _told(state: SpielState, past: Any, expert: Bot, seat: int) -> Any:
    """Show the expert the event that has just happened."""
    latest = state.position.past
    assert latest is not None and latest.before is past
    expert.observe(latest.state.redact(latest.event, seat))
    return latest


class _Random(pyspiel.Bot):  # type: ignore[misc]
    def __init__(self, seed: int) -> None:
        super().__init__()
        self._rng = np.random.RandomState(seed)

    def step(self, state: Any) -> int:
        return int(self._rng.choice(state.legal_actions()))


def _search(name: str, game: Any, simulations: int, seed: int) -> Any:
    rng = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    if name == "random":
        return _Random(seed)
    if name == "MCTS":
        return mcts.MCTSBot(game, 1.4, simulations, evaluator, solve=False, random_state=rng)
    return ismcts.ISMCTSBot(game, evaluator, 1.4, simulations, random_state=rng)


if __name__ == "__main__":
    print(main())
