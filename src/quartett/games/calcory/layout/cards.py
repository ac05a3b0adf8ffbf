"""The cards, and the table they are laid out on."""

from functools import cache
from typing import Final, NamedTuple

from msgspec import Struct

ROWS: Final = 6
COLUMNS: Final = 10
COLOURS: Final = ("red", "yellow", "green", "blue", "violet")
"""Colours never matter to play; they help memory."""
DIGITS: Final = (0, 1, 1, 2, 3, 4, 5, 6, 7, 7, 8, 9)
"""The cards of one colour."""
GOAL: Final = 13
"""The sum that hits; anything above is a bust."""
PLAIN: Final = frozenset({1, 9})
DOUBLE: Final = frozenset({6, 7})


class Card(NamedTuple):
    colour: int
    digit: int


class Place(NamedTuple):
    """A place of the table, from 0 at the top left; in notation `a1` to `f10`."""

    row: int
    col: int


class Lying(Struct, frozen=True):
    """A card that lies open, or lay open, at a place."""

    at: Place
    card: Card
    """The colour from 0 (red, yellow, green, blue, violet), and the digit."""


class Layout(Struct, frozen=True, cache_hash=True):
    """A table and its deck. The game has one; solvers study smaller ones."""

    rows: int
    columns: int
    deck: tuple[Card, ...]

    @property
    def size(self) -> int:
        return self.rows * self.columns

    def index(self, place: tuple[int, int]) -> int:
        """The place's number, row by row."""
        return place[0] * self.columns + place[1]

    def place(self, index: int) -> Place:
        return places(self)[index]

    def has(self, place: tuple[int, int]) -> bool:
        return place[0] < self.rows and place[1] < self.columns


STANDARD: Final = Layout(
    ROWS, COLUMNS, tuple(Card(colour, digit) for colour in range(5) for digit in DIGITS)
)


def small(rows: int, columns: int, digits: str) -> Layout:
    """A small table for solvers; the deck by its digits, all of one colour.

    >>> small(2, 2, "0166").size
    4
    """
    if len(digits) != rows * columns:
        raise ValueError(f"a table of {rows} × {columns} needs as many digits, not {digits!r}")
    return Layout(rows, columns, tuple(Card(0, int(digit)) for digit in digits))


@cache
def places(layout: Layout) -> tuple[Place, ...]:
    """All places, row by row."""
    return tuple(Place(row, col) for row in range(layout.rows) for col in range(layout.columns))


def triangles(digit: int) -> int:
    """How many triangles are printed on a card; they are not scored in this game.

    >>> [triangles(digit) for digit in range(10)]
    [1, 0, 1, 1, 1, 1, 2, 2, 1, 0]
    """
    if digit in PLAIN:
        return 0
    return 2 if digit in DOUBLE else 1
