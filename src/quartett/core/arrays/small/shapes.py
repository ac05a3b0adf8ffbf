"""Shapes and places: how an array's elements lie in one list, row by row."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, zip_longest
from math import prod
from operator import mul
from typing import TypeAlias

Shape: TypeAlias = tuple[int, ...]
Places: TypeAlias = list[int]
KEPT = 64
"""Bots ask for the same few shapes again and again; nobody changes the places."""


def strides(shape: Shape) -> Shape:
    """How far apart the neighbours along each axis lie.

    >>> strides((2, 3, 4))
    (12, 4, 1)
    """
    return tuple(accumulate(reversed((*shape[1:], 1)), mul))[::-1] if shape else ()


def common(*shapes: Shape) -> Shape:
    """The shape that all of them are broadcast to.

    >>> common((5, 1), (3,), ())
    (5, 3)
    """
    found = []
    for sizes in zip_longest(*map(reversed, shapes), fillvalue=1):
        size = max(sizes) if 0 not in sizes else 0
        if any(one not in (1, size) for one in sizes):
            raise ValueError(f"shapes {shapes} do not go together")
        found.append(size)
    return tuple(reversed(found))


@lru_cache(maxsize=KEPT)
def spread(shape: Shape, wide: Shape) -> Places:
    """Which element of an array of this shape stands at each place of the wide one."""
    padded = (1,) * (len(wide) - len(shape)) + shape
    steps = strides(padded)
    axes = [
        range(0, size * step, step) if own > 1 else (0,) * size
        for own, size, step in zip(padded, wide, steps, strict=True)
    ]
    return total(axes)


def total(axes: Sequence[Sequence[int]]) -> Places:
    """The sums over every choice of one place from each axis, the last axis fastest."""
    found: Places = [0]
    for axis in axes:
        found = [place + more for place in found for more in axis]
    return found


@lru_cache(maxsize=KEPT)
def along(shape: Shape, axis: int) -> list[Places]:
    """The places of every line along the axis."""
    axis %= len(shape)
    steps, size = strides(shape), shape[axis]
    rest = [range(0, n * s, s) for n, s in zip(shape, steps, strict=True)]
    starts = total([*rest[:axis], (0,), *rest[axis + 1 :]])
    reach = range(0, size * steps[axis], steps[axis])
    return [[start + step for step in reach] for start in starts]


def without(shape: Shape, axis: int, keep: bool) -> Shape:
    axis %= len(shape)
    return (*shape[:axis], *((1,) if keep else ()), *shape[axis + 1 :])


def size_of(shape: Shape) -> int:
    return prod(shape)
