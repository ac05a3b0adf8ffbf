"""Shares of wins with honest intervals."""

from math import sqrt

from msgspec import Struct

Z95 = 1.959964


def wilson(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The 95 % interval of a share of wins; shared wins count in part.

    >>> low, high = wilson(60, 100)
    >>> round(low, 3), round(high, 3)
    (0.502, 0.691)
    """
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    reach = spread / (1 + z * z / games)
    return max(0.0, centre - reach), min(1.0, centre + reach)


class Standing(Struct):
    """One entrant's results over many games."""

    name: str
    games: int = 0
    wins: float = 0.0
    points: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    """The longest decision, in seconds."""
    decisions: int = 0
    forfeits: int = 0

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.games)

    @property
    def mean_score(self) -> float:
        return self.points / self.games if self.games else 0.0

    @property
    def seconds_a_decision(self) -> float:
        return self.seconds / self.decisions if self.decisions else 0.0
