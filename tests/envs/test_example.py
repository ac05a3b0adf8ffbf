"""The example that learns Calavera: a few hundred moves of it."""

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

FILE = Path(__file__).parent.parent.parent / "examples" / "calavera_ppo.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("calavera_ppo", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_plays_legal_moves_and_learns_from_them(example: ModuleType) -> None:
    learner = example.Learner(seed=1, tables=4)
    batch = learner.play(96)
    assert len(batch["move"]) > 300
    assert learner.results
    assert batch["mask"][np.arange(len(batch["move"])), batch["move"]].all()
    before = {name: w.copy() for name, w in learner.network.weights.items()}
    learner.learn(batch, 1e-3)
    assert all((before[name] != w).any() for name, w in learner.network.weights.items())


def test_a_step_goes_towards_moves_that_gained(example: ModuleType) -> None:
    rng = np.random.default_rng(1)
    network = example.Network(5, 3, rng)
    seen, mask = rng.normal(size=(8, 5)), np.ones((8, 3))
    chances, value, kept = network(seen, mask)
    wanted = np.zeros_like(chances)
    wanted[:, 1] = 1
    network.learn(kept, -(wanted - chances) / 8, (value - 1) / 8, 0.01)
    after, value_after, _ = network(seen, mask)
    assert after[:, 1].mean() > chances[:, 1].mean()
    assert ((value_after - 1) ** 2).sum() < ((value - 1) ** 2).sum()


def test_the_slopes_are_those_of_the_loss(example: ModuleType) -> None:
    """By differences: the policy's log-probability of a move, weight by weight."""
    rng = np.random.default_rng(2)
    network = example.Network(4, 3, rng)
    network.weights["p2"] = rng.normal(size=network.weights["p2"].shape)
    seen, mask = rng.normal(size=(1, 4)), np.array([[1, 1, 0]])
    chances, _, (_, policy, _) = network(seen, mask)
    by_logits = np.array([[1.0, 0, 0]]) - chances
    slope = policy.T @ by_logits
    for at in [(0, 0), (3, 1), (7, 2)]:
        network.weights["p2"][at] += 1e-6
        moved = np.log(network(seen, mask)[0][0, 0]) - np.log(chances[0, 0])
        network.weights["p2"][at] -= 1e-6
        assert moved / 1e-6 == pytest.approx(slope[at], abs=1e-4)


def test_the_curve_is_a_picture(example: ModuleType) -> None:
    drawn = example.curve([(0, 40.0, 100), (1000, 70.0, 100)])
    assert drawn.startswith("<svg") and "1,000 moves" in drawn
