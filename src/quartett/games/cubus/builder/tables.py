"""What can follow a slice: small dynamic programmes over slices and cards.

Going from diagonal to diagonal, the back edge of the outline takes one of two steps. Along
x the next slice lies under this one, and the picture shows as many right sides as this
slice's first part; along y the next slice lies over this one, and the picture shows as many
left sides as the next slice's first part. What can precede a slice is the mirror image,
left and right exchanged.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quartett.core.kernels import COMPILES, kernel
from quartett.games.cubus.builder.slices import MOST, PARTS, Slices, slices

NEVER: Final = -1000
"""In the tables: no stack has these cards."""
AHEAD: Final = 4
"""The bound looks so many diagonals ahead; more than these count as these."""
FARTHEST: Final = 2 * MOST
"""No two lids of a stack are more diagonals apart."""
HIGHEST: Final = MOST
"""A lid lies at most so far before the x of its slice's back cell."""
PLACES: Final = HIGHEST + PARTS + FARTHEST

Table = NDArray[np.int16]


class Tables(NamedTuple):
    """Indexed by [slice, left, right, lids]: all that is asked about a slice lies together."""

    boxes: Table
    """The most boxes after a slice, with exactly these cards."""
    most: Table
    """The most boxes after a slice, with at most these cards."""
    best: Table
    """The most of 3 × boxes − cards after a slice, with at most these cards and, by the first
    index, at least so many diagonals still to come."""
    needs: Table
    """By [diagonals ahead, place of a lid there, slice]: the fewest left sides, right sides and
    lids that come to a slice with a lid at that place, and from there to the end."""
    heads: NDArray[np.int64]
    """Where each slice's list of worthwhile beginnings starts in `head_list`."""
    head_list: NDArray[np.int64]
    """Left, right, lids, boxes: beginnings that no cheaper one equals."""


@cache
def tables() -> Tables:
    return made(_COMPILED if COMPILES else _ARRAYS)


def made(fill: "Filling") -> Tables:
    """The tables, filled by compiled loops or by NumPy."""
    cut = slices()
    boxes = fill.boxes(cut)
    most = fill.at_most(boxes)
    left, right, _, lids = np.ogrid[tuple(slice(count) for count in boxes.shape)]
    worth = np.where(boxes >= 0, 3 * boxes - left - right - lids, NEVER).astype(np.int16)
    best = fill.best(fill.at_most(worth), AHEAD, cut)
    by_slice = [np.ascontiguousarray(table.transpose(2, 0, 1, 3)) for table in (boxes, most)]
    best = np.ascontiguousarray(best.transpose(0, 3, 1, 2, 4))
    heads, head_list = _worthwhile(*by_slice)
    return Tables(by_slice[0], by_slice[1], best, fill.needs(cut), heads, head_list)


@cache
def whole() -> Table:
    """The most boxes of a stack with exactly so many left sides, right sides and lids.

    >>> int(whole()[16, 16, 16]), int(whole()[4, 4, 4]), int(whole()[3, 3, 3])
    (64, 8, 4)
    """
    return fill_whole(tables().boxes, slices().parts, slices().length)


@kernel
def fill_boxes(cut: Slices) -> Table:
    count = len(cut.length)
    boxes = np.full((MOST + 1, MOST + 1, count, MOST + 1), NEVER, np.int16)
    # Every step uses up a left or a right side: in the order of left + right all is known.
    for sides in range(2 * MOST + 1):
        for left in range(max(0, sides - MOST), min(sides, MOST) + 1):
            right = sides - left
            for here in range(count):
                row = boxes[left, right, here]
                if cut.length[here] == 1 and left == 0 and right == cut.parts[here, 0]:
                    row[0] = 0
                go_on(row, boxes, left, right, here, True, 1, 0, cut)
    return boxes


