"""The board as the simulation sees it: for each field of a side all that is known, in one array.

One side has the rows of the board, the other its columns as rows. What crossing lines give is
kept up to date as tiles are laid: only the ends of new lines change. Everything of a side is one
array, because compiled code counts references to each array that it hands on.
"""

from typing import Any, Final, TypeAlias

from quartett.core.kernels import kernel, zeros
from quartett.games.calculissimo.board.moves.arithmetic import (
    KINDS,
    NUMBERS,
    Grid,
    Row,
    worked_out,
)
from quartett.games.calculissimo.board.moves.search import JOKER

Side: TypeAlias = Any
"""Rows of fields of entries."""

TILE: Final = 0
"""What lies there: 1 to 9, + − × ÷ as 10 to 13; 0 for nothing."""
NUMBER: Final = 1
"""The factor of a number on the field."""
CALCULATION: Final = 2
"""The factor of a calculation over it."""
MOST_CROSSED: Final = 3
"""The most that the crossing line gives with a number of the rack there, then with an operator; 0
where nothing fits, −1 where there is no crossing line."""
CROSSED: Final = 5
"""For each tile what the crossing line gives; 0 where it is wrong, −1 where there is none."""
CROSSED_BONUS: Final = CROSSED + KINDS + 1
"""The same with the field's own bonus for a number."""
FIELD: Final = CROSSED_BONUS + KINDS + 1


@kernel
def lay(across: Side, down: Side, key: int, rack: Row) -> None:
    """Lay the tiles of a play from a rack, on both sides."""
    row, column, laid = key >> 1 & 31, key >> 6 & 31, key >> 11 & 15
    if key & 1 == 1:
        _lay(down, across, row, column, laid, key >> 15, rack)
    else:
        _lay(across, down, row, column, laid, key >> 15, rack)


@kernel
def _lay(main: Side, turned: Side, row: int, column: int, laid: int, codes: int, rack: Row) -> None:
    first = column
    while laid > 0:
        if main[row][column][TILE] == 0:
            code = codes & 31
            plain = code if code <= KINDS else code - KINDS
            main[row][column][TILE] = plain
            turned[column][row][TILE] = plain
            rack[code if code <= KINDS else JOKER] -= 1
            _refresh_ends(main, row, column)
            codes >>= 5
            laid -= 1
        column += 1
    _refresh_ends(turned, first, row)


@kernel
def _refresh_ends(side: Side, row: int, column: int) -> None:
    """Work out again what the free fields above and below an unbroken column give."""
    top, bottom = row, row
    while top >= 0 and side[top][column][TILE] != 0:
        top -= 1
    while bottom < len(side) and side[bottom][column][TILE] != 0:
        bottom += 1
    if top >= 0:
        refresh(side, top, column)
    if bottom < len(side):
        refresh(side, bottom, column)


@kernel
def refresh(side: Side, row: int, column: int) -> None:
    """What the column through a free field gives with each tile there."""
    size, field = len(side), side[row][column]
    top, bottom = row, row
    while top > 0 and side[top - 1][column][TILE] != 0:
        top -= 1
    while bottom < size - 1 and side[bottom + 1][column][TILE] != 0:
        bottom += 1
    length, at = bottom - top + 1, row - top
    if length == 1:
        for entry in range(CROSSED, FIELD):
            field[entry] = -1
        return
    line, factors = zeros(size), zeros(size)
    for place in range(length):
        line[place] = side[top + place][column][TILE]
        factors[place] = 1
    beside = line[at - 1] if at > 0 else line[at + 1]
    _try_tiles(field, CROSSED, line, factors, at, length, beside)
    factors[at] = field[NUMBER]
    _try_tiles(field, CROSSED_BONUS, line, factors, at, length, beside)


@kernel
def _try_tiles(
    field: Row, entry: int, line: Row, factors: Row, at: int, length: int, beside: int
) -> None:
    """Only numbers fit beside an operator, and only operators beside a number."""
    field[entry] = 0
    for tile in range(1, KINDS + 1):
        if (tile > NUMBERS) == (beside > NUMBERS):
            field[entry + tile] = 0
        elif entry == CROSSED_BONUS and factors[at] == 1:
            field[entry + tile] = field[CROSSED + tile]
        else:
            line[at] = tile
            field[entry + tile] = worked_out(line, factors, length)


@kernel
def survey(side: Side) -> None:
    """Work out what all crossing lines give."""
    for row in range(len(side)):
        for column in range(len(side)):
            if side[row][column][TILE] == 0:
                refresh(side, row, column)


@kernel
def bound_crossings(side: Side, rack: Row, joker: Row) -> None:
    """Find the most that each crossing line gives with the tiles of a rack."""
    for row in range(len(side)):
        for column in range(len(side)):
            field = side[row][column]
            if field[TILE] == 0 and field[CROSSED + 1] >= 0:
                field[MOST_CROSSED] = _most(field, rack, joker, 1, NUMBERS)
                field[MOST_CROSSED + 1] = _most(field, rack, joker, NUMBERS + 1, KINDS)
            else:
                field[MOST_CROSSED] = field[MOST_CROSSED + 1] = -1


@kernel
def _most(field: Row, rack: Row, joker: Row, low: int, high: int) -> int:
    most = 0
    for tile in range(low, high + 1):
        if rack[tile] > 0 or (rack[JOKER] > 0 and joker[tile] > 0):
            most = max(most, field[CROSSED + tile] * field[CALCULATION])
            if tile <= NUMBERS:
                most = max(most, field[CROSSED_BONUS + tile])
    return most


@kernel
def copy(into: Grid, side: Grid) -> None:
    for row in range(len(side)):
        for column in range(len(side)):
            for entry in range(FIELD):
                into[row][column][entry] = side[row][column][entry]
