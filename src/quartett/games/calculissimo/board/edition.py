"""An edition: the board, the bag and the rack that a table plays with, read from TOML."""

import re
import tomllib
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final

from msgspec import Struct

from quartett.core.errors import QuartettError
from quartett.games.calculissimo.board.tiles import (
    JOKER,
    NUMBERS,
    OPERATORS,
    TILES,
    TIMES,
    count,
    typed,
)

SEATS: Final = 4
SIZES: Final = range(5, 27, 2)
"""Boards have a field in the middle, and columns are named by one letter."""
RACKS: Final = range(3, 9)
MOST: Final = 999
"""More tiles of a kind than any table has room for."""

BONUSES: Final = {".": (1, 1), "g": (2, 1), "b": (3, 1), "y": (1, 2), "v": (1, 3)}
"""What a field does: the factor of a number on it, and that of a calculation over it."""


class BadEdition(QuartettError, ValueError):
    """An edition that cannot be played; the sentence says which line of it, and why."""


class Edition(Struct, frozen=True, dict=True):
    """Nothing about boards and bags stands anywhere else."""

    name: str
    title: str
    rack: int
    """How many tiles a full rack has."""
    joker: str
    """What a joker may stand for."""
    board: tuple[str, ...]
    """The rows, a letter for each field: g doubles and b trebles a number on it, y doubles and v
    trebles the calculation, a point does nothing."""
    bag: dict[str, int]
    """How many there are of each tile."""

    @property
    def size(self) -> int:
        return len(self.board)

    @cached_property
    def centre(self) -> int:
        return self.size * self.size // 2

    @cached_property
    def bonuses(self) -> tuple[tuple[int, int], ...]:
        """For each field the factor of a number and the factor of a calculation."""
        return tuple(BONUSES[letter] for row in self.board for letter in row)

    @cached_property
    def tiles(self) -> tuple[int, ...]:
        """The full bag, counted in the order of TILES."""
        return tuple(self.bag.get(tile, 0) for tile in TILES)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The numbers and operators that can lie on this board."""
        own = {tile for tile in self.bag if tile != JOKER}
        return frozenset(own | set(self.joker) if self.bag.get(JOKER) else own)


def read_edition(text: str) -> Edition:
    """The edition that a TOML text describes."""
    try:
        form = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadEdition(f"the edition is not TOML: {error}") from None
    if unknown := sorted(form.keys() - _READERS.keys()):
        raise BadEdition(f"an edition has no entry {unknown[0]!r}; it has {', '.join(_READERS)}")
    edition = Edition(**{entry: _READERS[entry](form.get(entry)) for entry in _READERS})
    _check_bag(edition)
    return edition


def _read_name(value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", value):
        raise BadEdition(
            f"name is {value!r}; it must be small letters, digits and hyphens, as in 'my-edition'"
        )
    return value


def _read_title(value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= 80 or not value.isprintable():
        raise BadEdition(f"title is {value!r}; it must be a line of at most 80 letters")
    return value


def _read_rack(value: Any) -> int:
    if type(value) is not int or value not in RACKS:
        raise BadEdition(f"rack is {value!r}; it must be {RACKS[0]} to {RACKS[-1]} tiles")
    return value


def _read_joker(value: Any) -> str:
    if not isinstance(value, str):
        raise BadEdition(f"joker is {value!r}; it lists what a joker may stand for")
    kinds = "".join(typed(value).split())
    for kind in kinds:
        if kind == TIMES:
            raise BadEdition("joker lists ×; a joker never stands for ×")
        if kind not in NUMBERS + OPERATORS:
            raise BadEdition(f"joker lists {kind!r}; a joker stands for 1 to 9, +, − or ÷")
        if kinds.count(kind) > 1:
            raise BadEdition(f"joker lists {kind} twice")
    return kinds


def _read_board(value: Any) -> tuple[str, ...]:
    if not isinstance(value, str):
        raise BadEdition("board is missing; it is a text with a line for each row of fields")
    rows = tuple("".join(line.split()) for line in value.strip().splitlines())
    size = len(rows)
    if size not in SIZES:
        raise BadEdition(
            f"the board has {size} rows; it needs an odd number from {SIZES[0]} to {SIZES[-1]}, "
            "so that one field is the middle"
        )
    for number, row in enumerate(rows, start=1):
        if len(row) != size:
            raise BadEdition(f"row {number} of the board has {len(row)} fields, not {size}")
        for column, letter in enumerate(row, start=1):
            if letter not in BONUSES:
                raise BadEdition(
                    f"row {number} of the board has {letter!r} at its field {column}; "
                    f"fields are {' '.join(BONUSES)}"
                )
    return rows


def _read_bag(value: Any) -> dict[str, int]:
    if not isinstance(value, dict):
        raise BadEdition("[bag] is missing; it says how many there are of each tile")
    bag = {}
    for key, number in value.items():
        tile = typed(key)
        if tile not in TILES:
            raise BadEdition(f"the bag has a tile {key!r}; tiles are {' '.join(TILES)}")
        if tile in bag:
            raise BadEdition(f"the bag lists {tile} twice")
        if type(number) is not int or not 0 <= number <= MOST:
            raise BadEdition(
                f"the bag has {number!r} of {tile}; it must be a whole number up to {MOST}"
            )
        bag[tile] = number
    return {tile: bag[tile] for tile in TILES if bag.get(tile)}


_READERS: Final[dict[str, Callable[[Any], Any]]] = {
    "name": _read_name,
    "title": _read_title,
    "rack": _read_rack,
    "joker": _read_joker,
    "board": _read_board,
    "bag": _read_bag,
}


def _check_bag(edition: Edition) -> None:
    """A bag that nobody could play with."""
    bag, tiles = edition.bag, sum(edition.bag.values())
    if not any(tile in NUMBERS for tile in bag):
        raise BadEdition("the bag has no numbers; without them nobody can start or calculate")
    if not any(tile in OPERATORS for tile in bag):
        raise BadEdition("the bag has no operators; without them there are no calculations")
    if bag.get(JOKER) and not edition.joker:
        raise BadEdition("the bag has jokers, but joker does not say what they may stand for")
    if tiles <= SEATS * edition.rack:
        raise BadEdition(
            f"the bag has {tiles} tiles; {SEATS} racks of {edition.rack} and at least one more "
            f"make {SEATS * edition.rack + 1}"
        )
    if tiles > edition.size**2:
        raise BadEdition(
            f"the bag has {tiles} tiles, but the board only {edition.size**2} fields for them"
        )


def unseen(edition: Edition, seen: list[str]) -> list[int]:
    """How many tiles of each kind are left of the full bag without those seen."""
    return [full - gone for full, gone in zip(edition.tiles, count(seen), strict=True)]
