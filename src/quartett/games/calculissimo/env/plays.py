"""The plays of a Calculissimo turn as a tree: tile after tile, in the order of the board.

In a game without challenges only correct plays can be finished; in a challenge game every way
of laying tiles can, right or wrong.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from quartett.core.errors import IllegalAction
from quartett.games.calculissimo.board.edition import Edition
from quartett.games.calculissimo.board.grid import Board, Laid
from quartett.games.calculissimo.board.laying import check_laying
from quartett.games.calculissimo.board.moves.fast import Plays, find_plays
from quartett.games.calculissimo.board.tiles import JOKER, TILES, of_rack, without
from quartett.games.calculissimo.view import View

Longs = NDArray[np.int64]

NAMES = ("", *TILES[:-1], *(JOKER + tile for tile in TILES[:-1]))
"""What lies on a field, by code: 1 to 13 the tiles, 14 to 26 jokers that stand for them."""
CODE = {name: code for code, name in enumerate(NAMES)}
CODES = len(NAMES)


class Tree(Protocol):
    """What may still be laid after the tiles of a draft."""

    def next(self) -> Sequence[tuple[int, int]]:
        """Every tile that may be laid next, as field and code."""

    def after(self, field: int, code: int) -> "Tree": ...

    @property
    def complete(self) -> bool:
        """Whether the tiles laid are a play."""


class RightPlays:
    """Correct plays that begin with the tiles laid so far."""

    def __init__(self, keys: Longs, laid: int = 0) -> None:
        self._keys = keys
        """A row for each play: its tiles as field × CODES + code in order, −1 after the last."""
        self._laid = laid

    @classmethod
    def of(cls, view: View) -> "RightPlays":
        plays = find_plays(view.edition, view.board, view.rack)
        return cls(_unpacked(plays, view.edition, view.board))

    def next(self) -> list[tuple[int, int]]:
        tiles = np.unique(self._keys[:, self._laid])
        return [divmod(tile, CODES) for tile in tiles[tiles >= 0].tolist()]

    def after(self, field: int, code: int) -> "RightPlays":
        fits = self._keys[:, self._laid] == field * CODES + code
        return RightPlays(self._keys[fits], self._laid + 1)

    @cached_property
    def complete(self) -> bool:
        return self._laid > 0 and bool((self._keys[:, self._laid] < 0).any())


class AnyPlays:
    """Stretches of free fields that begin with the fields used so far, and the rack left."""

    def __init__(self, stretches: Sequence[tuple[int, ...]], rack: tuple[str, ...], laid: int = 0):
        self._stretches = stretches
        self._rack = rack
        self._laid = laid

    @classmethod
    def of(cls, view: View) -> "AnyPlays":
        found = stretches(view.edition, view.board, len(view.rack))
        return cls(found, view.rack)

    def next(self) -> list[tuple[int, int]]:
        at = self._laid
        fields = sorted({stretch[at] for stretch in self._stretches if len(stretch) > at})
        return list(product(fields, self._codes())) if fields else []

    def _codes(self) -> list[int]:
        own = [CODE[tile] for tile in TILES[:-1] if tile in self._rack]
        jokers = range(CODE[JOKER + TILES[0]], CODES) if JOKER in self._rack else ()
        return [*own, *jokers]

    def after(self, field: int, code: int) -> "AnyPlays":
        at = self._laid
        fits = [one for one in self._stretches if len(one) > at and one[at] == field]
        return AnyPlays(fits, without(self._rack, (of_rack(NAMES[code]),)), at + 1)

    @property
    def complete(self) -> bool:
        return self._laid > 0 and any(len(one) == self._laid for one in self._stretches)


def stretches(edition: Edition, board: Board, most: int) -> list[tuple[int, ...]]:
    """Every choice of fields on which up to `most` tiles may be laid together, sorted."""
    return sorted(
        {fields for fields in _in_lines(edition.size, board, most) if _may(edition, board, fields)}
    )


def _in_lines(size: int, board: Board, most: int) -> Iterator[tuple[int, ...]]:
    """Free fields one after the other, from every field, across and down."""
    for start, step in product(range(size * size), (1, size)):
        if board[start]:
            continue
        end = (start // size + 1) * size if step == 1 else size * size
        free = [field for field in range(start, end, step) if not board[field]]
        for count in range(1, min(most, len(free)) + 1):
            yield tuple(free[:count])


def _may(edition: Edition, board: Board, fields: tuple[int, ...]) -> bool:
    laid: list[Laid] = [(*divmod(field, edition.size), "1") for field in fields]
    try:
        check_laying(edition, board, laid)
    except IllegalAction:
        return False
    return True


def _unpacked(plays: Plays, edition: Edition, board: Board) -> Longs:
    """The keys of the compiled search, whole columns of them at a time, as rows of tiles."""
    size, keys = edition.size, plays.keys
    down, row, column, laid = keys & 1, keys >> 1 & 31, keys >> 6 & 31, keys >> 11 & 15
    rows = np.full((len(keys), edition.rack + 1), -1, np.int64)
    free = _free_places(edition, board)
    # The search numbers columns of the board as rows of the transposed one.
    line = np.where(down, size + row, row)
    place = free.rank[line, column]
    for at in range(edition.rack):
        here = at < laid
        fields = free.fields[line[here], place[here] + at]
        rows[here, at] = fields * CODES + (keys[here] >> (15 + 5 * at) & 31)
    return rows


class _FreePlaces:
    """For each row and then each column: its free fields, and how many lie before a place."""

    def __init__(self, rank: Longs, fields: Longs) -> None:
        self.rank = rank
        self.fields = fields


def _free_places(edition: Edition, board: Board) -> _FreePlaces:
    size = edition.size
    grid = np.arange(size * size).reshape(size, size)
    lines = np.concatenate([grid, grid.T])
    free = np.array([not tile for tile in board])[lines]
    rank = np.cumsum(free, axis=1) - free
    fields = np.full((2 * size, size + 1), -1, np.int64)
    which, at = np.nonzero(free)
    fields[which, rank[which, at]] = lines[which, at]
    return _FreePlaces(rank, fields)
