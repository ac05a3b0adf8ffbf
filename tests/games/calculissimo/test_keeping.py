"""What kept tiles are worth: the file that people can read, and its compiled twin."""

import random

import numpy as np
import pytest
from tools.training.calculissimo import RACKS, fitted

from quartett.games.calculissimo import edition
from quartett.games.calculissimo.board.tiles import TILES, count, spread
from quartett.games.calculissimo.bots.keeping import MANY, kept_in, kept_values, read_kept
from quartett.games.calculissimo.bots.simulation.engine import scale_of
from quartett.games.calculissimo.bots.simulation.hands import LONG, worth_keeping

FORM = {
    "turn": 100,
    "counts": "    1   2   3\n9  30  70 120\n×  40  10 -30\n",
    "pairs": "\n".join(["(not read)", "9" + "   1" * 3 + "  37   4", "+   2   3   5   6"]),
    "balance": "   0   1   2\n0  0   7  -3\n1  8  20\n",
}


def test_values_are_read_as_they_are_written() -> None:
    kept = read_kept(FORM)
    nine, times, plus = (TILES.index(tile) for tile in "9×+")
    assert kept.turn == 100
    assert kept.counts[MANY * nine : MANY * nine + 5] == (0, 30, 70, 120, 170)
    assert kept.counts[MANY * times + 3] == -30
    assert kept.counts[:MANY] == (0,) * MANY  # a tile that is not named
    assert kept.pairs[len(TILES) * nine + times] == 1
    assert kept.pairs[len(TILES) * nine + len(TILES) - 1] == 4
    assert kept.pairs[len(TILES) * plus + plus + 1] == 2
    assert kept.balance[MANY + 1] == 20


def plain_value(name: str, tiles: tuple[str, ...]) -> float:
    """The sum that the file describes, tile by tile."""
    kept = kept_in(edition(name))
    kinds = sorted({TILES.index(tile) for tile in tiles})
    numbers = sum(tile.isdigit() for tile in tiles)
    operators = len(tiles) - numbers - tiles.count("?")
    counts = sum(kept.counts[MANY * kind + tiles.count(TILES[kind])] for kind in kinds)
    pairs = sum(kept.pairs[len(TILES) * a + b] for a in kinds for b in kinds if a < b)
    return counts + pairs + kept.balance[MANY * numbers + operators]


@pytest.mark.parametrize("name", ["standard", "children"])
def test_arrays_kernels_and_the_plain_sum_agree(name: str) -> None:
    rng, played = random.Random(1), edition(name)
    scale = scale_of(played, kept_in(played)).tolist()
    for _ in range(60):
        tiles = tuple(rng.sample(spread(played.tiles), rng.randrange(played.rack + 1)))
        plain = plain_value(name, tiles)
        assert kept_values(played, np.array([count(tiles)]))[0] == pytest.approx(plain)
        assert worth_keeping([0, *count(tiles)], scale, LONG) == pytest.approx(1000 * plain, abs=1)


def test_what_multiplies_is_worth_keeping_together() -> None:
    def value(tiles: str) -> float:
        return float(kept_values(edition("standard"), np.array([count(tiles)]))[0])

    assert value("9×") > value("9") + value("×")
    assert value("××") < value("×")
    assert value("9×") > value("9÷") > value("÷÷")


def test_the_fit_finds_what_tiles_are_worth_whatever_the_board() -> None:
    rng, played = np.random.default_rng(1), edition("standard")
    nine, times = TILES.index("9"), TILES.index("×")
    places = np.repeat(np.arange(200), RACKS)
    kept = rng.binomial(1, 0.3, (len(places), len(TILES))).astype(float)
    worth = 40 * kept[:, nine] + 25 * kept[:, nine] * kept[:, times]
    boards = rng.normal(0, 300, 200)[places]
    found = read_kept(
        fitted(played, kept, 150 + worth + boards - boards.mean(), places.astype(float))
    )
    assert found.counts[MANY * nine + 1] == pytest.approx(40, abs=3)
    assert found.counts[MANY * times + 1] == pytest.approx(0, abs=3)
    assert found.pairs[len(TILES) * nine + times] == pytest.approx(25, abs=5)
    assert found.turn == pytest.approx(150, abs=3)
