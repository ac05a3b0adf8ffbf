"""How the builder's tables are computed: small dynamic programmes over slices and cards.

They depend on nothing but the number of cards in the box, so they are computed once, by
`tools/training/cubus_tables.py`, and lie beside this file; tests compute them again.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from quartett.games.cubus.builder.slices import MOST, Slices
from quartett.games.cubus.builder.tables import (
    AHEAD,
    FARTHEST,
    HIGHEST,
    NEVER,
    PLACES,
    SIDE,
    Tables,
)

Table = NDArray[np.int16]
Ints = NDArray[np.int64]


def computed(cut: Slices) -> Tables:
    boxes = boxes_by_array(cut)
    left, right, _, lids = np.ogrid[tuple(slice(count) for count in boxes.shape)]
    worth = np.where(boxes >= 0, 3 * boxes - left - right - lids, NEVER).astype(np.int16)
    best = best_by_array(at_most_by_array(worth), AHEAD, cut)
    most = at_most_by_array(boxes).transpose(2, 0, 1, 3)
    boxes, best = boxes.transpose(2, 0, 1, 3), best.transpose(0, 3, 1, 2, 4)
    heads, head_list = _worthwhile(boxes, most)
    through = through_by_array(best[0], heads, head_list, cut)
    return Tables(boxes, most, best, needs_by_array(cut), through, heads, head_list)


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


def through_by_array(best: Table, heads: Ints, head_list: Ints, cut: Slices) -> Table:
    """Every worthwhile beginning of a slice with the best end that the other cards allow."""
    through = np.full_like(best, NEVER)
    for here in range(1, len(cut.length)):
        for left, right, others, boxes in head_list[heads[here, 0] : heads[here, -1]]:
            lids = others + cut.length[here]
            gain = 3 * (boxes + cut.size[here]) - left - right - lids
            row = through[here, left:, right:, lids:]
            after = best[here, : SIDE - left, : SIDE - right, : max(SIDE - lids, 0)]
            np.maximum(row, after + gain, out=row, casting="unsafe")
    return through


def _steps(cut: Slices) -> Iterator[tuple[int, int, int, int]]:
    """From one slice to the next, and the left and right sides that the step shows."""
    for here in range(len(cut.length)):
        if here:
            for at in range(cut.under[here], cut.under[here + 1]):
                yield here, int(cut.under_list[at]), 0, int(cut.parts[here, 0])
        for at in range(cut.over[here], cut.over[here + 1]):
            if to := int(cut.over_list[at]):
                yield here, to, int(cut.parts[to, 0]), 0


def _worthwhile(boxes: Table, most: Table) -> tuple[Ints, Ints]:
    """A beginning is the mirror image of an end: left and right change places."""
    exact, bound = boxes.transpose(0, 2, 1, 3), most.transpose(0, 2, 1, 3)
    cheaper = np.full_like(bound, NEVER)
    cheaper[:, 1:] = np.maximum(cheaper[:, 1:], bound[:, :-1])
    cheaper[:, :, 1:] = np.maximum(cheaper[:, :, 1:], bound[:, :, :-1])
    cheaper[:, :, :, 1:] = np.maximum(cheaper[:, :, :, 1:], bound[:, :, :, :-1])
    here, left, right, lids = np.nonzero((exact >= 0) & (exact > cheaper))
    places, every = here * SIDE + left, np.arange(exact.shape[0])[:, np.newaxis]
    starts = np.searchsorted(places, every * SIDE + np.arange(SIDE + 1))
    found = np.stack([left, right, lids, exact[here, left, right, lids]], axis=1)
    return starts.astype(np.int64), found.astype(np.int64)
