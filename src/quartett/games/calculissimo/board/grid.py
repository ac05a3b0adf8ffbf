"""The board: fields, their names, and the lines that tiles make on it.

A board is a tuple of what lies on its fields, row by row: "" for nothing, "7", "÷", or
"?5" for a joker that stands for a 5.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from quartett.games.calculissimo.board.edition import Edition
from quartett.games.calculissimo.board.tiles import of_rack, stands_for

Board: TypeAlias = tuple[str, ...]
Laid: TypeAlias = tuple[int, int, str]
"""A tile on its field: row and column from 0 at the top left, and the tile."""


def empty(edition: Edition) -> Board:
    return ("",) * edition.size**2


def is_empty(board: Sequence[str]) -> bool:
    return not any(board)


def place_name(row: int, column: int) -> str:
    """A field as players call it.

    >>> place_name(7, 7)
    'h8'
    """
    return f"{chr(ord('a') + column)}{row + 1}"


def with_tiles(board: Board, size: int, tiles: Sequence[Laid]) -> Board:
    fields = list(board)
    for row, column, tile in tiles:
        fields[row * size + column] = tile
    return tuple(fields)


def without_tiles(board: Board, size: int, tiles: Sequence[Laid]) -> Board:
    return with_tiles(board, size, [(row, column, "") for row, column, _ in tiles])


def line_through(board: Sequence[str], size: int, field: int, across: bool) -> range:
    """The fields of the unbroken line of tiles that goes through a field."""
    row, column = divmod(field, size)
    step = 1 if across else size
    place = column if across else row
    low = high = place
    origin = field - place * step
    while low > 0 and board[origin + (low - 1) * step]:
        low -= 1
    while high < size - 1 and board[origin + (high + 1) * step]:
        high += 1
    return range(origin + low * step, origin + high * step + 1, step)


def neighbours(size: int, field: int) -> Iterator[int]:
    """The fields that touch a field edge to edge."""
    row, column = divmod(field, size)
    if row > 0:
        yield field - size
    if row < size - 1:
        yield field + size
    if column > 0:
        yield field - 1
    if column < size - 1:
        yield field + 1


def line_name(size: int, fields: range) -> str:
    """A line in words.

    >>> line_name(15, range(112, 117))
    'row 8 from h to l'
    """
    (top, left), (bottom, right) = divmod(fields[0], size), divmod(fields[-1], size)
    if top == bottom:
        return f"row {top + 1} from {chr(ord('a') + left)} to {chr(ord('a') + right)}"
    return f"column {chr(ord('a') + left)} from {top + 1} to {bottom + 1}"


def written(tiles: Sequence[str]) -> str:
    """A line's tiles as one writes a calculation."""
    return "".join(stands_for(tile) for tile in tiles)


def tiles_of(board: Sequence[str]) -> list[str]:
    """The tiles that lie on the board, jokers as jokers."""
    return [of_rack(tile) for tile in board if tile]
