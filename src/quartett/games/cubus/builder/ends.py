"""From the tables back to columns: the walk that reaches a table's entry."""

from quartett.games.cubus.builder.slices import MOST, Slices
from quartett.games.cubus.builder.tables import Table
from quartett.games.cubus.stacks.stack import Cell

ALONG_X, ALONG_Y = 0, 1


def columns_after(
    here: int, x: int, y: int, left: int, right: int, lids: int, boxes: Table, cut: Slices
) -> list[Cell]:
    """The columns of the best end after the slice with its back cell at (x, y)."""
    columns: list[Cell] = []
    while not ended(here, left, right, lids, cut):
        to, step = onward(here, left, right, lids, boxes, cut)
        if step == ALONG_X:
            right -= cut.parts[here][0]
            x += 1
        else:
            left -= cut.parts[to][0]
            y -= 1
        lids -= cut.length[to]
        columns += [(x + part, y + part, cut.parts[to][part]) for part in range(cut.length[to])]
        here = to
    return columns


def ended(here: int, left: int, right: int, lids: int, cut: Slices) -> bool:
    return cut.length[here] == 1 and left == 0 and lids == 0 and right == cut.parts[here][0]


def onward(
    here: int, left: int, right: int, lids: int, boxes: Table, cut: Slices
) -> tuple[int, int]:
    """A next slice with which the table's number of boxes comes true, and the step to it."""
    want, first = boxes[here, left, right, lids], cut.parts[here][0]
    if here > 0 and right >= first:
        for at in range(cut.under[here], cut.under[here + 1]):
            to = cut.under_list[at]
            if cut.length[to] <= lids and (
                boxes[to, left, right - first, lids - cut.length[to]] + cut.size[to] == want
            ):
                return to, ALONG_X
    for at in range(cut.over[here], cut.over[here + 1]):
        to = cut.over_list[at]
        high = cut.parts[to][0]
        if (
            0 < high <= left
            and cut.length[to] <= lids
            and (boxes[to, left - high, right, lids - cut.length[to]] + cut.size[to] == want)
        ):
            return to, ALONG_Y
    return 0, ALONG_X


def free_best(
    table: Table, left: int, right: int, lids: int, least_boxes: int
) -> tuple[int, int, int, int]:
    """The best worth of any stack with enough boxes, and its exact cards."""
    found, best_left, best_right, best_lids = -MOST * 3, 0, 0, 0
    for use_left in range(1, left + 1):
        for use_right in range(1, right + 1):
            for use_lids in range(1, lids + 1):
                boxes = table[use_left, use_right, use_lids]
                worth = 3 * boxes - use_left - use_right - use_lids
                if boxes >= least_boxes and worth > found:
                    found, best_left = worth, use_left
                    best_right, best_lids = use_right, use_lids
    return found, best_left, best_right, best_lids
