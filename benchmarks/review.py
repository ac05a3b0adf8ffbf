"""Reviews: that luck and skill explain results, how long they take, and whether a much longer
search would have called the same action best."""

import copy
import random
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from rich.console import Console
from rich.progress import track

import quartett
from benchmarks.rollouts import (
    AS_GOOD,
    Asked,
    Compared,
    Player,
    candidates,
    compared,
    with_bots,
    without_luck,
)
from quartett import CHANCE
from quartett.games.calcory.bots import Greedy
from quartett.games.calculissimo.bots import judgement
from quartett.games.cubus.bots.levels import Hard
from quartett.games.cubus.builder.solver import forget
from quartett.review import Judge, Judgement, judge_of, review

GAMES = 1000
DECISIONS = 200
SHARE = 0.2
"""Of the decisions of a game, so that they come from many games."""
WARM_UP = 5
"""Decisions whose time does not count: kernels are compiled and loaded."""
LEVELS = ("easy", "medium", "hard")
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("calavera", 2, {}),
    ("calavera", 4, {}),
    ("calcory", 2, {}),
    ("calcory", 4, {}),
    ("calculissimo", 2, {}),
    ("calculissimo", 4, {}),
    ("cubus", 2, {}),
    ("cubus", 4, {}),
    ("cubus", 2, {"dismantling": "alone"}),
]


def main(games: int = GAMES) -> str:
    """The identity and the time, over many games of each."""
    rows = [
        "| game | players | games | largest error of the identity | seconds a game | slowest |",
        "|---|---|---|---|---|---|",
    ]
    for id, players, options in TABLES:
        worst, seconds = 0.0, []
        name = " ".join([id, *map(str, options.values())])
        for seed in track(range(games), name, console=Console(stderr=True)):
            record = _played(id, players, options, seed)
            began = time.process_time()
            found = review(record)
            seconds.append(time.process_time() - began)
            for seat in found.seats:
                off = seat.luck + seat.skill - (seat.result - seat.start)
                worst = max(worst, abs(off))
        mean = sum(seconds) / len(seconds)
        rows.append(
            f"| {name} | {players} | {games:,} | {worst:.1e} | {mean:.2f} | {max(seconds):.2f} |"
        )
    return "Levels `easy` to `hard`, seconds of one core.\n\n" + "\n".join(rows)


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
        "| game | decisions | games for each candidate | times longer | nothing better "
        "| wins more with the rollouts' choice |",
        "|---|---|---|---|---|---|",
    ]
    for id, (games, play) in ROLLOUTS.items():
        found, shorts, longs = list[Compared](), 0.0, 0.0
        for asked, action in track(
            _asked(id, decisions, _is_choice), id, console=Console(stderr=True)
        ):
            began = time.process_time()
            asked.judge.decision(asked.state, asked.seat, action)
            middle = time.process_time()
            found.append(compared(asked, candidates(asked), games, play))
            if len(found) > WARM_UP:
                longs += time.process_time() - middle
                shorts += middle - began
        same = sum(not one.better for one in found) / len(found)
        lost = [one.lost for one in found]
        error = statistics.stdev(lost) / len(lost) ** 0.5
        rows.append(
            f"| {id} | {len(found)} | {games} | {longs / shorts:.0f} | {100 * same:.1f} % "
            f"| {100 * statistics.mean(lost):.2f} ± {100 * error:.2f} % |"
        )
    return "\n".join(rows)


def wide(decisions: int = DECISIONS) -> str:
    """The best play of Calculissimo against a search that weighs all plays."""
    same, shorts, longs = 0, 0.0, 0.0
    lost: list[float] = []
    for asked, action in _asked("calculissimo", decisions, lambda _: True):
        began = time.process_time()
        found = asked.judge.decision(asked.state, asked.seat, action)
        middle = time.process_time()
        less = _wide_plays(asked, found)
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


def _played(id: str, players: int, options: dict[str, Any], seed: int) -> quartett.Record:
    game = quartett.game(id)
    bots = [LEVELS[(seed + seat) % len(LEVELS)] for seat in range(players)]
    return quartett.play(game, bots, seed=seed, options=game.options(options))


def _asked(
    id: str, count: int, wanted: Callable[[Asked], bool]
) -> Iterator[tuple[Asked, quartett.Action]]:
    """Some decisions of games for two, and what was played there."""
    rng, left, seed = random.Random(1), count, 0
    while left:
        record = _played(id, 2, {}, 10_000 + seed)
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


def _is_choice(asked: Asked) -> bool:
    return len(candidates(asked)) > 1


def _as_new(judge: Any) -> Judge:
    """With what the seats know, but nothing computed yet: its time is to be measured."""
    fresh = copy.deepcopy(judge)
    for kept, empty in (("_thought", None), ("_options", None), ("_turns", {})):
        if hasattr(fresh, kept):
            setattr(fresh, kept, empty)
    forget()
    assert isinstance(fresh, Judge)
    return fresh


def _wide_plays(asked: Asked, found: Judgement) -> float:
    """All plays weighed, not only the most promising."""
    with _set(judgement, LOOKED_AT=1000, CLOSE=1000.0):
        return _as_new(asked.judge).decision(asked.state, asked.seat, found.best).regret


ROLLOUTS: dict[str, tuple[int, Player]] = {
    "calavera": (8, without_luck),
    "calcory": (100, with_bots(Greedy)),
    "cubus": (100, with_bots(Hard)),
}
"""How many games for each candidate, and who plays them. Calcory's greedy player forgets nothing:
it is stronger than `hard` and much faster than the expert."""


@contextmanager
def _set(module: Any, **constants: Any) -> Iterator[None]:
    before = {name: getattr(module, name) for name in constants}
    for name, value in constants.items():
        setattr(module, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(module, name, value)
