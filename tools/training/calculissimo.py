"""What kept tiles are worth in Calculissimo: self-play, and a fit of how good the next turn gets.

    python -m tools.training.calculissimo > kept.toml   (then to bots/data of the game)

In positions of self-play, some tiles that are not on the board are kept, the others of a rack
drawn, and the best play at sight is found: its points and the value of the tiles that it keeps.
Racks of the same position are compared with each other only, so that boards do not matter. The
first round plays with the values that the expert uses now, the next with those just fitted.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quartett.games.calculissimo.board.edition import Edition
from quartett.games.calculissimo.board.editions import edition as edition_named
from quartett.games.calculissimo.board.grid import empty
from quartett.games.calculissimo.board.tiles import NUMBERS, TILES
from quartett.games.calculissimo.bots.keeping import MANY, Kept, kept_in, read_kept
from quartett.games.calculissimo.bots.simulation.best import find_best
from quartett.games.calculissimo.bots.simulation.courses import play_turn, refill
from quartett.games.calculissimo.bots.simulation.engine import (
    PROGRAM,
    new_course,
    scale_of,
    sides,
)
from quartett.games.calculissimo.bots.simulation.hands import LONG, VALUE, take_up

Array = NDArray[np.float64]

RACKS = 24
"""How many racks are drawn in a position."""
LIVELY = 0.5
"""The share of positions that are looked at."""
SIZES = (0.05, 0.10, 0.24, 0.24, 0.17, 0.10, 0.06, 0.04)
"""How often none to seven tiles are kept; all of them by a pass."""
SAME = 3
"""One, two and three of a tile have values of their own."""
RIDGE = {"counts": 6.0, "pairs": 30.0, "balance": 15.0}
"""How strongly each part is drawn towards 0: rare tiles must not run away."""
PAIRS = list(combinations(range(len(TILES)), 2))


def main(samples: int, rounds: int) -> str:
    tables = []
    for name in ("standard", "children"):
        played = edition_named(name)
        kept = kept_in(played)
        for number in range(rounds):
            rng = np.random.default_rng([number, *name.encode()])
            table = fitted(played, *drawn(played, kept, samples, rng))
            kept = read_kept(table)
        tables.append((name, table))
    return HEAD + "\n".join(written(name, table) for name, table in tables)


def drawn(played: Edition, kept: Kept, samples: int, rng: Any) -> tuple[Array, Array, Array]:
    """The tiles kept, the value of the best play then, and the number of the position."""
    PROGRAM.compile()
    rows, values, places = [], [], []
    for place, (course, unseen) in enumerate(positions(played, kept, rng)):
        for _ in range(RACKS):
            size = min(int(rng.choice(len(SIZES), p=SIZES)), played.rack)
            tiles = _chosen(unseen, size, played.rack, rng)
            rack = np.bincount(tiles, minlength=len(TILES) + 1)
            PROGRAM[take_up](course.hand, rack, course.joker, course.scale, LONG)
            is_found = PROGRAM[find_best](
                course.across, course.down, course.hand, course.joker, course.lines,
                course.starts, course.places, course.found, course.ends[2],
            )  # fmt: skip
            rows.append(np.bincount(tiles[:size], minlength=len(TILES) + 1)[1:])
            values.append(course.hand[VALUE] / 1000 if is_found else 0.0)
            places.append(place)
        if len(rows) >= samples:
            return np.array(rows), np.array(values), np.array(places)
    raise AssertionError("there is always another game")


def _chosen(unseen: NDArray[np.int64], size: int, rack: int, rng: Any) -> NDArray[np.int64]:
    """A rack with the tiles kept first: every other time all kinds are kept equally often."""
    tiles = rng.permutation(unseen)
    if rng.random() < 0.5:
        keys = np.argsort(rng.random(len(TILES) + 1))[tiles]
        first = np.unique(keys, return_index=True)[1][:size]
        tiles = np.concatenate([tiles[first], np.delete(tiles, first)])
    chosen: NDArray[np.int64] = tiles[:rack]
    return chosen


def positions(played: Edition, kept: Kept, rng: Any) -> Iterator[tuple[Any, NDArray[np.int64]]]:
    """Boards of self-play while there are tiles in the bag, and the tiles not on the board."""
    bag = np.repeat(np.arange(1, len(TILES) + 1), played.tiles)
    course = new_course(played, 2, len(bag))
    course.scale[:] = scale_of(played, kept)
    across, down = sides(played, empty(played))
    while True:
        course.across[:], course.down[:] = across, down
        course.bag[:] = rng.permutation(bag)
        course.racks[:] = 0
        course.ends[:] = 0, len(bag), played.centre
        for seat in range(2):
            PROGRAM[refill](course, seat)
        seat = 0
        while not PROGRAM[play_turn](course, seat) and course.ends[1] - course.ends[0] >= LONG:
            seat = 1 - seat
            if rng.random() < LIVELY:
                rest = course.bag[course.ends[0] : course.ends[1]]
                racks = np.repeat(np.arange(len(TILES) + 1), course.racks.sum(axis=0))
                yield course, np.concatenate([rest, racks])


def fitted(played: Edition, kept: Array, values: Array, places: Array) -> dict[str, Any]:
    """The table of an edition, by ridge regression within positions."""
    numbers, operators = kept[:, : len(NUMBERS)].sum(axis=1), kept[:, len(NUMBERS) : -1].sum(axis=1)
    balances = [(n, o) for n in range(MANY) for o in range(MANY) if 0 < n + o <= played.rack]
    parts = {
        "counts": [kept[:, tile] > n for tile in range(len(TILES)) for n in range(SAME)],
        "pairs": [(kept[:, one] > 0) & (kept[:, two] > 0) for one, two in PAIRS],
        "balance": [(numbers == n) & (operators == o) for n, o in balances],
    }
    columns = np.column_stack([column for part in parts.values() for column in part]).astype(float)
    ridge = [RIDGE[name] for name, part in parts.items() for _ in part]
    within, ahead = _within(columns, places), _within(values[:, None], places)[:, 0]
    fit = np.linalg.solve(within.T @ within + np.diag(ridge), within.T @ ahead)
    turn = float((values - columns @ fit).mean())
    left = (ahead - within @ fit).std()
    print(
        f"{played.name}: {len(values):,} racks, standard deviation {ahead.std():.1f}, "
        f"{left:.1f} of it unexplained; a turn is worth {turn:.1f}",
        file=sys.stderr,
    )
    counts, rest = np.split(fit, [len(parts["counts"])])
    pairs, balance = np.split(rest, [len(PAIRS)])
    return {
        "turn": round(turn),
        "counts": _counts(np.cumsum(counts.reshape(-1, SAME), axis=1)),
        "pairs": _pairs(dict(zip(PAIRS, pairs, strict=True))),
        "balance": _balance(dict(zip(balances, balance, strict=True)), played.rack),
    }


def _within(columns: Array, places: Array) -> Array:
    """What is left when every position's mean is taken off; positions have the same size."""
    by_place = columns.reshape(-1, RACKS, columns.shape[1])
    assert (places.reshape(-1, RACKS) == places[::RACKS, None]).all()
    less: Array = (by_place - by_place.mean(axis=1, keepdims=True)).reshape(columns.shape)
    return less


