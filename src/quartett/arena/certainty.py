"""A confidence interval for a mean that is valid at every moment, whenever one looks or stops."""

from quartett.core.arrays import Bools, np

STEPS = 1000
"""The interval's ends lie on a grid this fine, rounded outwards; it contains ½."""
STAKES = np.array([[0.01], [0.02], [0.04], [0.08], [0.16], [0.32], [0.64], [0.9]])
"""Fractions of the capital that are bet: small ones detect small differences, given time."""


class Running:
    """The mean of observations between 0 and 1, with an always-valid interval.

    The method is testing by betting. Against each candidate mean, one set of bets says that
    the true mean is higher, another that it is lower, with one stake each. If the candidate is
    the true mean, all bets are fair, and by Ville's inequality the chance that one set ever
    multiplies its capital by 2 / alpha is at most alpha / 2. A candidate against which that
    happens is rejected.

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
        self._reject(self._up.sum(axis=0) >= self._goal, self._down.sum(axis=0) >= self._goal)

    def _reject(self, too_low: Bools, too_high: Bools) -> None:
        """Narrow the interval; a candidate once rejected stays rejected."""
        if too_low.any():
            self.low = max(self.low, float(self._means[too_low].max()))
        if too_high.any():
            self.high = min(self.high, float(self._means[too_high].min()))
        left = ~(too_low | too_high)
        if left.any() and not left.all():
            self._means = self._means[left]
            self._up, self._down = self._up[:, left], self._down[:, left]
