"""The expert's networks without NumPy: the same values, up to single precision."""

from importlib.resources import files

import numpy as np
import pytest

from quartett.core.arrays import Floats, small
from quartett.games.calavera import PADS, bots
from quartett.games.calavera.bots.duel import Inputs, numpy_chances, plain_chances
from quartett.games.calavera.bots.plain_network import Layer
from quartett.games.calavera.bots.positions import scores
from quartett.games.calavera.bots.several import NumpyLayers, PlainLayers, Several
from quartett.games.calavera.bots.turn_values import first_of_the_best
from tests.games.calavera.test_several import some

SINGLE = 1e-6
"""NumPy adds in single precision: of 510 positions the largest difference was 8e-8."""


def weights(name: str) -> dict[str, Floats]:
    """The same file read with and without NumPy."""
    path = files(bots) / "trained" / f"{name}.npz"
    with path.open("rb") as stream, np.load(stream) as found:
        ours = {name: found[name] for name in found.files}
    with path.open("rb") as stream, small.load(stream) as plain:
        assert plain.files == list(ours)
        for name in ("w1", "b1") if "w1" in ours else ("head0.w", "head0.b"):
            assert np.array_equal(np.array(plain[name].tolist()), ours[name])
    return ours


@pytest.mark.parametrize("sheet", PADS)
def test_the_network_of_the_solved_game(sheet: str) -> None:
    parts = weights(f"{sheet}-2-exact")
    layers = [(parts[f"w{n}"], parts[f"b{n}"]) for n in range(len(parts) // 2)]
    on = np.concatenate([Inputs(PADS[sheet]).on(there) for there in some(sheet, 2)])
    assert len(on) > 5
    assert plain_chances(layers)(on) == pytest.approx(numpy_chances(layers)(on), abs=SINGLE)


@pytest.mark.parametrize("sheet", PADS)
@pytest.mark.parametrize("players", [3, 4])
def test_the_networks_for_three_and_four(sheet: str, players: int) -> None:
    parts = weights(f"{sheet}-{players}-several")
    network = Several(parts, PADS[sheet])
    for there in some(sheet, players):
        rows, about = network.inputs(there, scores(there, PADS[sheet]))
        plain = PlainLayers(parts, network.states, network.sizes).logits(rows, about)
        exact = NumpyLayers(parts, network.states, network.sizes).logits(rows, about)
        assert plain == pytest.approx(exact, abs=10 * SINGLE)  # logits, before they are shares


def test_sums_below_zero_are_zero() -> None:
    layer = Layer(np.array([[1.5, -2.0], [0.25, 0.0]]), np.array([-0.5, 1.0]))
    one = 1 << 24
    assert layer([one, 2 * one]) == [int(1.5 * one), 0]
    assert layer.looked_up([1]) == [0, one]
    assert layer.looked_up([0, 1]) == [int(1.25 * one), 0]


def test_values_that_differ_by_rounding_are_equal() -> None:
    assert first_of_the_best([("a", 0.5), ("b", 0.7 - 1e-7), ("c", 0.7)]) == ("b", 0.7 - 1e-7)
    assert first_of_the_best([("a", 0.5), ("b", 0.7 - 1e-5), ("c", 0.7)]) == ("c", 0.7)
