"""All legal plays of a rack, found by the search of kernels."""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from quartett.core.arrays import Ints, np
from quartett.core.kernels import Program
from quartett.games.calculissimo.board.edition import RACKS, Edition
from quartett.games.calculissimo.board.editions import edition as edition_named
from quartett.games.calculissimo.board.grid import Board, Laid, empty, is_empty
from quartett.games.calculissimo.board.moves.arithmetic import KINDS, Grid, Row, crossings
from quartett.games.calculissimo.board.moves.lists import search_rows
from quartett.games.calculissimo.board.moves.search import NOTE, STATE, SearchBoard
from quartett.games.calculissimo.board.moves.search import search_rows as kernel_search
from quartett.games.calculissimo.board.tiles import DECLARED, JOKER, KIND, TILES, count, of_rack

ROOM = (1 << 14, 1 << 17, 1 << 20)
"""How many plays there is room for at first, with no joker, one, and more."""
_NAMES = ("", *TILES[:-1], *DECLARED)
_ONE_OF = np.array(
    [0, *(1 << 4 * (KIND[of_rack(name)]) for name in _NAMES[1:]), *[0] * (32 - len(_NAMES))]
)
"""One tile for each code, packed."""
_CODES = {name: code if code <= KINDS else code - KINDS for code, name in enumerate(_NAMES)}


class Plays:
    """Plays as numbers, until someone wants to see one; in the order in which they were found."""

    def __init__(self, board: Board, size: int, keys: Ints, points: Ints) -> None:
        self._board = board
        self._size = size
        self.keys = keys
        self.points = points

    def __len__(self) -> int:
        return len(self.keys)

    def tiles(self, number: int) -> tuple[Laid, ...]:
        """The tiles of one of the plays, with their places."""
        key = int(self.keys[number])
        across, row, column, laid = not key & 1, key >> 1 & 31, key >> 6 & 31, key >> 11 & 15
        if not across:
            row, column = column, row
        size, board, key = self._size, self._board, key >> 15
        tiles: list[Laid] = []
        while len(tiles) < laid:
            if not board[row * size + column]:
                tiles.append((row, column, _NAMES[key & 31]))
                key >>= 5
            row, column = (row, column + 1) if across else (row + 1, column)
        return tuple(tiles)

    def sizes(self) -> Ints:
        """How many tiles each play lays."""
        return self.keys >> 11 & 15

    def lines(self) -> Ints:
        """For each play a number for the row or column it lies in."""
        return self.keys & 63

    def kinds(self) -> Ints:
        """For each play how many tiles of each kind it takes from the rack, as TILES has them."""
        return _unpacked(self._taken())

    def hands(self) -> tuple[Ints, Ints]:
        """The different hands of tiles that plays take, as `kinds`, and which one each play takes.

        There are few: a rack of seven has at most 127, for a hundred thousand plays.
        """
        hands, which = np.unique(self._taken(), return_inverse=True)
        return _unpacked(hands), which

    def kinds_of(self, number: int) -> Ints:
        """How many tiles of each kind one play takes from the rack."""
        alone = Plays(self._board, self._size, self.keys[[number]], self.points[[number]])
        return alone.kinds().reshape(-1)

    def _taken(self) -> Ints:
        """For each play its tiles as one number: four bits for each kind."""
        taken = np.zeros(len(self), np.int64)
        for place in range(RACKS[-1]):
            taken += _ONE_OF[self.keys >> (15 + 5 * place) & 31]
        return taken

    def best_first(self, most: int | None = None) -> Iterator[tuple[tuple[Laid, ...], int]]:
        """The plays with their points, the highest first."""
        for number in np.lexsort((self.keys, -self.points))[:most]:
            yield self.tiles(int(number)), int(self.points[number])


def find_plays(
    edition: Edition,
    board: Board,
    rack: Sequence[str],
    wanted: int = 1 << 62,
    most: int = RACKS[-1],
    until: float = math.inf,
) -> Plays:
    """All plays of the rack that lay `most` tiles or fewer; or the first so many that are found.

    Without a compiler a search ends after `until` with what it has found.
    """
    room = min(wanted, ROOM[min(rack.count(JOKER), len(ROOM) - 1)])
    while True:
        found, keys, points = _search(_question(edition, board, rack, wanted, most), room, until)
        if found == len(keys):
            return Plays(board, edition.size, keys, points)
        room = found


def has_play(edition: Edition, board: Board, rack: Sequence[str]) -> bool:
    """Whether there is any correct play; it stops at the first."""
    return len(find_plays(edition, board, rack, 1)) > 0


