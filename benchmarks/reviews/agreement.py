"""Reviews: what they say of perfect play, and whether rollouts, which take many times longer, would
have called the same action best."""

import argparse
import copy
import math
import random
import statistics
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple
from unittest.mock import patch

from rich.console import Console
from rich.progress import track

import quartett
from benchmarks.reviews.calculissimo_rollouts import (
    choices,
    is_a_choice,
    is_best_at_the_end,
    simulated,
)
from benchmarks.reviews.identity import played
from benchmarks.reviews.rollouts import (
    AS_GOOD,
    Asked,
    Compared,
    Player,
    candidates,
    compared,
    rolled_out,
    with_bots,
    without_luck,
)
from quartett import CHANCE
from quartett.games.calcory.bots import Greedy
from quartett.games.calculissimo.bots import judgement
from quartett.games.calculissimo.bots.expert import nothing_hidden
from quartett.games.calculissimo.bots.values import share_of
from quartett.games.calculissimo.rules import State
from quartett.games.calculissimo.view import View
from quartett.games.cubus.bots import values as cubus
from quartett.games.cubus.bots.levels import Hard
from quartett.games.cubus.builder.solver import forget
from quartett.review import Judge, judge_of, review

GAMES = 1000
DECISIONS = 200
SHARE = 0.2
"""Of the decisions of a game, so that they come from many games."""
WARM_UP = 5
"""Decisions whose time does not count: kernels are compiled and loaded."""


def perfect(games: int = GAMES) -> str:
    """What reviews find wrong with the best play there is."""
    rows = ["| game | games | decisions | worst | mistakes |", "|---|---|---|---|---|"]
    for id, options in (("cubus", {"dismantling": "alone"}), ("calavera", {})):
        game = quartett.game(id)
        regrets: list[float] = []
        for seed in track(range(games), id, console=Console(stderr=True)):
            record = quartett.play(
                game, ["expert", "expert"], seed=seed, options=game.options(options)
            )
            found = review(record)
            regrets += [one.regret for one in found.decisions]
        wrong = sum(regret >= 0.04 for regret in regrets)
        rows.append(f"| {id} | {games:,} | {len(regrets):,} | {max(regrets):.4f} | {wrong} |")
    return "\n".join(rows)


def agreement(decisions: int = DECISIONS) -> str:
    """The review's best action against rollouts, which take many times longer."""
    rows = [
        "| game | players | decisions | games for each candidate | times longer | nothing better "
        "| wins more with the rollouts' choice | off by |",
        "|---|---|---|---|---|---|---|---|",
    ]
    rows += [against_rollouts(id, decisions) for id in ROLLOUTS]
    return "\n".join(rows)


def against_rollouts(id: str, decisions: int, players: int = 2) -> str:
    """A row of the table: the decisions of one game."""
    is_choice, games, results = ROLLOUTS[id]
    found, shorts, longs = list[Compared](), 0.0, 0.0
    for asked, action in track(
        _asked(id, decisions, is_choice, players), id, total=decisions, console=Console(stderr=True)
    ):
        began = time.process_time()
        asked.judge.decision(asked.state, asked.seat, action)
        middle = time.process_time()
        found.append(results(asked, games))
        if len(found) > WARM_UP:
            longs += time.process_time() - middle
            shorts += middle - began
    same = sum(not one.better for one in found) / len(found)
    lost = [one.lost for one in found]
    return (
        f"| {id} | {players} | {len(found)} | {games} | {longs / shorts:.0f} | {100 * same:.1f} % "
        f"| {100 * statistics.mean(lost):.2f} ± {100 * _error(lost):.2f} % "
        f"| {_off([one for each in found for one in each.off])} |"
    )


def _off(squares: list[float]) -> str:
    """The root of their mean, and what it may be by one standard error either way."""
    mean, error = statistics.mean(squares), _error(squares)
    low, middle, high = (
        100 * max(0.0, square) ** 0.5 for square in (mean - error, mean, mean + error)
    )
    return f"{middle:.1f} % ({low:.1f} to {high:.1f})"


def _error(values: list[float]) -> float:
    return statistics.stdev(values) / math.sqrt(len(values))