def _counts(values: Array) -> str:
    rows = [f"{tile}{_numbers(row)}" for tile, row in zip(TILES, values, strict=True)]
    return "\n".join([" " + "".join(f"{n:5}" for n in range(1, SAME + 1)), *rows])


def _pairs(values: dict[tuple[int, int], float]) -> str:
    rows = [
        f"{tile}{'     ' * first}{_numbers([values[first, n] for n in range(first + 1, 14)])}"
        for first, tile in enumerate(TILES[:-1])
    ]
    return "\n".join([" " + "".join(f"{tile:>5}" for tile in TILES[1:]), *rows])


def _balance(values: dict[tuple[int, int], float], rack: int) -> str:
    rows = [
        f"{n}{_numbers([values.get((n, o), 0.0) for o in range(rack + 1 - n)])}"
        for n in range(rack + 1)
    ]
    return "\n".join([" " + "".join(f"{o:5}" for o in range(rack + 1)), *rows])


def _numbers(values: Any) -> str:
    return "".join(f"{round(value):5}" for value in values)


HEAD = """\
# What kept tiles are worth, in points: written by tools/training/calculissimo.py.
#
# turn: another turn at once · counts: one, two and three of a tile · pairs: two different tiles ·
# balance: numbers (rows) with operators (columns), by how many there are. All of it is added up.
"""


def written(name: str, table: dict[str, Any]) -> str:
    rows = [f"\n[{name}]", f"turn = {table['turn']}"]
    for part in ("counts", "pairs", "balance"):
        rows += [f'{part} = """', table[part], '"""']
    return "\n".join(rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=120_000)
    parser.add_argument("--rounds", type=int, default=1)
    asked = parser.parse_args()
    print(main(asked.samples, asked.rounds))
