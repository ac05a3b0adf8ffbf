"""The dismantling game for two, solved backwards.

Nothing is hidden and no chance is left, and every turn takes one box. So all positions that can
come are listed turn by turn, and then valued from the last box back. The lead in cards that a
player can force also decides who wins: whoever can force a win does so with the largest lead.
"""

from functools import cache, lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quartett.games.cubus.stacks import shape
from quartett.games.cubus.stacks.removals import lid_of
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import Stack

CELLS: Final = 16
"""A position is one number of 64 bits, four for each column."""
HIGHEST: Final = 15
POSITIONS: Final = 400_000
"""More positions than this are not solved; the cube with four open lids never has so many."""

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class Ground(NamedTuple):
    """The cells that a stack stands on, as a rectangle."""

    x: int
    y: int
    wide: int
    deep: int

    @property
    def cells(self) -> list[Spot]:
        return [(self.x + n // self.deep, self.y + n % self.deep) for n in range(self.size)]

    @property
    def size(self) -> int:
        return self.wide * self.deep


class Removals(NamedTuple):
    """All removals from some positions: from which one, where, the cards, and what is left."""

    position: Ints
    cell: Ints
    gain: Ints
    rest: Ints


@lru_cache(maxsize=64)
def exact_leads(stack: Stack, open: frozenset[Spot]) -> tuple[tuple[Spot, float], ...] | None:
    """What each removal gains on the other player until the stack is gone, both playing perfectly.

    None when there are too many columns or positions.

    >>> exact_leads(Stack.read("2"), frozenset())
    (((0, 0), -1.0),)
    """
    heights = stack.heights
    ground = _ground(list(heights))
    if ground.size > CELLS or max(heights.values()) > HIGHEST:
        return None
    closed = np.array([_is_closed(stack, open, cell) for cell in ground.cells])
    first = sum(heights.get(cell, 0) << 4 * n for n, cell in enumerate(ground.cells))
    levels = _levels(np.array([first]).astype(np.int64), ground, closed, stack.boxes)
    if levels is None:
        return None
    leads = np.zeros(1, np.int64)
    for level in reversed(levels[1:]):
        leads = np.maximum.reduceat(level.gain - leads[level.rest], _starts(level.position))
    worth = levels[0].gain - leads[levels[0].rest]
    cells = ground.cells
    return tuple((cells[n], float(w)) for n, w in zip(levels[0].cell, worth, strict=True))


def _ground(cells: list[Spot]) -> Ground:
    xs, ys = {x for x, _ in cells}, {y for _, y in cells}
    return Ground(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)


def _is_closed(stack: Stack, open: frozenset[Spot], cell: Spot) -> bool:
    return cell not in stack.heights or lid_of(stack, cell) not in open


def _levels(now: Ints, ground: Ground, closed: Bools, boxes: int) -> list[Removals] | None:
    """Removals turn by turn; what is left is the place of a position among those of the next."""
    found, count = [], 0
    for _ in range(boxes):
        taken = _removals(now, ground, closed)
        now, rest = np.unique(taken.rest, return_inverse=True)
        found.append(taken._replace(rest=rest))
        count += len(now)
        if count > POSITIONS:
            return None
    return found


def _starts(position: Ints) -> Ints:
    """Where each position's removals begin."""
    return np.flatnonzero(np.diff(position, prepend=-1))


def _removals(keys: Ints, ground: Ground, closed: Bools) -> Removals:
    """All boxes that may be taken: those under open lids only where there is no other."""
    shifts = 4 * np.arange(ground.size)
    heights = keys[:, None] >> shifts & HIGHEST
    edged = np.zeros((len(keys), ground.wide + 2, ground.deep + 2), np.int64)
    edged[:, 1:-1, 1:-1] = heights.reshape(-1, ground.wide, ground.deep)
    around = (edged[:, :-2, 1:-1], edged[:, 1:-1, :-2], edged[:, 2:, 1:-1], edged[:, 1:-1, 2:])
    back_x, back_y, front_x, front_y = (part.reshape(len(keys), -1) for part in around)
    last = heights == 1
    fronts = np.maximum(front_x, front_y)
    # A column of one box goes from the front or from the back, if the rest holds together.
    apart = last & ~((fronts > 0) & ((back_x > 0) | (back_y > 0)))
    loose = (heights > 1) & (heights > fronts) | apart & _holding(heights > 0, apart, ground)
    may = loose & closed
    may |= loose & ~may.any(axis=1, keepdims=True)
    # A side for each row that the column begins, unless the next column shows one instead.
    sides = ((back_x == 0) & ~(last & (front_x > 0)), (back_y == 0) & ~(last & (front_y > 0)))
    gain = last.astype(np.int64) + sides[0] + sides[1]
    position, cell = np.nonzero(may)
    rest = keys[position] - (1 << shifts[cell])
    return Removals(position, cell, gain[position, cell], rest)


def _holding(there: Bools, asked: Bools, ground: Ground) -> Bools:
    """Whether the columns hold together without one of them, where that is asked."""
    outlines = there @ (1 << np.arange(ground.size))
    position, cell = np.nonzero(asked)
    left = outlines[position] - (1 << cell)
    different, back = np.unique(left, return_inverse=True)
    known = np.array([_is_outline(int(one), ground.wide, ground.deep) for one in different], bool)
    holds = np.zeros_like(asked)
    holds[position, cell] = known[back] if len(left) else False
    return holds


@cache
def _is_outline(mask: int, wide: int, deep: int) -> bool:
    cells = Ground(0, 0, wide, deep).cells
    return shape.fault({cell: 1 for n, cell in enumerate(cells) if mask >> n & 1}) is None
