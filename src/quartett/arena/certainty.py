"""An interval for a mean that holds at every moment, so that one may look and stop at any time."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Marks: TypeAlias = NDArray[np.bool_]

STEPS = 1000
"""The interval's ends lie on a grid this fine, rounded outwards; ½ is on it."""
STAKES = np.array([[0.01], [0.02], [0.04], [0.08], [0.16], [0.32], [0.64], [0.9]])
"""Shares of the capital that gamblers stake: small ones show small differences, given time."""


class Running:
    """The mean of observations between 0 and 1, with an always-valid interval.

    For every possible mean gamblers bet that the truth is higher, others that it is lower, each
    with a stake of their own. If that mean is the truth all bets are fair, and the gamblers of
    one side together multiply their money by 2 / alpha, ever, with a chance of at most
    alpha / 2 (Ville). A mean against which they did so is therefore given up.

    >>> coin = Running(alpha=0.05)
    >>> for _ in range(12):
    ...     coin.add(1.0)
    >>> coin.low > 0.5, coin.high
    (True, 1.0)
    """

    def __init__(self, alpha: float) -> None:
        self.count = 0
        self.total = 0.0
        self.low, self.high = 0.0, 1.0
        self._goal = 2 / alpha * len(STAKES)
        self._means = np.arange(1, STEPS) / STEPS
        self._up = np.ones((len(STAKES), len(self._means)))
        self._down = self._up.copy()

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.5

    def add(self, value: float) -> None:
        """One more observation."""
        self.count += 1
        self.total += value
        self._up *= 1 + STAKES * (value / self._means - 1)
        self._down *= 1 + STAKES * ((1 - value) / (1 - self._means) - 1)
        self._give_up(self._up.sum(axis=0) >= self._goal, self._down.sum(axis=0) >= self._goal)

    def _give_up(self, too_low: Marks, too_high: Marks) -> None:
        """Narrow the interval; what was once given up stays so."""
        if too_low.any():
            self.low = max(self.low, float(self._means[too_low].max()))
        if too_high.any():
            self.high = min(self.high, float(self._means[too_high].min()))
        left = ~(too_low | too_high)
        if left.any() and not left.all():
            self._means = self._means[left]
            self._up, self._down = self._up[:, left], self._down[:, left]
