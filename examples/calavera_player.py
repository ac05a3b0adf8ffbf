"""A trained player at the table: the weights of `train_calavera.py` in NumPy, as a bot.

quartett match calavera learner easy -n 2000 --code examples/calavera_player.py
"""

from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quartett import Bot
from quartett.core.event import Action
from quartett.core.state import View as AnyView
from quartett.games.calavera import View
from quartett.games.calavera.jax.numbers import action
from quartett.games.calavera.jax.plain import legal, observation

Weights: TypeAlias = dict[str, NDArray[Any]]
SHIPPED = Path(__file__).with_name("calavera.npz")


class Learner(Bot):
    """Plays what the network likes best, with two players on the standard pad."""

    name = "Learner"
    character = "Has played a great many games, all of them against itself."

    def __init__(self, seed: int = 0, weights: Weights | None = None) -> None:
        super().__init__(seed)
        self.weights = weights or loaded(SHIPPED)

    def choose(self, view: AnyView, deadline: float) -> Action:
        assert isinstance(view, View)
        liking = np.where(legal(view), likings(self.weights, observation(view)), -np.inf)
        return action(int(liking.argmax()))


def likings(weights: Weights, seen: NDArray[np.int8]) -> NDArray[np.float32]:
    """How much the network likes every action, legal or not."""
    inner = np.maximum(seen.astype(np.float32) / 4 @ weights["w1"] + weights["b1"], 0)
    inner = np.maximum(inner @ weights["w2"] + weights["b2"], 0)
    found: NDArray[np.float32] = inner @ weights["wp"] + weights["bp"]
    return found


@cache
def loaded(file: Path) -> Weights:
    with np.load(file) as kept:
        return {name: kept[name].astype(np.float32) for name in kept.files}
