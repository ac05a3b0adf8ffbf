"""Where tiles may be laid: one row or column, no gap, over the middle first and touching later."""

from collections.abc import Sequence

from quartett.core.errors import IllegalAction
from quartett.games.calculissimo.board.edition import Edition
from quartett.games.calculissimo.board.grid import Board, Laid, is_empty, neighbours, place_name

FIRST = 3
"""The least number of tiles of the first play."""


def check_laying(edition: Edition, board: Board, tiles: Sequence[Laid]) -> None:
    """Refuse tiles that do not lie as a play has to; whether they calculate is another question."""
    _check_fields(edition, board, tiles)
    _check_one_line(edition, board, tiles)
    if is_empty(board):
        _check_first(edition, tiles)
    else:
        _check_touching(edition, board, tiles)


def _check_fields(edition: Edition, board: Board, tiles: Sequence[Laid]) -> None:
    size = edition.size
    for row, column, _ in tiles:
        where = {"place": [row, column]}
        if row >= size or column >= size:
            raise IllegalAction(
                "off_board",
                f"{place_name(row, column)} is off the board of {size} × {size} fields",
                {**where, "size": size},
            )
        there = board[row * size + column]
        if there:
            raise IllegalAction(
                "field_used",
                f"on {place_name(row, column)} lies {there} already",
                {**where, "tile": there},
            )


def _check_one_line(edition: Edition, board: Board, tiles: Sequence[Laid]) -> None:
    """Tiles come sorted, so the first and the last are the ends."""
    size = edition.size
    (top, left, _), (bottom, right, _) = tiles[0], tiles[-1]
    if any(row != top for row, _, _ in tiles) and any(column != left for _, column, _ in tiles):
        astray = (tile for tile in tiles if tile[0] != top and tile[1] != left)
        row, column, _ = next(astray, tiles[-1])
        raise IllegalAction(
            "not_one_line",
            f"{place_name(top, left)} and {place_name(row, column)} do not lie in one line "
            "with the other tiles; a play stays in one row or one column",
            {"places": [[top, left], [row, column]]},
        )
    new = {row * size + column for row, column, _ in tiles}
    step = 1 if top == bottom else size
    for field in range(top * size + left, bottom * size + right + 1, step):
        if field not in new and not board[field]:
            row, column = divmod(field, size)
            raise IllegalAction(
                "gap",
                f"the line has a gap at {place_name(row, column)}",
                {"place": [row, column]},
            )


def _check_first(edition: Edition, tiles: Sequence[Laid]) -> None:
    size = edition.size
    if all(row * size + column != edition.centre for row, column, _ in tiles):
        row, column = divmod(edition.centre, size)
        raise IllegalAction(
            "first_centre",
            f"the first play covers the middle, {place_name(row, column)}",
            {"place": [row, column]},
        )
    if len(tiles) < FIRST:
        raise IllegalAction(
            "first_tiles",
            f"the first play has at least {FIRST} tiles, not {len(tiles)}",
            {"tiles": len(tiles), "needed": FIRST},
        )


def _check_touching(edition: Edition, board: Board, tiles: Sequence[Laid]) -> None:
    size = edition.size
    for row, column, _ in tiles:
        if any(board[field] for field in neighbours(size, row * size + column)):
            return
    row, column, _ = tiles[0]
    raise IllegalAction(
        "not_touching",
        f"the tiles at {place_name(row, column)} touch no tile on the board",
        {"place": [row, column]},
    )
