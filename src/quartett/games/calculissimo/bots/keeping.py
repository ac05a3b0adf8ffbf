"""What tiles are worth that one keeps: how much better they make one's next turns.

A value is the sum of three parts: how many there are of each tile, which different tiles come
together, and how many numbers and operators there are. `tools/training/calculissimo.py` fits them
to self-play and writes `data/kept.toml`.
"""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

from msgspec import Struct

from quartett.core.arrays import Floats, Ints, np
from quartett.games.calculissimo.board.edition import Edition
from quartett.games.calculissimo.board.tiles import NUMBERS, OPERATORS, TILES, TIMES

Values: TypeAlias = Floats

MANY: Final = 9
"""No tile to eight tiles: the largest rack has eight."""


class Kept(Struct, frozen=True):
    """What kept tiles are worth in an edition, in points."""

    counts: tuple[float, ...]
    """For each tile what none to eight of it are worth."""
    pairs: tuple[float, ...]
    """For each two tiles, the first before the second, what they are worth together."""
    balance: tuple[float, ...]
    """For each number of numbers what they are worth with none to eight operators."""
    turn: float
    """What another turn at once is worth."""


def kept_values(edition: Edition, kept: Ints) -> Values:
    """The value of each row of counts of tiles, in the order of TILES."""
    counts, pairs, balance = _tables(TIMES in edition.kinds)
    first, last = len(NUMBERS), len(NUMBERS) + len(OPERATORS)
    numbers, operators = kept[:, :first].sum(axis=1), kept[:, first:last].sum(axis=1)
    present = (kept > 0).astype(np.float64)
    values: Values = (
        counts[kept + MANY * np.arange(len(TILES))].sum(axis=1)
        + ((present @ pairs) * present).sum(axis=1)
        + balance[MANY * numbers + operators]
    )
    return values


def kept_in(edition: Edition) -> Kept:
    """The values for an edition; those without × are much alike, and so are those with it."""
    return _read()["standard" if TIMES in edition.kinds else "children"]


@cache
def _tables(times: bool) -> tuple[Floats, Floats, Floats]:
    found = _read()["standard" if times else "children"]
    pairs = np.array(found.pairs).reshape(len(TILES), len(TILES))
    return np.array(found.counts), pairs, np.array(found.balance)


@cache
def _read() -> dict[str, Kept]:
    text = (files(__package__) / "data" / "kept.toml").read_text(encoding="utf-8")
    return {name: read_kept(form) for name, form in tomllib.loads(text).items()}


def read_kept(form: dict[str, Any]) -> Kept:
    """The values as a table of the file has them, written for people to read."""
    counts = {row[0]: _all_counts(row[1:]) for row in _rows(form["counts"])}
    pairs = {row[0]: [float(value) for value in row[1:]] for row in _rows(form["pairs"])}
    balance = {int(row[0]): [float(value) for value in row[1:]] for row in _rows(form["balance"])}
    return Kept(
        tuple(value for tile in TILES for value in counts.get(tile, [0.0] * MANY)),
        tuple(
            value
            for tile in TILES
            for value in [0.0] * (len(TILES) - len(pairs.get(tile, []))) + pairs.get(tile, [])
        ),
        tuple(
            value
            for number in range(MANY)
            for value in (balance.get(number, []) + [0.0] * MANY)[:MANY]
        ),
        float(form["turn"]),
    )


def _all_counts(written: list[str]) -> list[float]:
    """One, two and three of a tile are written down; each more changes as much as the third."""
    values = [0.0, *map(float, written)]
    while len(values) < MANY:
        values.append(2 * values[-1] - values[-2])
    return values


def _rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()[1:]]
