"""The constants that turn judgements into winning chances, fitted to self-play, and how well
they fit.

Bots of one level play each game against themselves. Every position in which one of them decides
is a sample: what the judge sees in it, and the shares of the win in the end. The constants of
`games/<id>/bots/values.py` that maximise the likelihood of the results are printed, then a table of
predicted and true chances. For that table the games are split into five parts, each predicted by
constants that were fitted to the others. Calcory has none to fit: its table shows how well the
judge predicts as it is.
"""

import argparse
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track

import quartett
from quartett.core.event import CHANCE
from quartett.core.record import Record
from quartett.games.calculissimo.bots import values as calculissimo
from quartett.games.cubus.bots import values as cubus
from quartett.review import Judge, judge_of
from quartett.review.values import chances_of, shares_of

LEVEL = "hard"
PARTS = 5
"""Each part of the games is predicted from the others."""
BINS = 10


class Seen:
    """What the judge sees in a position, and what became of it."""

    def __init__(self, result: tuple[float, ...], mover: int, facts: Any) -> None:
        self.result = result
        self.mover = mover
        self.facts = facts


Predict = Callable[[Sequence[float], Seen], tuple[float, ...]]


class Fit:
    """How one game is fitted: names and first values of constants, samples, predictions."""

    def __init__(
        self,
        names: tuple[str, ...],
        first: tuple[float, ...],
        facts: Callable[[Judge, Any], Any],
        predict: Predict,
    ) -> None:
        self.names, self.first, self.facts, self.predict = names, first, facts, predict


def _judged(judge: Judge, state: Any) -> Any:
    return judge.chances(state).shares


def _as_it_is(_: Sequence[float], seen: Seen) -> tuple[float, ...]:
    shares: tuple[float, ...] = seen.facts
    return shares


def _calculissimo_facts(judge: Judge, state: Any) -> Any:
    assert isinstance(judge, calculissimo.Judging)
    best = judge._weights(state).best()[1]
    racks = [0 if s == state.active else calculissimo._most(state, rack)
             for s, rack in enumerate(state.racks)]  # fmt: skip
    return state.points, best, racks, calculissimo.tiles_left(state)


def _calculissimo(constants: Sequence[float], seen: Seen) -> tuple[float, ...]:
    end, more = constants
    mover, rack, tempo = calculissimo.MOVER, calculissimo.RACK, calculissimo.TEMPO
    points, best, racks, left = seen.facts
    total = [score + rack * most for score, most in zip(points, racks, strict=True)]
    total[seen.mover] += mover * best + tempo
    return chances_of(total, max(1.0, end + more * math.sqrt(left)))


def _cubus_facts(_: Judge, state: Any) -> Any:
    return cubus._expected(state), cubus.cards_left(state)


def _cubus(constants: Sequence[float], seen: Seen) -> tuple[float, ...]:
    end, more = constants
    expected, left = seen.facts
    return chances_of(expected, max(0.3, end + more * math.sqrt(left)))


FITS = {
    "calcory": Fit((), (), _judged, _as_it_is),
    "calculissimo": Fit(
        ("SCALE end", "SCALE more"),
        (25.0, 30.0),
        _calculissimo_facts,
        _calculissimo,
    ),
    "cubus": Fit(("SCALE end", "SCALE more"), (2.0, 1.5), _cubus_facts, _cubus),
}


def samples(record: Record, fit: Fit) -> Iterator[Seen]:
    assert record.result is not None
    result = shares_of(record.head.players, record.result.winners)
    judge = judge_of(record.game, record)
    states = list(record.replay())
    for state, event in zip(states, record.events, strict=False):
        if event.actor != CHANCE and len(state.to_act) == 1:
            (mover,) = state.to_act
            yield Seen(result, mover, fit.facts(judge, state))
        judge.observe(state, event)


def loss(fit: Fit, constants: Sequence[float], seen: list[Seen]) -> float:
    """The mean cross entropy of results and predictions, over all seats."""
    total = 0.0
    for one in seen:
        for share, true in zip(fit.predict(constants, one), one.result, strict=True):
            total -= true * math.log(max(share, 1e-9))
    return total / len(seen)


def fitted(fit: Fit, seen: list[Seen]) -> list[float]:
    """Coordinate descent: few constants, a smooth loss."""
    best = list(fit.first)
    least = loss(fit, best, seen)
    steps = [max(0.1, abs(value) / 3) for value in best]
    while any(step / max(1.0, abs(v)) > 0.01 for step, v in zip(steps, best, strict=True)):
        for place in range(len(best)):
            for sign in (1, -1):
                tried = list(best)
                tried[place] += sign * steps[place]
                if (value := loss(fit, tried, seen)) < least:
                    best, least = tried, value
                    steps[place] *= 1.5
                    break
            else:
                steps[place] /= 2
    return best


def calibration(told: list[tuple[float, float]]) -> list[str]:
    """Predicted and true chances of the seat to move, in tenths; and the mean squared error."""
    predicted, true = np.array(told).T
    rows = ["| predicted | true | positions |", "|---:|---:|---:|"]
    tenths = (predicted * BINS).astype(int).clip(0, BINS - 1)
    for low in range(BINS):
        there = tenths == low
        if there.any():
            means = f"{predicted[there].mean():.3f} | {true[there].mean():.3f}"
            rows.append(f"| {means} | {there.sum()} |")
    brier, base = ((predicted - true) ** 2).mean(), ((true.mean() - true) ** 2).mean()
    return [*rows, f"Brier score {brier:.4f}; of a constant {base:.4f}."]


def predicted(fit: Fit, found: list[list[Seen]]) -> Iterator[tuple[float, float]]:
    """What was predicted for the seat to move and what became of it, for each part in turn."""
    for part in range(PARTS):
        others = [game for number, game in enumerate(found) if number % PARTS != part]
        constants = fitted(fit, [one for game in others for one in game])
        for one in (one for game in found[part::PARTS] for one in game):
            yield fit.predict(constants, one)[one.mover], one.result[one.mover]


def main(id: str, players: int, games: int, level: str) -> str:
    fit, game = FITS[id], quartett.game(id)
    console = Console(stderr=True)
    found = [
        list(samples(quartett.play(game, [level] * players, seed=f"fit {seed}"), fit))
        for seed in track(range(games), f"{id} for {players}", console=console)
    ]
    seen = [one for game_ in found for one in game_]
    constants = fitted(fit, seen)
    named = ", ".join(f"{n} {v:.3f}" for n, v in zip(fit.names, constants, strict=True))
    return "\n".join(
        [
            f"## {id} for {players}: {games} games of {level}, {len(seen)} positions",
            named,
            f"Cross entropy {loss(fit, constants, seen):.4f}, "
            f"before fitting {loss(fit, fit.first, seen):.4f}.",
            *calibration(list(predicted(fit, found))),
        ]
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(FITS))
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--level", default=LEVEL)
    told = parser.parse_args()
    print(main(told.game, told.players, told.games, told.level))
