"""What makes columns of boxes a stack: the outline and the heights.

A picture shows every face whole or not at all, and reads in one way only, exactly when
the columns form a skew plane partition. `picture.fault` says the same by drawing the
picture and looking at it; tests hold the two equal.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct

Spot: TypeAlias = tuple[int, int]
Heights: TypeAlias = Mapping[Spot, int]


class Fault(Struct, frozen=True):
    """Why columns are no stack: a code, a sentence, and the cells it is about."""

    code: str
    text: str
    cells: tuple[Spot, ...]


def fault(heights: Heights) -> Fault | None:
    """The first thing that is wrong with these columns, or None when they are a stack.

    >>> fault({(0, 0): 1, (1, 0): 2}).text
    'column (1, 0) is 2 high and stands in front of (0, 0), 1 high: it hides half a lid'
    >>> fault({(0, 1): 2, (1, 0): 1}) is None
    True
    """
    rows = _rows(heights)
    return _gap(rows) or _outline(rows) or _rise(heights)


def _rows(heights: Heights) -> list[tuple[int, list[int]]]:
    """For each x, from the back, its cells' y in order."""
    rows: dict[int, list[int]] = {}
    for x, y in heights:
        rows.setdefault(x, []).append(y)
    return [(x, sorted(rows[x])) for x in sorted(rows)]


def _gap(rows: list[tuple[int, list[int]]]) -> Fault | None:
    for x, ys in rows:
        for y, after in pairwise(ys):
            if after != y + 1:
                return Fault(
                    "gap",
                    f"between ({x}, {y}) and ({x}, {after}) a column is missing: "
                    "cards would touch there whose faces do not meet",
                    ((x, y), (x, after)),
                )
    return None


def _outline(rows: list[tuple[int, list[int]]]) -> Fault | None:
    for (x, ys), (after, below) in pairwise(rows):
        here, there = (x, ys[0]), (after, below[-1])
        if after != x + 1 or below[-1] + 1 < ys[0]:
            return Fault("pieces", f"nothing joins {here} and {there}: two pieces", (here, there))
        if below[0] > ys[0]:
            return Fault(
                "outline",
                f"({after}, {ys[0]}) is missing in front of {here}, beside ({after}, {below[0]}): "
                "a face would show in part, or cards would touch apart",
                (here, (after, below[0])),
            )
        if below[-1] > ys[-1]:
            return Fault(
                "outline",
                f"({x}, {below[-1]}) is missing behind {there}: "
                "a face would show in part, or cards would touch apart",
                (there, (x, below[-1])),
            )
    return None


def _rise(heights: Heights) -> Fault | None:
    for (x, y), height in sorted(heights.items()):
        for front in ((x + 1, y), (x, y + 1)):
            if heights.get(front, 0) > height:
                return Fault(
                    "rises",
                    f"column {front} is {heights[front]} high and stands in front of "
                    f"{(x, y)}, {height} high: it hides half a lid",
                    (front, (x, y)),
                )
    return None
