"""All legal plays of a rack, found by the compiled search."""

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

from quartett.games.calculissimo.board.edition import RACKS, Edition
from quartett.games.calculissimo.board.grid import Board, Laid, empty, is_empty
from quartett.games.calculissimo.board.moves.arithmetic import KINDS, Ints, crossings
from quartett.games.calculissimo.board.moves.search import NOTE, STATE, Table, search_rows
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


def find_plays(edition: Edition, board: Board, rack: Sequence[str], wanted: int = 1 << 62) -> Plays:
    """All plays of the rack, each once; or the first so many that are found."""
    room = min(wanted, ROOM[min(rack.count(JOKER), len(ROOM) - 1)])
    while True:
        keys, points = np.empty(room, np.int64), np.empty(room, np.int64)
        found = _search(edition, board, rack, wanted, keys, points)
        if found <= room:
            return Plays(board, edition.size, keys[:found], points[:found])
        room = found


def has_play(edition: Edition, board: Board, rack: Sequence[str]) -> bool:
    """Whether there is any correct play; it stops at the first."""
    return len(find_plays(edition, board, rack, 1)) > 0


def prepare(edition: Edition) -> None:
    """Load the compiled search, or compile it on a new machine, before anybody waits for it."""
    find_plays(edition, empty(edition), ("1",))


def _search(
    edition: Edition, board: Board, rack: Sequence[str], wanted: int, keys: Ints, points: Ints
) -> int:
    size = edition.size
    fields = np.array([_CODES[tile] for tile in board], np.int64).reshape(size, size)
    numbers, calculations = _factors(edition.bonuses)
    tiles = np.array([0, *count(rack)], np.int64)
    joker = np.zeros(KINDS + 1, np.int64)
    joker[[KIND[tile] + 1 for tile in edition.joker]] = 1
    search = np.array([0, wanted, edition.centre if is_empty(board) else -1], np.int64)
    for down in (0, 1):
        if down:
            fields, numbers, calculations = (
                np.ascontiguousarray(grid.T) for grid in (fields, numbers, calculations)
            )
        cross, cross_bonus = np.zeros((2, size, size, KINDS + 1), np.int64)
        crossings(fields, numbers, cross, cross_bonus)
        table = Table(
            board=fields,
            numbers=numbers,
            calculations=calculations,
            cross=cross,
            cross_bonus=cross_bonus,
            rack=tiles,
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
        search_rows(table, down)
    return int(search[0])


def _unpacked(taken: Ints) -> Ints:
    counts: Ints = taken[:, None] >> (4 * np.arange(len(TILES))) & 15
    return counts


@cache
def _factors(bonuses: tuple[tuple[int, int], ...]) -> tuple[Ints, Ints]:
    size = int(len(bonuses) ** 0.5)
    both = np.array(bonuses, np.int64).reshape(size, size, 2)
    return both[:, :, 0].copy(), both[:, :, 1].copy()