@kernel
def go_on(
    row: Table,
    after: Table,
    left: int,
    right: int,
    here: int,
    gap: bool,
    box: int,
    card: int,
    cut: Slices,
) -> None:
    """Raise a slice's row to the best step from it; a box counts for so much, a card against.

    With `gap` the next slice may be empty.
    """
    first = cut.parts[here, 0]
    if here > 0 and right >= first:
        for at in range(cut.under[here], cut.under[here + 1]):
            to = cut.under_list[at]
            if to > 0 or gap:
                gain = box * cut.size[to] - card * (first + cut.length[to])
                lift(row, after[left, right - first, to], cut.length[to], gain)
    for at in range(cut.over[here], cut.over[here + 1]):
        to = cut.over_list[at]
        high = cut.parts[to, 0]
        if high > 0 and high <= left:
            gain = box * cut.size[to] - card * (high + cut.length[to])
            lift(row, after[left - high, right, to], cut.length[to], gain)


@kernel
def lift(row: Table, after: Table, lids: int, gain: int) -> None:
    for have in range(lids, MOST + 1):
        row[have] = max(row[have], after[have - lids] + gain)


@kernel
def at_most(exact: Table) -> Table:
    """Every entry raised to the largest with no more cards."""
    table = exact.copy()
    for left in range(MOST + 1):
        for right in range(MOST + 1):
            for here in range(table.shape[2]):
                for lids in range(MOST + 1):
                    value = table[left, right, here, lids]
                    if left:
                        value = max(value, table[left - 1, right, here, lids])
                    if right:
                        value = max(value, table[left, right - 1, here, lids])
                    if lids:
                        value = max(value, table[left, right, here, lids - 1])
                    table[left, right, here, lids] = value
    return table


@kernel
def fill_best(worth: Table, ahead: int, cut: Slices) -> Table:
    count = len(cut.length)
    best = np.full((ahead + 1, MOST + 1, MOST + 1, count, MOST + 1), NEVER, np.int16)
    best[0] = worth
    for far in range(1, ahead + 1):
        for left in range(MOST + 1):
            for right in range(MOST + 1):
                for here in range(count):
                    row = best[far, left, right, here]
                    go_on(row, best[far - 1], left, right, here, far > 1, 3, 1, cut)
    return best


@kernel
def fill_needs(cut: Slices) -> Table:
    count = len(cut.length)
    needs = np.full((FARTHEST + 1, PLACES, count, 3), -NEVER, np.int16)
    for here in range(1, count):
        length = cut.length[here]
        for part in range(length):
            row = needs[0, part - cut.parts[here, part] + HIGHEST, here]
            row[0], row[1], row[2] = 0, cut.size[here], length * (length - 1) // 2
    for far in range(1, FARTHEST + 1):
        for place, here in np.ndindex(PLACES, count):
            need_on(needs[far, place, here], needs[far - 1], place, here, cut)
    return needs


@kernel
def need_on(row: Table, after: Table, place: int, here: int, cut: Slices) -> None:
    """Lower a slice's needs to those of the cheapest steps from it."""
    if place > 0 and here > 0:
        for at in range(cut.under[here], cut.under[here + 1]):
            to = cut.under_list[at]
            lower(row, after[place - 1, to], 0, cut.parts[here, 0], cut.length[to])
    for at in range(cut.over[here], cut.over[here + 1]):
        to = cut.over_list[at]
        if to > 0:
            lower(row, after[place, to], cut.parts[to, 0], 0, cut.length[to])


@kernel
def lower(row: Table, rest: Table, left: int, right: int, lids: int) -> None:
    row[0] = min(row[0], rest[0] + left)
    row[1] = min(row[1], rest[1] + right)
    row[2] = min(row[2], rest[2] + lids)


@kernel
def fill_whole(boxes: Table, parts: NDArray[np.int64], length: NDArray[np.int64]) -> Table:
    """A stack begins with a slice of one column, which shows its left sides."""
    table = np.full((MOST + 1, MOST + 1, MOST + 1), NEVER, np.int16)
    for here in range(len(length)):
        height = parts[here, 0]
        if length[here] != 1:
            continue
        for left in range(height, MOST + 1):
            for right in range(MOST + 1):
                for lids in range(1, MOST + 1):
                    more = boxes[here, left - height, right, lids - 1] + height
                    table[left, right, lids] = max(table[left, right, lids], more)
    return table


