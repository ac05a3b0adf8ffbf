"""Reviews: that luck and skill explain results, how long they take, and whether a much longer
search would have called the same action best."""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from rich.console import Console
from rich.progress import track

import quartett
from quartett import CHANCE, Event
from quartett.core.state import State
from quartett.games.calcory.bots import search, values
from quartett.games.calculissimo.bots import judgement
from quartett.games.cubus.actions import Build
from quartett.games.cubus.bots import lookahead
from quartett.games.cubus.bots import values as cubus_values
from quartett.review import Judge, Judgement, judge_of, review

GAMES = 1000
DECISIONS = 200
WARM_UP = 5
"""Decisions whose time does not count: kernels are compiled and loaded."""
AS_GOOD = 0.005
"""An action that loses no more than this by the longer search is as good as its best."""
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
    """The review's best action against a search that takes many times longer."""
    rows = [
        "| game | decisions | times longer | same or as good | lost by the review's best |",
        "|---|---|---|---|---|",
    ]
    for id, longer in LONGER.items():
        same, shorts, longs = 0, 0.0, 0.0
        lost: list[float] = []
        for judge, state, seat, action in _decisions(id, decisions):
            began = time.process_time()
            found = judge.decision(state, seat, action)
            middle = time.process_time()
            less = longer(judge, state, seat, found)
            if len(lost) >= WARM_UP:
                longs += time.process_time() - middle
                shorts += middle - began
            same += less <= AS_GOOD
            lost.append(less)
        count = len(lost)
        rows.append(
            f"| {id} | {count} | {longs / shorts:.0f} | {100 * same / count:.1f} % "
            f"| {100 * sum(lost) / count:.2f} % |"
        )
    return "\n".join(rows)


def _played(id: str, players: int, options: dict[str, Any], seed: int) -> quartett.Record:
    game = quartett.game(id)
    bots = [LEVELS[(seed + seat) % len(LEVELS)] for seat in range(players)]
    return quartett.play(game, bots, seed=seed, options=game.options(options))


def _decisions(id: str, count: int) -> Iterator[tuple[Judge, State, int, quartett.Action]]:
    """Some decisions of games for two, with a judge that has seen what came before."""
    rng, left, seed = random.Random(1), count, 0
    while left:
        record = _played(id, 2, {}, 10_000 + seed)
        seed += 1
        judge = judge_of(record.game, record)
        for event, (before, _) in zip(record.events, pairwise(record.replay()), strict=True):
            asked = event.actor != CHANCE and COMPARED.get(id, _any)(before)
            if asked and rng.random() < 0.2 and left:
                left -= 1
                yield judge, before, int(event.actor), event.action
            judge.observe(before, event)


def _is_last_look(state: Any) -> bool:
    """Rerolls follow from the uses at the end of a turn: those are compared."""
    return bool(state.phase == "pick" or state.rolls == state.options.rolls)


def _is_build(state: Any) -> bool:
    return bool(state.phase == "build")


def _any(_: Any) -> bool:
    return True


COMPARED: dict[str, Callable[[Any], bool]] = {"calavera": _is_last_look, "cubus": _is_build}
"""Which decisions there are to compare."""


def _turn_ahead(judge: Judge, state: State, seat: int, found: Judgement) -> float:
    """The next player's turn computed too, after every answer to every action."""

    def worth(after: State) -> float:
        if after.over or after.is_chance:
            return judge.value(after).shares[seat]
        (other,) = after.to_act
        ends = [judge.value(after.apply(Event(other, a))) for a in after.actions(other)]
        return min(end.shares[seat] for end in ends)

    options = {a: worth(state.apply(Event(seat, a))) for a in state.actions(seat)}
    return max(options.values()) - options[found.best]


def _wide_plays(judge: Judge, state: State, seat: int, found: Judgement) -> float:
    """All plays weighed, not only the most promising."""
    with _set(judgement, LOOKED_AT=1000, CLOSE=1000.0):
        fresh = type(judge)()
        wide = fresh.decision(state, seat, found.best)
    return wide.regret


def _all_prospects(_: Judge, state: Any, seat: int, found: Judgement) -> float:
    """256 builds, the answer to each and one's own build after it."""
    with _set(lookahead, WIDTH=256):
        weighed = lookahead.prospects(state.view(seat))
    if not weighed:
        return 0.0
    best = found.best if isinstance(found.best, Build) else None
    shares = [cubus_values.shares_after(state, build) for build in (weighed[0].build, best)]
    return max(0.0, shares[0][seat] - shares[1][seat])


def _deep_turns(judge: Any, state: State, seat: int, found: Judgement) -> float:
    """Four new cards more looked ahead, and forty times as many ends of turns at the end."""
    with _set(search, DRAWS=6, LONGEST=60), _set(values, ENDS=80_000):
        judge._thought = None
        deep = judge.decision(state, seat, found.best)
        judge._thought = None
    return float(deep.regret)


LONGER: dict[str, Callable[[Any, Any, int, Judgement], float]] = {
    "calavera": _turn_ahead,
    "calcory": _deep_turns,
    "calculissimo": _wide_plays,
    "cubus": _all_prospects,
}


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
