"""A stack of boxes: an immutable value that counts, draws and writes itself."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import force_setattr

from quartett.core.errors import IllegalAction
from quartett.games.cubus.stacks import shape
from quartett.games.cubus.stacks.cards import Cards
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.svg import stack_svg

Cell: TypeAlias = tuple[int, int, int]
"""A column: x, y and its height."""


class Card(Struct, frozen=True, order=True):
    """One card of the picture: its kind, and where its back lower corner lies."""

    kind: str
    a: int
    b: int


class Stack(Struct, frozen=True):
    """Columns on a floor; equal when their pictures are.

    Moving a stack by (1, 1, 1) leaves its picture as it is, so a stack on another floor is
    kept as the equal one on floor 0.

    >>> cube = Stack.read("22/22")
    >>> cube.boxes, cube.cards
    (8, Cards(left=4, right=4, lid=4, open=0))
    >>> cube.moved(1, 1, 1) == cube, cube.moved(1, 0) == cube
    (True, False)
    """

    cells: tuple[Cell, ...]
    """The columns, each as x, y and height."""

    def __post_init__(self) -> None:
        cells = tuple(sorted(self.cells))
        heights = {(x, y): height for x, y, height in cells}
        if len(heights) < len(cells) or any(height < 1 for height in heights.values()):
            raise IllegalAction("malformed", "a stack has each column once, at least 1 high")
        if wrong := shape.fault(heights):
            raise IllegalAction(wrong.code, wrong.text, {"cells": wrong.cells})
        force_setattr(self, "cells", cells)

    def __str__(self) -> str:
        from quartett.games.cubus.stacks.text import write

        return write(self.cells)

    @classmethod
    def read(cls, text: str) -> "Stack":
        """The stack that `str` writes: rows from the back, `21/1`, moved with `@x,y`."""
        from quartett.games.cubus.stacks.text import read

        position = read(text)
        return cls.on_floor(position.cells, position.floor)

    @classmethod
    def on_floor(cls, cells: Iterable[Cell], floor: int) -> "Stack":
        """The stack on floor 0 with the picture of these columns on that floor."""
        return cls(tuple((x - floor, y - floor, height) for x, y, height in cells))

    @classmethod
    def of(cls, thing: "StackLike") -> "Stack":
        """A stack from itself, from its text, or from its columns."""
        if isinstance(thing, Stack):
            return thing
        if isinstance(thing, str):
            return cls.read(thing)
        return cls(tuple((x, y, height) for x, y, height in thing))

    @property
    def heights(self) -> dict[Spot, int]:
        return {(x, y): height for x, y, height in self.cells}

    @property
    def boxes(self) -> int:
        return sum(height for _, _, height in self.cells)

    @property
    def sides(self) -> tuple[int, int]:
        """How many left and right sides the picture shows: the backmost column of each row."""
        left: dict[int, int] = {}
        right: dict[int, int] = {}
        for x, y, height in self.cells:
            left.setdefault(y, height)
            right.setdefault(x, height)
        return sum(left.values()), sum(right.values())

    @property
    def cards(self) -> Cards:
        """The cards of the picture, with every lid closed."""
        return Cards(*self.sides, len(self.cells))

    @property
    def lids(self) -> frozenset[Spot]:
        """Where the lids lie in the picture."""
        return frozenset((x - height, y - height) for x, y, height in self.cells)

    @property
    def picture(self) -> frozenset[Card]:
        """All cards; no face of a stack is hidden behind another box."""
        return frozenset(self._cards())

    def _cards(self) -> Iterator[Card]:
        heights = self.heights
        for x, y, height in self.cells:
            yield Card("lid", x - height, y - height)
            for z in range(heights.get((x + 1, y), 0), height):
                yield Card("left", x + 1 - z, y - z)
            for z in range(heights.get((x, y + 1), 0), height):
                yield Card("right", x - z, y + 1 - z)

    def moved(self, dx: int, dy: int, dz: int = 0) -> "Stack":
        """The same boxes elsewhere."""
        dx, dy = dx - dz, dy - dz
        return Stack(tuple((x + dx, y + dy, height) for x, y, height in self.cells))

    @property
    def corner(self) -> Spot:
        """The smallest x and the smallest y."""
        if not self.cells:
            return 0, 0
        return self.cells[0][0], min(y for _, y, _ in self.cells)

    @property
    def at_home(self) -> "Stack":
        """Moved so that the smallest x and the smallest y are 0."""
        x, y = self.corner
        return self if x == y == 0 else self.moved(-x, -y)

    def less(self, cell: Spot) -> "Stack":
        """Without the topmost box of a column; raises when the rest is no stack."""
        lowered = {**self.heights, cell: self.heights[cell] - 1}
        return Stack(tuple((x, y, height) for (x, y), height in lowered.items() if height))

    def _repr_svg_(self) -> str:
        return stack_svg(self)


def points(stack: Stack, target: Stack) -> int:
    """What a build from one stack to another earns.

    >>> points(Stack.read("22/2"), Stack.read("22/21")), points(Stack.read("1"), Stack.read("2"))
    (2, 1)
    """
    boxes = target.boxes - stack.boxes
    return 3 * boxes - (target.cards.total - stack.cards.total)


StackLike: TypeAlias = Stack | str | Iterable[Sequence[int]]

START: Final = Stack(((0, 0, 1),))
CUBE: Final = Stack(tuple((x, y, 4) for x in range(4) for y in range(4)))
