"""Slices: a stack cut along the diagonals x − y.

The heights on one diagonal never increase away from the back, so a slice is a partition.
With 16 cards of each kind it has at most 4 parts (k parts need k² lids) and at most 16
boxes (each part needs left sides of its own): 358 slices, and the empty one. Neighbouring
slices interlace, so a stack is a walk from the empty slice to the empty slice.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

MOST: Final = 16
"""Cards of a kind in the box, both kinds of lids together."""
PARTS: Final = 4

Ints = NDArray[np.int64]


class Slices(NamedTuple):
    """Every slice by number, as arrays for the kernels; number 0 is the empty slice."""

    parts: Ints
    length: Ints
    size: Ints
    over: Ints
    """Where each slice's list of slices that lie over it begins in `over_list`."""
    over_list: Ints
    under: Ints
    under_list: Ints


@cache
def slices() -> Slices:
    every = partitions()
    number = {part: index for index, part in enumerate(every)}
    under = [[number[low] for low in interlacing(part)] for part in every]
    over: list[list[int]] = [[] for _ in every]
    for high, lows in enumerate(under):
        for low in lows:
            over[low].append(high)
    parts = np.zeros((len(every), PARTS), np.int64)
    for index, part in enumerate(every):
        parts[index, : len(part)] = part
    length = np.array([len(part) for part in every], np.int64)
    return Slices(parts, length, parts.sum(axis=1), *_flat(over), *_flat(under))


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


def _flat(lists: list[list[int]]) -> tuple[Ints, Ints]:
    """Lists end to end, and where each begins."""
    starts = np.cumsum([0, *map(len, lists)])
    return starts.astype(np.int64), np.array([item for row in lists for item in row], np.int64)
