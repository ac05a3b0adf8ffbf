"""Shapes and places: how an array's elements lie in one list, row by row."""

from collections.abc import Iterable, Sequence
from itertools import accumulate, chain, repeat, zip_longest
from math import prod
from operator import mul
from typing import Any, TypeAlias

Shape: TypeAlias = tuple[int, ...]
Places: TypeAlias = list[int]


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


def widened(items: list[Any], shape: Shape, wide: Shape) -> list[Any]:
    """The elements of an array of this shape as they stand in the wide one.

    >>> widened([1, 2], (2, 1), (2, 3))
    [1, 1, 1, 2, 2, 2]
    """
    padded = (1,) * (len(wide) - len(shape)) + shape
    block = 1
    for own, size in zip(reversed(padded), reversed(wide), strict=True):
        if own != size and block == 1:
            items = list(chain.from_iterable(map(repeat, items, repeat(size))))
        elif own != size:
            starts = range(0, len(items), block)
            items = list(chain.from_iterable(items[at : at + block] * size for at in starts))
        block *= size
    return items


def total(axes: Sequence[Sequence[int]]) -> Places:
    """The sums over every choice of one place from each axis, the last axis fastest."""
    found: Places = [0]
    for axis in axes:
        if len(axis) != 1 or axis[0]:
            found = [place + more for place in found for more in axis]
    return found


def lines(items: list[Any], shape: Shape, axis: int) -> Iterable[tuple[Any, ...]]:
    """The elements of every line along the axis.

    >>> list(lines([1, 2, 3, 4], (2, 2), 0))
    [(1, 3), (2, 4)]
    """
    axis %= len(shape)
    size, step = shape[axis], prod(shape[axis + 1 :])
    if not size:
        return [()] * prod(shape[:axis] + shape[axis + 1 :])
    if step == 1:
        return zip(*[iter(items)] * size, strict=True)
    rows = [items[at : at + step] for at in range(0, len(items), step)] if step else []
    blocks = (rows[at : at + size] for at in range(0, len(rows), size))
    return chain.from_iterable(zip(*block, strict=True) for block in blocks)


def without(shape: Shape, axis: int, keep: bool) -> Shape:
    axis %= len(shape)
    return (*shape[:axis], *((1,) if keep else ()), *shape[axis + 1 :])


def size_of(shape: Shape) -> int:
    return prod(shape)
