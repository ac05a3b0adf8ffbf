r"""A stack one can type, with its open lids.

Rows stand from the back, each `/` begins the next x; a digit is the height of a column,
`.` a place without one before or in a row, `(12)` a height above 9. `*` after a column
means that its lid is open. `@x,y` says where the first row and its first place lie,
`^f` the floor. Columns far apart are listed instead: `[0,0,1;40,0,2]`. An open lid that
lies on no column, which no legal build has, is written `?a,b`.

>>> read("32*/1").cells, read("32*/1").open
(((0, 0, 3), (0, 1, 2), (1, 0, 1)), ((-2, -1),))
>>> write(((0, 1, 1), (1, 0, 2)), open=((-1, -2),))
'.1/2*'
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from msgspec import Struct

from quartett.core.errors import IllegalAction
from quartett.games.cubus.stacks.shape import Spot

Cells = tuple[tuple[int, int, int], ...]

WIDEST: Final = 400
"""Columns spread over more places than this are listed."""

_NOTE: Final = re.compile(
    r"(?P<grid>[0-9.*/()]*|\[[-0-9,;*]*\])"
    r"(@(?P<x>-?\d+),(?P<y>-?\d+))?(\^(?P<floor>-?\d+))?(?P<stray>(\?-?\d+,-?\d+)*)",
    re.ASCII,
)
_COLUMN: Final = re.compile(r"(?P<height>[0-9.]|\([0-9]+\))(?P<open>\*?)")
_ROW: Final = re.compile(r"(([0-9.]|\([0-9]+\))\*?)*")
_LISTED: Final = re.compile(r"(-?\d+),(-?\d+),(\d+)(\*?)", re.ASCII)
_LONGEST: Final = 20_000
"""Python reads very long numbers slowly; no picture needs them."""


class Position(Struct, frozen=True):
    """What a text says: columns on a floor, and where open lids lie in the picture."""

    cells: Cells
    floor: int
    open: tuple[Spot, ...]


def write(cells: Cells, floor: int = 0, open: Collection[Spot] = ()) -> str:
    """The text of columns with open lids."""
    if not cells:
        return "." + _tail(0, 0, floor, sorted(open))
    back, left = min(x for x, _, _ in cells), min(y for _, y, _ in cells)
    rows, width = max(x for x, _, _ in cells) - back + 1, max(y for _, y, _ in cells) - left + 1
    marks = {_lid(cell, floor) for cell in cells} & set(open)
    stray = sorted(set(open) - marks)
    if rows * width > WIDEST:
        listed = ";".join(f"{x},{y},{h}{_star((x, y, h), floor, marks)}" for x, y, h in cells)
        return f"[{listed}]" + _tail(0, 0, floor, stray)
    columns = {(x, y): _height(h) + _star((x, y, h), floor, marks) for x, y, h in cells}
    lines = (
        "".join(columns.get((back + row, left + place), ".") for place in range(width))
        for row in range(rows)
    )
    return "/".join(line.rstrip(".") for line in lines) + _tail(back, left, floor, stray)


def read(text: str) -> Position:
    """The columns and open lids that a text stands for."""
    note = "".join(text.split())
    found = _NOTE.fullmatch(note)
    if found is None or len(note) > _LONGEST:
        raise _unreadable(text)
    floor = int(found["floor"] or 0)
    grid = found["grid"]
    listed = grid.startswith("[")
    columns = _listed(grid, text) if listed else _drawn(grid, text)
    dx, dy = int(found["x"] or 0), int(found["y"] or 0)
    moved = [((x + dx, y + dy, height), star) for (x, y, height), star in columns]
    marks = {_lid(cell, floor) for cell, star in moved if star}
    stray = {(int(a), int(b)) for a, b in re.findall(r"\?(-?\d+),(-?\d+)", found["stray"])}
    return Position(tuple(cell for cell, _ in moved), floor, tuple(sorted(marks | stray)))


def _drawn(grid: str, text: str) -> list[tuple[tuple[int, int, int], bool]]:
    columns = []
    for x, line in enumerate(grid.split("/")):
        if not _ROW.fullmatch(line):
            raise _unreadable(text)
        for y, column in enumerate(_COLUMN.finditer(line)):
            height = 0 if column["height"] == "." else int(column["height"].strip("()"))
            if height:
                columns.append(((x, y, height), bool(column["open"])))
            elif column["open"]:
                raise _unreadable(text)
    return columns


def _listed(grid: str, text: str) -> list[tuple[tuple[int, int, int], bool]]:
    columns = []
    for item in filter(None, grid[1:-1].split(";")):
        found = _LISTED.fullmatch(item)
        if found is None:
            raise _unreadable(text)
        columns.append(((int(found[1]), int(found[2]), int(found[3])), bool(found[4])))
    return columns


def _lid(cell: Sequence[int], floor: int) -> Spot:
    x, y, height = cell
    return x - floor - height, y - floor - height


def _height(height: int) -> str:
    return str(height) if height < 10 else f"({height})"


def _star(cell: Sequence[int], floor: int, marks: set[Spot]) -> str:
    return "*" if _lid(cell, floor) in marks else ""


def _tail(back: int, left: int, floor: int, stray: Sequence[Spot]) -> str:
    return "".join(_tails(back, left, floor, stray))


def _tails(back: int, left: int, floor: int, stray: Sequence[Spot]) -> Iterator[str]:
    if back or left:
        yield f"@{back},{left}"
    if floor:
        yield f"^{floor}"
    for a, b in stray:
        yield f"?{a},{b}"


def _unreadable(text: str) -> IllegalAction:
    return IllegalAction(
        "malformed",
        f"{text[:80]!r} is not a stack: write the heights row by row from the back, as in 21/1, "
        "with * after a column whose lid is open",
        {"text": text[:80]},
    )
