"""The kernels of the simulation as the rest of the expert calls them."""

import random
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from quartett.core.arrays import Ints, np
from quartett.core.kernels import Program
from quartett.games.calculissimo.board.edition import Edition
from quartett.games.calculissimo.board.editions import edition as edition_named
from quartett.games.calculissimo.board.grid import Board, empty, with_tiles
from quartett.games.calculissimo.board.moves.search import JOKER
from quartett.games.calculissimo.board.tiles import KIND, TILES, count, stands_for
from quartett.games.calculissimo.bots.keeping import Kept, kept_in
from quartett.games.calculissimo.bots.simulation.best import PLACE, find_best
from quartett.games.calculissimo.bots.simulation.bounds import LINE
from quartett.games.calculissimo.bots.simulation.courses import Course, follow
from quartett.games.calculissimo.bots.simulation.ending import DEEPEST, FRAME, Ending, value_of
from quartett.games.calculissimo.bots.simulation.fields import (
    CALCULATION,
    FIELD,
    NUMBER,
    TILE,
    Side,
    lay,
    survey,
)
from quartett.games.calculissimo.bots.simulation.hands import (
    HAND,
    LONG,
    POINTS,
    RACK,
    take_up,
)

JOKERS: Final = ("8", "9", "+")
"""What jokers stand for in courses: a joker for anything makes too many plays."""
ROOM: Final = 4096
"""How many plays of a position are searched in the end; with a joker there can be more."""
KNOWN: Final = (1 << 17) - 1
"""How many positions are remembered; odd, so that all of a key counts."""


def sides(edition: Edition, board: Board) -> tuple[Side, Side]:
    """The board by rows, and by columns as rows."""
    size = edition.size
    across = np.zeros((size, size, FIELD), np.int32)
    for field, tile in enumerate(board):
        entries = across[field // size][field % size]
        entries[TILE] = KIND[stands_for(tile)] + 1 if tile else 0
        entries[NUMBER], entries[CALCULATION] = edition.bonuses[field]
    down = np.ascontiguousarray(across.transpose(1, 0, 2))
    PROGRAM[survey](across)
    PROGRAM[survey](down)
    return across, down


def most_points(name: str, board: Board, rack: Sequence[str]) -> int:
    """What the best play of a rack scores on a board with tiles; 0 where there is none.

    Compiled it takes a quarter of the time of listing all plays, with jokers a twentieth.
    """
    across, down, course = _laid_out(name, board)
    taken = np.array([0, *count(rack)], np.int64)
    with PROGRAM.timed():
        # Weights of 0 and a bag that is not short of tiles: nothing but points counts.
        PROGRAM[take_up](course.hand, taken, course.joker, course.scale, LONG)
        found = PROGRAM[find_best](
            across, down, course.hand, course.joker, course.lines, course.starts, course.places,
            course.found, -1,
        )  # fmt: skip
    return int(course.hand[POINTS]) if found else 0


@lru_cache(maxsize=4)  # many racks are asked about on the same board
def _laid_out(name: str, board: Board) -> tuple[Side, Side, Course]:
    edition = edition_named(name)
    course = new_course(edition, 1, 0)
    anything, nothing = _jokers(edition, TILES), np.zeros(RACK + 1, np.int64)
    return *sides(edition, board), course._replace(joker=anything, scale=nothing)


def new_course(edition: Edition, players: int, unseen: int) -> Course:
    size = edition.size
    joker = _jokers(edition, JOKERS)
    return Course(
        across=np.zeros((size, size, FIELD), np.int32),
        down=np.zeros((size, size, FIELD), np.int32),
        hand=np.zeros(HAND, np.int64),
        joker=joker,
        lines=np.zeros((size + 1, LINE), np.int64),
        starts=np.zeros(2 * size * size, np.int64),
        places=np.zeros((size + 1, PLACE), np.int64),
        found=np.zeros((0, 3), np.int64),
        racks=np.zeros((players, JOKER + 1), np.int64),
        bag=np.zeros(unseen, np.int64),
        ends=np.zeros(3, np.int64),
        points=np.zeros(players, np.int64),
        kept=np.zeros(players, np.int64),
        scale=scale_of(edition, kept_in(edition)),
    )


def scale_of(edition: Edition, kept: Kept) -> Ints:
    """What kept tiles are worth as kernels have it: in thousandths of points, in one row."""
    values = [*kept.counts, *kept.pairs, *kept.balance, kept.turn]
    return np.array([*(round(1000 * value) for value in values), edition.rack], np.int64)


def new_ending(edition: Edition) -> Ending:
    size = edition.size
    return Ending(
        across=np.zeros((DEEPEST, size, size, FIELD), np.int32),
        down=np.zeros((DEEPEST, size, size, FIELD), np.int32),
        racks=np.zeros((DEEPEST, 2, JOKER + 1), np.int64),
        plays=np.zeros((DEEPEST, ROOM, 3), np.int64),
        hand=np.zeros(HAND, np.int64),
        joker=_jokers(edition, TILES),
        lines=np.zeros((size + 1, LINE), np.int64),
        places=np.zeros((size + 1, PLACE), np.int64),
        scale=np.zeros(RACK + 1, np.int64),
        numbers=_numbers(size),
        known=np.zeros(KNOWN, np.int64),
        least=np.zeros(KNOWN, np.int64),
        most=np.zeros(KNOWN, np.int64),
        frames=np.zeros((DEEPEST, FRAME), np.int64),
        state=np.zeros(3, np.int64),
    )


def _jokers(edition: Edition, tiles: Sequence[str]) -> Ints:
    """1 for each tile that a joker may stand for."""
    found = [0, *(int(tile in tiles and tile in edition.joker) for tile in TILES[:-1])]
    return np.array(found, np.int64)


@cache
def _numbers(size: int) -> Ints:
    rng = random.Random(size)
    return np.array([rng.getrandbits(61) << 1 for _ in range((size * size + 20) * JOKER)], np.int64)


def _warm() -> None:
    """A 3 and a joker beside a + laid in the middle, all kernels once."""
    edition = edition_named("children")
    board = with_tiles(empty(edition), edition.size, [(4, 4, "6"), (4, 5, "+"), (4, 6, "1")])
    across, down = sides(edition, board)
    rack, tiles = np.zeros(JOKER + 1, np.int64), np.array([[1, 2]], np.int64)
    rack[3] = rack[KIND["+"] + 1] = 1
    ones, course = np.array([0, 1], np.int64), new_course(edition, 2, 2)
    notes = np.zeros((1, 1), np.int64)
    PROGRAM[follow](course, across, down, rack, ones, tiles, ones, -1, 0, notes, notes.copy())
    PROGRAM[lay](across, down, 0, rack)
    most_points(edition.name, board, ("3", "+"))
    ending = new_ending(edition)
    ending.across[0], ending.down[0], ending.racks[0] = across, down, rack
    PROGRAM[value_of](ending, -1000, 1000, 1)


PROGRAM = Program(__name__, _warm)
"""Only compiled these searches are worth their time: plain, a course takes seconds."""
