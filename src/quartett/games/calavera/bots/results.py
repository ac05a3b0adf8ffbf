"""All results of six dice, and what can come of keeping some of them.

A result is a multiset of faces: 462 instead of 46,656. A keep is a multiset of up to six
faces: 924. Everything here is counted once; the probabilities are exact up to rounding.
"""

from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple, TypeAlias

from quartett.core.arrays import Bools, Floats, Ints, np
from quartett.games.calavera.dice import CURSE, DICE, FACES, SKULL, Face, multisets

Counts: TypeAlias = tuple[int, ...]
"""How many dice show each of FACES."""

_SKULL = FACES.index(SKULL)


class Tables(NamedTuple):
    counts: Ints
    """Results by faces."""
    skulls: Ints
    cursed: Bools
    odds: Floats
    """For each keep, in a row, the probabilities of the results that can follow."""
    follows: Ints
    """The results that `odds` speak of."""
    keep_starts: Ints
    """Where each keep begins in `odds` and `follows`."""
    keeps: Ints
    """For each result that is not cursed, in a row, the keeps that may be chosen from it."""
    choosers: Ints
    """The results that have a choice of keeps."""
    chooser_starts: Ints
    """Where each of these begins in `keeps`."""


def counts_of(faces: tuple[Face, ...]) -> Counts:
    return tuple(faces.count(face) for face in FACES)


@cache
def result_index() -> dict[Counts, int]:
    return {counts_of(faces): place for place, (faces, _) in enumerate(multisets(DICE))}


@cache
def keep_index() -> dict[Counts, int]:
    kept = (
        counts_of(faces)
        for size in range(DICE + 1)
        for faces in combinations_with_replacement(FACES, size)
    )
    return {counts: place for place, counts in enumerate(kept)}


@cache
def tables() -> Tables:
    counts = np.array(list(result_index()))
    skulls = counts[:, _SKULL]
    odds, follows, keep_starts = _odds()
    keeps, choosers, chooser_starts = _keeps()
    return Tables(
        counts, skulls, skulls >= CURSE, odds, follows, keep_starts, keeps, choosers, chooser_starts
    )


def _odds() -> tuple[Floats, Ints, Ints]:
    odds: list[float] = []
    follows: list[int] = []
    starts: list[int] = []
    rolls = [
        [(counts_of(faces), float(chance)) for faces, chance in multisets(size)]
        for size in range(DICE + 1)
    ]
    for kept in keep_index():
        starts.append(len(odds))
        for rolled, chance in rolls[DICE - sum(kept)]:
            follows.append(result_index()[tuple(map(sum, zip(kept, rolled, strict=True)))])
            odds.append(chance)
    return np.array(odds), np.array(follows), np.array(starts)


def _keeps() -> tuple[Ints, Ints, Ints]:
    keeps: list[int] = []
    choosers: list[int] = []
    starts: list[int] = []
    for counts, place in result_index().items():
        if counts[_SKULL] >= CURSE:
            continue
        choosers.append(place)
        starts.append(len(keeps))
        keeps.extend(keep_index()[kept] for kept in keeps_from(counts))
    return np.array(keeps), np.array(choosers), np.array(starts)


def keeps_from(counts: Counts) -> list[Counts]:
    """The ways to keep some dice and reroll at least one; skulls always stay."""
    ranges = [
        range(count, count + 1) if face == SKULL else range(count + 1)
        for face, count in zip(FACES, counts, strict=True)
    ]
    return [kept for kept in product(*ranges) if kept != counts]
