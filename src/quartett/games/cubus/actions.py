"""What players and chance do, each with its notation."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import force_setattr

from quartett.core.errors import IllegalAction
from quartett.core.event import Action
from quartett.games.cubus.stacks.cards import KINDS, LETTERS, Kind
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import CUBE, Cell, Stack
from quartett.games.cubus.stacks.text import write

OPEN_LIDS: Final = 4


class Draw(Action, frozen=True):
    """Chance: the card that the active player turns up.

    >>> str(Draw("lid"))
    '+T'
    """

    card: Kind

    def __post_init__(self) -> None:
        if self.card not in KINDS:
            raise IllegalAction("malformed", f"cards are {', '.join(KINDS)}", {"card": self.card})

    def __str__(self) -> str:
        return "+" + LETTERS[self.card]


class Place(Action, frozen=True):
    """Chance: where the four open lids lie on the cube of the dismantling game."""

    open: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        lids = _places(self.open, "open lid")
        if len(lids) != OPEN_LIDS or not CUBE.lids.issuperset(lids):
            raise IllegalAction("malformed", "four open lids lie on the lids of the cube")
        force_setattr(self, "open", lids)

    def __str__(self) -> str:
        return "=" + write(CUBE.cells, open=self.open)


class Build(Action, frozen=True):
    """The whole new stack, its floor, and where all its open lids lie, old and new.

    >>> str(Build(((0, 0, 2), (1, 0, 1)), open=((-2, -2),)))
    '2*/1'
    """

    cells: tuple[Cell, ...]
    """All columns of the new stack as x, y and height; x and y grow to the front left and right."""
    floor: int = 0
    """What is taken off every x and y; 0 unless columns are counted from a lower floor."""
    open: tuple[tuple[int, int], ...] = ()
    """Where the open lids lie: x − height and y − height of their columns, less the floor."""

    def __post_init__(self) -> None:
        cells = self.cells
        _check_whole(cells, 3, "a column is x, y and a height")
        if type(self.floor) is not int:
            raise IllegalAction("malformed", "the floor is a whole number", {"floor": self.floor})
        if not cells:
            raise IllegalAction("malformed", "a build names at least one column")
        for x, y, height in cells:
            if height < 1:
                raise IllegalAction(
                    "malformed", f"column ({x}, {y}) is {height} high", {"cell": (x, y)}
                )
        _once([(x, y) for x, y, _ in cells], "column")
        force_setattr(self, "cells", tuple(sorted(cells)))
        force_setattr(self, "open", _places(self.open, "open lid"))

    def __str__(self) -> str:
        return write(self.cells, self.floor, self.open)

    def stack(self) -> Stack:
        """The new stack; raises with the reason when the columns are none."""
        return Stack.on_floor(self.cells, self.floor)


class Pass(Action, frozen=True):
    """I can't build."""

    def __str__(self) -> str:
        return "-"


class Knock(Action, frozen=True):
    """You can, and I show how."""

    def __str__(self) -> str:
        return "!"


class Waive(Action, frozen=True):
    """I do not knock."""

    def __str__(self) -> str:
        return "~"


class Remove(Action, frozen=True):
    """Take the topmost box of a column away.

    >>> str(Remove((3, 0)))
    'x3,0'
    """

    cell: tuple[int, int]
    """Its x and y."""

    def __post_init__(self) -> None:
        _check_whole((self.cell,), 2, "a cell is x and y")

    def __str__(self) -> str:
        return f"x{self.cell[0]},{self.cell[1]}"


def _places(places: tuple[Spot, ...], what: str) -> tuple[Spot, ...]:
    _check_whole(places, 2, f"an {what} lies at two whole numbers")
    _once(places, what)
    return tuple(sorted(places))


def _check_whole(rows: object, length: int, sentence: str) -> None:
    """Rows of this many whole numbers, and nothing else."""
    if type(rows) is not tuple:
        raise IllegalAction("malformed", sentence)
    for row in rows:
        if type(row) is not tuple or len(row) != length or any(type(n) is not int for n in row):
            raise IllegalAction("malformed", sentence)


def _once(places: Iterable[Spot], what: str) -> None:
    named = set()
    for place in places:
        if place in named:
            raise IllegalAction("malformed", f"the {what} {place} is named twice", {"at": place})
        named.add(place)
