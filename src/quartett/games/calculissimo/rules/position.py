"""A board as text that one can type: a crossword diagram, or the same in one line.

A point is a free field; rows end with a new line or with `/`. Free fields at the end of a
row and free rows at the end may be left out, so `///////.....6:2+9` is a first play in row 8.
Spaces do not matter. Type `-` for −, `*` or `x` for ×, `:` for ÷; `?5` is a joker as a 5.
"""

from collections.abc import Sequence

from quartett.core.errors import QuartettError
from quartett.games.calculissimo.board.edition import Edition, unseen
from quartett.games.calculissimo.board.editions import edition as find_edition
from quartett.games.calculissimo.board.grid import Board, tiles_of
from quartett.games.calculissimo.board.tiles import (
    KIND,
    LAID,
    TILES,
    count,
    in_order,
    of_rack,
    typed,
)
from quartett.games.calculissimo.notation import split_tiles
from quartett.games.calculissimo.rules import State
from quartett.games.calculissimo.view import Options

FREE = "."


class BadPosition(QuartettError, ValueError):
    """A position that is not one; the sentence says in which row, and why."""


def read_board(edition: Edition, text: str) -> Board:
    """The board that a diagram shows.

    >>> from quartett.games.calculissimo import edition
    >>> read_board(edition("children"), "////..6-?2")[38:41]
    ('6', '−', '?2')
    """
    rows = _rows(text)
    if len(rows) > edition.size:
        raise BadPosition(f"the position has {len(rows)} rows; the board has {edition.size}")
    fields: list[str] = []
    for number, row in enumerate(rows, start=1):
        fields += _read_row(edition, row, number)
    fields += [""] * (edition.size**2 - len(fields))
    _check_enough(edition, [of_rack(tile) for tile in fields if tile], "the board")
    return tuple(fields)


def write_board(edition: Edition, board: Sequence[str]) -> str:
    """The board in one line, without free fields at the ends."""
    rows = ["".join(tile or FREE for tile in row).rstrip(FREE) for row in _split(edition, board)]
    return "/".join(rows).rstrip("/") or FREE


def write_diagram(edition: Edition, board: Sequence[str]) -> str:
    """The board as a diagram, a line for each row."""
    width = max(len(tile) for tile in board) + 1 if any(board) else 2
    return "\n".join(
        "".join((tile or FREE).rjust(width) for tile in row).removeprefix(" ")
        for row in _split(edition, board)
    )


def read_rack(edition: Edition, seen: Sequence[str], text: str) -> tuple[str, ...]:
    """The rack that someone types, in its order; `seen` tiles are on the board or elsewhere."""
    tiles = "".join(typed(text).split())
    for tile in tiles:
        if tile not in KIND:
            raise BadPosition(f"the rack has {tile!r}; tiles are {' '.join(TILES)}")
    if not 0 < len(tiles) <= edition.rack:
        raise BadPosition(f"the rack has {len(tiles)} tiles; it can have 1 to {edition.rack}")
    _check_enough(
        edition, [*tiles, *(of_rack(tile) for tile in seen if tile)], "the table with the rack"
    )
    return in_order(tiles)


def _rows(text: str) -> list[str]:
    """In a diagram of several lines an empty line is nothing; between strokes it is a row."""
    lines = [line for line in text.splitlines() if line.strip()]
    return [row for line in lines for row in line.split("/")]


def _read_row(edition: Edition, row: str, number: int) -> list[str]:
    tiles = split_tiles("".join(row.split()))
    if len(tiles) > edition.size:
        raise BadPosition(
            f"row {number} of the position has {len(tiles)} fields; the board has {edition.size}"
        )
    for column, tile in enumerate(tiles):
        if tile != FREE and tile not in LAID:
            raise BadPosition(
                f"row {number} of the position has {tile!r} in column {chr(ord('a') + column)}; "
                "a field is a point, 1 to 9, + − × ÷, or ? with what the joker stands for"
            )
    tiles += [FREE] * (edition.size - len(tiles))
    return ["" if tile == FREE else tile for tile in tiles]


def _check_enough(edition: Edition, tiles: list[str], where: str) -> None:
    for tile, left in zip(TILES, unseen(edition, tiles), strict=True):
        if left < 0:
            raise BadPosition(
                f"{where} has {tiles.count(tile)} of {tile}; "
                f"the edition {edition.name} has {edition.bag.get(tile, 0)}"
            )


def _split(edition: Edition, board: Sequence[str]) -> list[Sequence[str]]:
    size = edition.size
    return [board[row * size : (row + 1) * size] for row in range(size)]


def arrange(
    position: str,
    *racks: str,
    bag: str | None = None,
    edition: str = "standard",
    challenge: bool = False,
) -> State:
    """A state in which the first seat is to play; the bag has all other tiles, or those given.

    >>> state = arrange("///////.....6:2+9", "4-+3", "77")
    >>> state.board[112], state.racks[1], sum(state.bag)
    ('2', ('7', '7'), 93)
    """
    played = find_edition(edition)
    board = read_board(played, position)
    hands: list[tuple[str, ...]] = []
    seen = list(board)
    for rack in racks:
        hands.append(read_rack(played, seen, rack))
        seen += hands[-1]
    left = unseen(played, tiles_of(seen)) if bag is None else count(bag)
    return State(
        len(racks),
        Options(edition=edition, challenge=challenge),
        "play",
        board,
        tuple(hands),
        tuple(left),
        (0,) * len(racks),
    )