def wide(decisions: int = DECISIONS) -> str:
    """The best play of Calculissimo against a search that weighs all plays."""
    same, shorts, longs = 0, 0.0, 0.0
    lost: list[float] = []
    for asked, action in _asked("calculissimo", decisions, lambda _: True):
        began = time.process_time()
        found = asked.judge.decision(asked.state, asked.seat, action)
        middle = time.process_time()
        with patch.object(judgement.weighed, "__defaults__", (1000, 1000.0)):
            less = _as_new(asked.judge).decision(asked.state, asked.seat, found.best).regret
        if len(lost) >= WARM_UP:
            longs += time.process_time() - middle
            shorts += middle - began
        same += less <= AS_GOOD
        lost.append(less)
    return (
        f"{len(lost)} decisions of Calculissimo, {longs / shorts:.0f} times longer: "
        f"{100 * same / len(lost):.1f} % the same or as good, "
        f"{100 * sum(lost) / len(lost):.2f} % lost."
    )


def ends(decisions: int = DECISIONS) -> str:
    """The best play of Calculissimo where nothing is hidden, against the solver."""
    found = [
        is_best_at_the_end(_view(asked))
        for asked, _ in _asked("calculissimo", decisions, lambda asked: _is_end(_view(asked)))
    ]
    proved = [one for one in found if one is not None]
    return (
        f"{len(found)} decisions of Calculissimo with an empty bag, {len(proved)} of them solved "
        f"with a choice: the review's play is one of the best in {sum(proved)}."
    )


def _asked(
    id: str, count: int, wanted: Callable[[Asked], bool], players: int = 2
) -> Iterator[tuple[Asked, quartett.Action]]:
    """Some decisions of games, and what was played there."""
    rng, left, seed = random.Random(1), count, 0
    while left:
        record = played(id, players, {}, 10_000 + seed)
        seed += 1
        judge = judge_of(record.game, record)
        steps = zip(record.events, pairwise(record.replay()), strict=True)
        for place, (event, (before, _)) in enumerate(steps):
            if event.actor != CHANCE and rng.random() < SHARE and left:
                log, seat = record.events[:place], int(event.actor)
                asked = Asked(record.game, record.start(), log, before, seat, judge)
                if wanted(asked):
                    left -= 1
                    yield asked._replace(judge=_as_new(judge)), event.action
            judge.observe(before, event)


def _as_new(judge: Any) -> Judge:
    """With what the seats know, but nothing computed yet: its time is to be measured."""
    fresh = copy.deepcopy(judge)
    for kept, empty in (("_thought", None), ("_searched", {}), ("_drawn", {}), ("_turns", {})):
        if hasattr(fresh, kept):
            setattr(fresh, kept, copy.copy(empty))
    forget()
    cubus._weighed.cache_clear()
    assert isinstance(fresh, Judge)
    return fresh


def _view(asked: Asked) -> View:
    view = asked.state.view(asked.seat)
    assert isinstance(view, View)
    return view


def _is_end(view: View) -> bool:
    return view.phase == "play" and nothing_hidden(view)


class Rollouts(NamedTuple):
    """How decisions of a game are judged."""

    is_choice: Callable[[Asked], bool]
    games: int
    """For each candidate."""
    results: Callable[[Asked, int], Compared]
    """What the games after each candidate say, the review's best first."""


def _of_bots(games: int, play: Player) -> Rollouts:
    def results(asked: Asked, games: int) -> Compared:
        found = candidates(asked)
        shares = [rolled_out(asked, one.action, games, play) for one in found]
        return compared([one.value for one in found], shares)

    return Rollouts(lambda asked: len(candidates(asked)) > 1, games, results)


def _simulated(games: int) -> Rollouts:
    def results(asked: Asked, games: int) -> Compared:
        view, state = _view(asked), asked.state
        assert isinstance(state, State)
        found = choices(view)
        values = [share_of(state, asked.seat, one.value) for one in found]
        return compared(values, simulated(view, found, games))

    return Rollouts(lambda asked: is_a_choice(_view(asked)), games, results)


ROLLOUTS = {
    "calavera": _of_bots(8, without_luck),
    # The greedy player forgets nothing: it is stronger than `hard`, much faster than the expert.
    "calcory": _of_bots(100, with_bots(Greedy)),
    "calculissimo": _simulated(200),
    "cubus": _of_bots(100, with_bots(Hard)),
}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=ROLLOUTS)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--decisions", type=int, default=DECISIONS)
    told = parser.parse_args()
    print(against_rollouts(told.game, told.decisions, told.players))
