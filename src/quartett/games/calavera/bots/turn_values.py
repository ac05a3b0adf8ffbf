"""The exact value of a turn: both rerolls, over every way to keep dice."""

from collections.abc import Sequence
from typing import TypeVar

from quartett.core.arrays import Bools, Floats, Ints, np
from quartett.games.calavera.bots.results import (
    Counts,
    counts_of,
    keep_index,
    keeps_from,
    tables,
)
from quartett.games.calavera.dice import FACES, Face, multisets

SAME = 1e-6
"""Chances to win that count as equal: processors and libraries round differently below that, and
must not decide between a row and another that stands alike."""

Choice = TypeVar("Choice")


def first_of_the_best(options: Sequence[tuple[Choice, float]]) -> tuple[Choice, float]:
    """Of options with their values the first that no other is better than."""
    most = max(worth for _, worth in options)
    return next(option for option in options if option[1] >= most - SAME)


class TurnValues:
    """What results and keeps are worth, given what each final result is worth."""

    def __init__(self, finals: Floats) -> None:
        self._results = [finals]

    def value(self, rolls: int) -> float:
        """Before the first of this many rolls."""
        return float(self.keep_values(rolls)[keep_index()[(0,) * len(FACES)]])

    def result_values(self, rerolls: int) -> Floats:
        """What each result is worth with this many rerolls left."""
        while len(self._results) <= rerolls:
            self._results.append(best_of(self._results[0], self.keep_values(len(self._results))))
        return self._results[rerolls]

    def keep_values(self, rerolls: int) -> Floats:
        """What each keep is worth that takes one of this many rerolls."""
        after = self.result_values(rerolls - 1)
        t = tables()
        return np.add.reduceat(t.odds * after[t.follows], t.keep_starts)

    def seat_values(self, finals: Floats, rolls: int) -> tuple[list[Floats], list[Floats]]:
        """What every seat gets, if the active player plays well: of each result with this many
        rerolls left, and of each keep that takes one of this many.

        `finals` is what seats get of each final result, by seat.
        """
        t, results, keeps = tables(), [finals], [finals]
        for left in range(1, rolls + 1):
            means = [
                np.add.reduceat(t.odds * seat[t.follows], t.keep_starts) for seat in results[-1]
            ]
            stops, best = self._policy(left)
            pairs = zip(finals, means, strict=True)
            keeps.append(np.stack(means))
            results.append(np.stack([np.where(stops, final, mean[best]) for final, mean in pairs]))
        return results, keeps

    def final_odds(self, kept: Counts, rerolls: int) -> Floats:
        """How likely each result is to be the last one, keeping this now and playing well on."""
        t = tables()
        keep_odds = np.zeros(len(keep_index()))
        keep_odds[keep_index()[kept]] = 1.0
        final = np.zeros(len(t.counts))
        for left in reversed(range(rerolls)):
            rolled = self._spread(keep_odds)
            stops, keeps = self._policy(left)
            final += np.where(stops, rolled, 0.0)
            on = np.flatnonzero(~stops)
            keep_odds = _sums(keeps[on], rolled[on], len(keep_odds))
        return final

    def _spread(self, keep_odds: Floats) -> Floats:
        t = tables()
        lengths = np.diff([*t.keep_starts, len(t.odds)])
        return _sums(t.follows, t.odds * np.repeat(keep_odds, lengths), len(t.counts))

    def _policy(self, rerolls: int) -> tuple[Bools, Ints]:
        """Where to stop with this many rerolls left, and what to keep where not."""
        t = tables()
        stops = np.ones(len(t.counts), bool)
        best = np.zeros(len(t.counts), np.int64)
        if rerolls:
            values = self.keep_values(rerolls)
            ends = [*t.chooser_starts[1:], len(t.keeps)]
            for result, start, end in zip(t.choosers, t.chooser_starts, ends, strict=True):
                options = t.keeps[start:end]
                best[result] = options[values[options].argmax()]
            stops[t.choosers] = self._results[0][t.choosers] >= values[best[t.choosers]]
        return stops, best

    def best_keep(self, faces: tuple[Face, ...], rerolls: int) -> tuple[Counts, float]:
        """The best dice to keep, if one rerolls, and what that is worth."""
        values = self.keep_values(rerolls)
        options = [
            (kept, float(values[keep_index()[kept]])) for kept in keeps_from(counts_of(faces))
        ]
        return first_of_the_best(options)


def _sums(places: Ints, weights: Floats, size: int) -> Floats:
    return np.bincount(places, weights, size).astype(np.float64)


def best_of(finals: Floats, keep_values: Floats) -> Floats:
    """Stop, or reroll from the best keep; a cursed result stands as it is."""
    t = tables()
    best = finals.copy()
    rerolled = np.maximum.reduceat(keep_values[t.keeps], t.chooser_starts)
    best[t.choosers] = np.maximum(finals[t.choosers], rerolled)
    return best


def plain_best_of(finals: dict[Counts, float], rerolls: int) -> dict[Counts, float]:
    """The twin of `TurnValues.result_values`: the same by definition, one result at a time."""
    if rerolls == 0:
        return finals
    after = plain_best_of(finals, rerolls - 1)
    best = {}
    for counts, stop in finals.items():
        if counts[-1] >= 3:
            best[counts] = stop
        else:
            best[counts] = max([stop, *(_expected(kept, after) for kept in keeps_from(counts))])
    return best


def _expected(kept: Counts, after: dict[Counts, float]) -> float:
    missing = 6 - sum(kept)
    return sum(
        float(chance) * after[tuple(map(sum, zip(kept, counts_of(faces), strict=True)))]
        for faces, chance in multisets(missing)
    )


def dice_to_reroll(faces: tuple[Face, ...], kept: Counts) -> tuple[int, ...]:
    """Which dice to take up so that this many of each face stay."""
    left = dict(zip(FACES, kept, strict=True))
    taken = []
    for die, face in enumerate(faces):
        if left[face] > 0:
            left[face] -= 1
        else:
            taken.append(die)
    return tuple(taken)