def _worthwhile(boxes: Table, most: Table) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """A beginning is the mirror image of an end: left and right change places."""
    exact, bound = boxes.transpose(0, 2, 1, 3), most.transpose(0, 2, 1, 3)
    cheaper = np.full_like(bound, NEVER)
    cheaper[:, 1:] = np.maximum(cheaper[:, 1:], bound[:, :-1])
    cheaper[:, :, 1:] = np.maximum(cheaper[:, :, 1:], bound[:, :, :-1])
    cheaper[:, :, :, 1:] = np.maximum(cheaper[:, :, :, 1:], bound[:, :, :, :-1])
    here, left, right, lids = np.nonzero((exact >= 0) & (exact > cheaper))
    starts = np.searchsorted(here, np.arange(exact.shape[0] + 1))
    found = np.stack([left, right, lids, exact[here, left, right, lids]], axis=1)
    return starts.astype(np.int64), found.astype(np.int64)


# The same with NumPy, for machines without the compiler. It takes about ten seconds; the loops
# above, not compiled, had not finished after several minutes.


def boxes_by_array(cut: Slices) -> Table:
    count = len(cut.length)
    boxes = np.full((MOST + 1, MOST + 1, count, MOST + 1), NEVER, np.int16)
    for here in range(count):
        if cut.length[here] == 1:
            boxes[0, cut.parts[here, 0], here, 0] = 0
    for sides in range(2 * MOST + 1):
        every = np.arange(max(0, sides - MOST), min(sides, MOST) + 1)
        for here, to, used_left, used_right in _steps(cut):
            left = every[(every >= used_left) & (sides - every >= used_right)]
            right, lids = sides - left, cut.length[to]
            row = boxes[left, right, here]
            after = boxes[left - used_left, right - used_right, to]
            row[:, lids:] = np.maximum(row[:, lids:], after[:, : MOST + 1 - lids] + cut.size[to])
            boxes[left, right, here] = row
    return boxes


def at_most_by_array(exact: Table) -> Table:
    table = exact
    for axis in (0, 1, 3):
        table = np.maximum.accumulate(table, axis=axis)
    return table


def best_by_array(worth: Table, ahead: int, cut: Slices) -> Table:
    best = np.full((ahead + 1, *worth.shape), NEVER, np.int16)
    best[0] = worth
    for far in range(1, ahead + 1):
        for here, to, left, right in _steps(cut):
            if to or far > 1:
                lids = cut.length[to]
                gain = 3 * cut.size[to] - left - right - lids
                row = best[far, left:, right:, here, lids:]
                after = best[far - 1, : MOST + 1 - left, : MOST + 1 - right, to, : MOST + 1 - lids]
                np.maximum(row, after + gain, out=row, casting="unsafe")
    return best


def needs_by_array(cut: Slices) -> Table:
    count = len(cut.length)
    needs = np.full((FARTHEST + 1, PLACES, count, 3), -NEVER, np.int16)
    for here in range(1, count):
        length = cut.length[here]
        for part in range(length):
            place = part - cut.parts[here, part] + HIGHEST
            needs[0, place, here] = 0, cut.size[here], length * (length - 1) // 2
    for far in range(1, FARTHEST + 1):
        for here, to, left, right in _steps(cut):
            cost = np.array([left, right, cut.length[to]], np.int16)
            row, after = needs[far, :, here], needs[far - 1, :, to]
            if right:
                row, after = row[1:], after[:-1]
            np.minimum(row, after + cost, out=row)
    return needs


def _steps(cut: Slices) -> Iterator[tuple[int, int, int, int]]:
    """From one slice to the next, and the left and right sides that the step shows."""
    for here in range(len(cut.length)):
        if here:
            for at in range(cut.under[here], cut.under[here + 1]):
                yield here, int(cut.under_list[at]), 0, int(cut.parts[here, 0])
        for at in range(cut.over[here], cut.over[here + 1]):
            if to := int(cut.over_list[at]):
                yield here, to, int(cut.parts[to, 0]), 0


class Filling(NamedTuple):
    """One of the two ways to fill the tables."""

    boxes: Callable[[Slices], Table]
    at_most: Callable[[Table], Table]
    best: Callable[[Table, int, Slices], Table]
    needs: Callable[[Slices], Table]


_COMPILED: Final = Filling(fill_boxes, at_most, fill_best, fill_needs)
_ARRAYS: Final = Filling(boxes_by_array, at_most_by_array, best_by_array, needs_by_array)
