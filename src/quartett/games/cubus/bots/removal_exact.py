"""The dismantling game solved backwards.

Nothing is hidden and no chance is left, and every turn takes one box. So all positions that can
come are listed turn by turn, and then valued from the last box back. Everybody is taken to play
for cards: what one player gets, the others lose. For two players that is perfect play, whoever
can force a win does so with the largest lead; for more it is the best that a player can do who
takes the others to do the same.
"""

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quartett.games.cubus.stacks import shape
from quartett.games.cubus.stacks.removals import lid_of
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import Stack

COLUMNS: Final = 16
"""A position is one number of 64 bits, four for each column; there are no more lids than that."""
HIGHEST: Final = 15
POSITIONS: Final = 400_000
"""More positions than this are not solved; the cube has fewer, with or without open lids."""

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Cells = tuple[Spot, ...]


class Removals(NamedTuple):
    """All removals from some positions: from which one, where, the cards, and what is left."""

    position: Ints
    column: Ints
    gain: Ints
    rest: Ints


@lru_cache(maxsize=64)
def exact_cards(
    stack: Stack, open: frozenset[Spot], players: int = 2
) -> tuple[tuple[Spot, tuple[int, ...]], ...] | None:
    """The cards each player gets by each removal until the stack is gone, the one to move first.

    None when there are too many columns or positions.

    >>> exact_cards(Stack.read("2"), frozenset())
    (((0, 0), (2, 3)),)
    """
    cells = tuple((x, y) for x, y, _ in stack.cells)
    heights = stack.heights
    if len(cells) > COLUMNS or max(heights.values()) > HIGHEST:
        return None
    closed = np.array([lid_of(stack, cell) not in open for cell in cells])
    first = sum(heights[cell] << 4 * n for n, cell in enumerate(cells))
    levels = _levels(np.array([first]).astype(np.int64), cells, closed, stack.boxes)
    if levels is None:
        return None
    cards = np.zeros((1, players), np.int64)
    for level in reversed(levels[1:]):
        after = _after(level, cards)
        cards = after[_most(after[:, 0], _starts(level.position))]
    after = _after(levels[0], cards)
    return tuple(
        (cells[n], tuple(line)) for n, line in zip(levels[0].column, after.tolist(), strict=True)
    )


def _levels(now: Ints, cells: Cells, closed: Bools, boxes: int) -> list[Removals] | None:
    """Removals turn by turn; what is left is the place of a position among those of the next."""
    found, count = [], 0
    for _ in range(boxes):
        taken = _removals(now, cells, closed)
        now, rest = np.unique(taken.rest, return_inverse=True)
        found.append(taken._replace(rest=rest))
        count += len(now)
        if count > POSITIONS:
            return None
    return found


def _after(level: Removals, cards: Ints) -> Ints:
    """What everybody gets from each removal on: whoever moves now is the last one afterwards."""
    after = np.roll(cards[level.rest], 1, axis=1)
    after[:, 0] += level.gain
    return after


def _most(own: Ints, starts: Ints) -> Ints:
    """Each position's removal that brings most, the first of equal ones."""
    count = len(own)
    best = np.maximum.reduceat(own * count + np.arange(count)[::-1], starts)
    most: Ints = count - 1 - best % count
    return most


def _starts(position: Ints) -> Ints:
    """Where each position's removals begin."""
    return np.flatnonzero(np.diff(position, prepend=-1))


def _removals(keys: Ints, cells: Cells, closed: Bools) -> Removals:
    """All boxes that may be taken: those under open lids only where there is no other."""
    shifts = 4 * np.arange(len(cells))
    heights = keys[:, None] >> shifts & HIGHEST
    back_x, back_y = _beside(heights, cells, -1, 0), _beside(heights, cells, 0, -1)
    front_x, front_y = _beside(heights, cells, 1, 0), _beside(heights, cells, 0, 1)
    last = heights == 1
    fronts = np.maximum(front_x, front_y)
    # A column of one box goes from the front or from the back, if the rest holds together.
    apart = last & ~((fronts > 0) & ((back_x > 0) | (back_y > 0)))
    loose = (heights > 1) & (heights > fronts) | apart & _holding(heights > 0, apart, cells)
    may = loose & closed
    may |= loose & ~may.any(axis=1, keepdims=True)
    # A side for each row that the column begins, unless the next column shows one instead.
    sides = ((back_x == 0) & ~(last & (front_x > 0)), (back_y == 0) & ~(last & (front_y > 0)))
    gain = last.astype(np.int64) + sides[0] + sides[1]
    position, column = np.nonzero(may)
    rest = keys[position] - (1 << shifts[column])
    return Removals(position, column, gain[position, column], rest)


def _beside(heights: Ints, cells: Cells, dx: int, dy: int) -> Ints:
    """The heights of the columns that lie this far from each; 0 where there is none."""
    found = np.zeros_like(heights)
    for n, (x, y) in enumerate(cells):
        if (x + dx, y + dy) in cells:
            found[:, n] = heights[:, cells.index((x + dx, y + dy))]
    return found


def _holding(there: Bools, asked: Bools, cells: Cells) -> Bools:
    """Whether the columns hold together without one of them, where that is asked."""
    outlines = there @ (1 << np.arange(len(cells)))
    position, column = np.nonzero(asked)
    left = outlines[position] - (1 << column)
    different, back = np.unique(left, return_inverse=True)
    known = np.array([_is_outline(int(one), cells) for one in different], bool)
    holds = np.zeros_like(asked)
    holds[position, column] = known[back] if len(left) else False
    return holds


@lru_cache(maxsize=1 << 16)
def _is_outline(mask: int, cells: Cells) -> bool:
    return shape.fault({cell: 1 for n, cell in enumerate(cells) if mask >> n & 1}) is None
