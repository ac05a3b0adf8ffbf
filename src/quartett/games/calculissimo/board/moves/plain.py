"""All legal plays of a rack, obviously: every arrangement on every stretch of free fields.

This is the twin of the fast search. It asks the rules about everything and knows nothing of
calculations itself; tests hold the two equal.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations, product

from quartett.core.errors import IllegalAction
from quartett.games.calculissimo.board.edition import Edition
from quartett.games.calculissimo.board.grid import Board, Laid
from quartett.games.calculissimo.board.laying import check_laying
from quartett.games.calculissimo.board.score import worth
from quartett.games.calculissimo.board.tiles import JOKER

Places = tuple[tuple[int, int], ...]


def plain_plays(
    edition: Edition, board: Board, rack: Sequence[str], most: int | None = None
) -> dict[tuple[Laid, ...], int]:
    """Every legal play of the rack with its points; only plays of at most this many tiles."""
    found = {}
    counts = range(1, min(len(rack), most or len(rack)) + 1)
    arrangements = {count: set(_arrangements(edition, rack, count)) for count in counts}
    for places in _stretches(edition, board, counts[-1]):
        for tiles in arrangements[len(places)]:
            laid = tuple(
                (row, column, tile) for (row, column), tile in zip(places, tiles, strict=True)
            )
            try:
                found[laid] = worth(edition, board, laid).points
            except IllegalAction:
                continue
    return found


def _arrangements(edition: Edition, rack: Sequence[str], count: int) -> Iterator[tuple[str, ...]]:
    """This many tiles of the rack in every order, jokers as everything they may stand for."""
    for tiles in set(permutations(rack, count)):
        yield from product(*(_as(edition, tile) for tile in tiles))


def _as(edition: Edition, tile: str) -> list[str]:
    return [JOKER + kind for kind in edition.joker] if tile == JOKER else [tile]


def _stretches(edition: Edition, board: Board, most: int) -> set[Places]:
    """The next one to `most` free fields from every field, across and down, that may be laid on."""
    found = set()
    for row, column in product(range(edition.size), repeat=2):
        for down in (0, 1):
            free = list(_free(edition, board, row, column, down))
            for count in range(1, min(most, len(free)) + 1):
                places = tuple(free[:count])
                if _may_lie(edition, board, places):
                    found.add(places)
    return found


def _free(
    edition: Edition, board: Board, row: int, column: int, down: int
) -> Iterator[tuple[int, int]]:
    while row < edition.size and column < edition.size:
        if not board[row * edition.size + column]:
            yield row, column
        row, column = row + down, column + 1 - down


def _may_lie(edition: Edition, board: Board, places: Places) -> bool:
    try:
        check_laying(edition, board, [(row, column, "1") for row, column in places])
    except IllegalAction:
        return False
    return True
