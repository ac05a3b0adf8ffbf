"""Our expert against OpenSpiel's searches, through the adapter, at our time and at ten times it.

Their searches are the Python ones: the compiled ones crash on games written in Python, OpenSpiel's
own included. MCTS sees everything, also what is hidden from it; information-set MCTS is honest.
"""

import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pyspiel

import quartett
from benchmarks.peers.search import FEWEST, SEARCHES, Look, Search, any_action, choices
from quartett.arena.results import wilson
from quartett.bots import Bot, find_bot
from quartett.envs.openspiel import SpielState

FACTORS = (1, 10)
SETTLED = 20
"""After this many turns their average says how long one takes."""
SCALE = float(os.environ.get("QUARTETT_BENCH", "1"))
"""A quick look takes a fraction of the games."""


class Duel(NamedTuple):
    game: str
    title: str
    spiel: str
    games: int


DUELS = (
    Duel("calavera", "Calavera", "quartett_calavera(players=2)", 100),
    Duel("calcory", "Calcory", "quartett_calcory(players=2)", 100),
    Duel("calculissimo", "Calculissimo", "quartett_calculissimo(players=2)", 40),
    Duel("cubus", "Cubus", "quartett_cubus(players=2)", 20),
    Duel("cubus", "Cubus, dismantling", "quartett_cubus(dismantling=alone,players=2)", 100),
)
HEADER = f"""\
A tie is half a win, seats alternate, and time is of the processor. A search gets as many \
simulations for a small move as its time for a turn allows, but at least {FEWEST}. They play at \
random to the end of the turn and look at the lead then; OpenSpiel's own play to the end of the \
game, which is tried too where {FEWEST} of them fit. MCTS sees what is hidden, in Calcory every \
card: it does not play the same game.

| game | against | looks to the end of | its time | simulations a move | games \
| wins of `expert` | 95 % interval | ms a turn, ours : theirs |
|---|---|---|---:|---:|---:|---:|---|---:|"""


class Pace(NamedTuple):
    """What may be expected: seconds of our expert for a turn, how many small moves a turn has,
    and seconds of one of their simulations by how far it looks."""

    own: float
    moves: float
    costs: dict[Look, float]

    def looks(self, factor: int) -> tuple[Look, ...]:
        """How far a search can look in this many times our time."""
        fits = FEWEST * self.moves * self.costs["the game"] <= factor * self.own
        return ("the turn", "the game") if fits else ("the turn",)


class Tally:
    """Wins of the expert, the processor time both took, and how hard the search worked."""

    def __init__(self) -> None:
        self.wins = 0.0
        self.seconds = [0.0, 0.0]
        self.turns = [0, 0]
        self.moves = 0
        self.simulations = 0

    def a_turn(self, side: int) -> float:
        return self.seconds[side] / max(1, self.turns[side])

    @property
    def moves_a_turn(self) -> float:
        return self.moves / max(1, self.turns[1])

    def fitting(self, factor: int, pace: Pace, look: Look) -> int:
        """How many simulations for a small move take this many times our time."""
        own, moves, cost = pace.own, pace.moves, pace.costs[look]
        if min(self.turns) > SETTLED:
            own, moves = self.a_turn(0), self.moves_a_turn
            cost = self.seconds[1] / self.simulations
        return max(FEWEST, round(factor * own / moves / cost))


def main() -> str:
    with ProcessPoolExecutor() as pool:
        found = pool.map(_rows, *zip(*product(DUELS, SEARCHES), strict=True))
        return "\n".join([HEADER, *(row for rows in found for row in rows)])


def _rows(duel: Duel, search: str) -> list[str]:
    rows, pace = [], _calibrated(duel, search)
    for factor in FACTORS:
        for look in pace.looks(factor):
            rows.append(_row(duel, search, factor, look, pace))
            print(rows[-1], file=sys.stderr, flush=True)
    return rows


def _row(duel: Duel, name: str, factor: int, look: Look, pace: Pace) -> str:
    games, tally = max(2, round(duel.games * SCALE)), Tally()
    for number in range(games):
        search = Search(name, pyspiel.load_game(duel.spiel), look, number)

        def move(state: SpielState, search: Search = search) -> int:
            simulations = tally.fitting(factor, pace, look)
            tally.simulations += simulations
            return search.move(state, simulations)

        state = play(duel.spiel, number, _expert(duel, number), move, tally)
        tally.wins += (state.returns()[number % 2] + 1) / 2
    low, high = wilson(tally.wins, games)
    return (
        f"| {duel.title} | {name} | {look} | {factor} × ours "
        f"| {tally.simulations / tally.moves:.1f} | {games} "
        f"| {tally.wins / games:.0%} | {low:.0%} – {high:.0%} "
        f"| {tally.a_turn(0) * 1000:.1f} : {tally.a_turn(1) * 1000:.1f} |"
    )


def _calibrated(duel: Duel, name: str) -> Pace:
    """From a game against a player at random, after one in which compiled code is loaded."""
    game, rng = pyspiel.load_game(duel.spiel), np.random.RandomState(1)
    for _ in range(2):
        tally = Tally()
        play(duel.spiel, 0, _expert(duel, 0), lambda state: any_action(state, rng), tally)
    looks: tuple[Look, ...] = ("the turn", "the game")
    states = choices(game)
    costs = {look: Search(name, game, look, 1).cost(states) for look in looks}
    return Pace(tally.a_turn(0), tally.moves_a_turn, costs)


def _expert(duel: Duel, number: int) -> Bot:
    return find_bot(quartett.game(duel.game), "expert")(number)


def play(
    spiel: str, number: int, bot: Bot, move: Callable[[SpielState], int], tally: Tally
) -> SpielState:
    """One game to its end; our bot has the first seat in even games, and every pair shares its
    chance."""
    seat, past = number % 2, None
    chance = np.random.RandomState(1000 + number // 2)
    state: Any = pyspiel.load_game(spiel).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(any_action(state, chance))
        elif state.current_player() == seat:
            _our_turn(state, bot, seat, tally)
        else:
            began = time.process_time()
            made = move(state)
            tally.seconds[1] += time.process_time() - began
            tally.moves += 1
            state.apply_action(made)
        if state.position.history is not past:
            tally.turns[1] += state.position.history.event.actor == 1 - seat
            past = _observed(state, past, bot, seat)
    found: SpielState = state
    return found


def _our_turn(state: SpielState, bot: Bot, seat: int, tally: Tally) -> None:
    began = time.process_time()
    action = bot.choose(state.position.state.view(seat), time.monotonic() + 3600)
    tally.seconds[0] += time.process_time() - began
    tally.turns[0] += 1
    for move in state.position.path(action):
        state.apply_action(move)


def _observed(state: SpielState, past: Any, bot: Bot, seat: int) -> Any:
    """Show our bot the event that has just happened."""
    latest = state.position.history
    assert latest is not None and latest.before is past
    bot.observe(latest.state.redact(latest.event, seat))
    return latest


if __name__ == "__main__":
    print(main())