def _search(asked: "_Question", room: int, until: float) -> tuple[int, Ints, Ints]:
    """How many plays there are, and the keys and points of those for which there is room."""
    with PROGRAM.timed():
        tables = _in_arrays(asked, room) if PROGRAM.is_compiled else _in_lists(asked)
        found, keys, points = _searched(tables, until)
    return found, np.array(keys[:found], np.int64), np.array(points[:found], np.int64)


def _searched(tables: list[SearchBoard], until: float) -> tuple[int, Row, Row]:
    for down, table in enumerate(tables):
        PROGRAM[crossings](table.board, table.numbers, table.cross, table.cross_bonus)
        if PROGRAM.is_compiled:
            PROGRAM[kernel_search](table, down)
        else:
            search_rows(table, down, until)
    return int(tables[0].search[0]), tables[0].keys, tables[0].points


class _Question(NamedTuple):
    """What is asked, in lists: for both passes, then across and down."""

    size: int
    rack: Row
    joker: Row
    search: Row
    passes: list[tuple[Grid, Grid, Grid]]


def _question(
    edition: Edition, board: Board, rack: Sequence[str], wanted: int, most: int
) -> _Question:
    size = edition.size
    codes = [_CODES[tile] for tile in board]
    fields = [codes[start : start + size] for start in range(0, size * size, size)]
    numbers, calculations, *turned = _factors(edition.bonuses)
    joker = [0] * (KINDS + 1)
    for tile in edition.joker:
        joker[KIND[tile] + 1] = 1
    return _Question(
        size,
        [0, *count(rack)],
        joker,
        [0, wanted, edition.centre if is_empty(board) else -1, most],
        [(fields, numbers, calculations), (_turned(fields), turned[0], turned[1])],
    )


def _in_lists(asked: _Question) -> list[SearchBoard]:
    """The tables of both passes for the plain search."""
    size = asked.size
    keys: list[int] = []
    points: list[int] = []
    return [
        SearchBoard(
            board=board,
            numbers=numbers,
            calculations=calculations,
            cross=[[[-1] * (KINDS + 1) for _ in range(size)] for _ in range(size)],
            cross_bonus=[[[-1] * (KINDS + 1) for _ in range(size)] for _ in range(size)],
            rack=asked.rack,
            joker=asked.joker,
            states=[[0] * STATE for _ in range(size + 2)],
            tried=[0] * (size + 2),
            line=[0] * (size + 2),
            factors=[0] * (size + 2),
            laid=[0] * (size + 2),
            shared=[[0] * NOTE for _ in range(size + 1)],
            search=asked.search,
            keys=keys,
            points=points,
        )
        for board, numbers, calculations in asked.passes
    ]


def _in_arrays(asked: _Question, room: int) -> list[SearchBoard]:
    """The same for compiled kernels."""
    size, keys, points = asked.size, np.empty(room, np.int64), np.empty(room, np.int64)
    rack, joker, search = (
        np.array(row, np.int64) for row in (asked.rack, asked.joker, asked.search)
    )
    return [
        SearchBoard(
            board=np.array(board, np.int64),
            numbers=np.array(numbers, np.int64),
            calculations=np.array(calculations, np.int64),
            cross=np.full((size, size, KINDS + 1), -1, np.int64),
            cross_bonus=np.full((size, size, KINDS + 1), -1, np.int64),
            rack=rack,
            joker=joker,
            states=np.zeros((size + 2, STATE), np.int64),
            tried=np.zeros(size + 2, np.int64),
            line=np.zeros(size + 2, np.int64),
            factors=np.zeros(size + 2, np.int64),
            laid=np.zeros(size + 2, np.int64),
            shared=np.zeros((size + 1, NOTE), np.int64),
            search=search,
            keys=keys,
            points=points,
        )
        for board, numbers, calculations in asked.passes
    ]


def _warm() -> None:
    edition = edition_named("standard")
    find_plays(edition, empty(edition), ("1", "+", "2"))


PROGRAM = Program(__name__, _warm)
"""The search takes 0.4 ms compiled and about 5 ms as plain Python."""


def _unpacked(taken: Ints) -> Ints:
    counts: Ints = taken[:, None] >> (4 * np.arange(len(TILES))) & 15
    return counts


def _turned(grid: Grid) -> Grid:
    return [list(column) for column in zip(*grid, strict=True)]


@cache
def _factors(bonuses: tuple[tuple[int, int], ...]) -> tuple[Grid, Grid, Grid, Grid]:
    """The factors of numbers and of calculations on each field, and both turned."""
    size = int(len(bonuses) ** 0.5)
    numbers, calculations = (
        [list(row[start : start + size]) for start in range(0, size * size, size)]
        for row in zip(*bonuses, strict=True)
    )
    return numbers, calculations, _turned(numbers), _turned(calculations)
