"""Slices: a stack cut along the diagonals x − y.

The heights on one diagonal never increase away from the back, so a slice is a partition.
With 16 cards of each kind it has at most 4 parts (k parts need k² lids) and at most 16
boxes (each part needs left sides of its own): 358 slices, and the empty one. Neighbouring
slices interlace, so a stack is a walk from the empty slice to the empty slice.
"""

from collections.abc import Iterator
from functools import cache
from itertools import accumulate, product
from typing import Any, Final, NamedTuple, TypeAlias

from quartett.core.arrays import np

MOST: Final = 16
"""Cards of a kind in the box, both kinds of lids together."""
PARTS: Final = 4

Row: TypeAlias = Any
"""A list of whole numbers, or an array of them for compiled kernels."""


class Slices(NamedTuple):
    """Every slice by number; number 0 is the empty slice."""

    parts: Row
    length: Row
    size: Row
    over: Row
    """Where each slice's list of slices that lie over it begins in `over_list`."""
    over_list: Row
    under: Row
    under_list: Row


@cache
def slices() -> Slices:
    every = partitions()
    number = {part: index for index, part in enumerate(every)}
    under = [[number[low] for low in interlacing(part)] for part in every]
    over: list[list[int]] = [[] for _ in every]
    for high, lows in enumerate(under):
        for low in lows:
            over[low].append(high)
    parts = [[*part, *[0] * (PARTS - len(part))] for part in every]
    return Slices(parts, [*map(len, every)], [*map(sum, every)], *_flat(over), *_flat(under))


@cache
def arrays() -> Slices:
    """The slices for compiled kernels."""
    return Slices(*(np.array(rows, np.int64) for rows in slices()))


def partitions() -> list[tuple[int, ...]]:
    """All slices, the empty one first.

    >>> len(partitions())
    359
    """
    return sorted(_partitions(PARTS, MOST, MOST), key=lambda part: (len(part), part))


def interlacing(part: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The slices that can stand in front of this one: part by part between its neighbours.

    >>> sorted(interlacing((2, 1)))
    [(1,), (1, 1), (2,), (2, 1)]
    """
    ends = (*part, 0)[1:]
    for low in product(*(range(end, start + 1) for start, end in zip(part, ends, strict=True))):
        yield tuple(height for height in low if height)


def _partitions(parts: int, total: int, largest: int) -> Iterator[tuple[int, ...]]:
    yield ()
    if parts == 0:
        return
    for first in range(1, min(total, largest) + 1):
        for rest in _partitions(parts - 1, total - first, first):
            yield (first, *rest)


def _flat(lists: list[list[int]]) -> tuple[list[int], list[int]]:
    """Lists end to end, and where each begins."""
    starts = [0, *accumulate(map(len, lists))]
    return starts, [item for row in lists for item in row]
