"""What a game is worth to its seats."""

from typing import Final, Literal, TypeAlias, get_args

from quartett.core.errors import QuartettError
from quartett.core.state import State

Reward: TypeAlias = Literal["result", "score"]
ILLEGAL: Final = -1.0
"""What a seat gets whose illegal move ends a game."""


def results(state: State) -> list[float]:
    """Winners share 1, the others share −1; all 0 when everybody wins, or before the end.

    >>> from quartett.games.calcory.position import laid_out, played
    >>> results(played(laid_out("58", max_turns=1), "a1 a2 a2>a1"))
    [1.0, -1.0]
    """
    winners, players = state.winners(), state.players
    if not winners or len(winners) == players:
        return [0.0] * players
    won, lost = 1 / len(winners), -1 / (players - len(winners))
    return [won if seat in winners else lost for seat in range(players)]


def check_reward(reward: str) -> None:
    if reward not in get_args(Reward):
        raise QuartettError(f"rewards are {' or '.join(get_args(Reward))}, not {reward!r}")


class RewardMeter:
    """Gives each seat's reward since the last reading."""

    def __init__(self, reward: Reward, state: State) -> None:
        self._reward = reward
        self._scores = state.scores()

    def read(self, state: State) -> list[float]:
        """The rewards of the step that led to this state."""
        if self._reward == "result":
            return results(state)
        before, self._scores = self._scores, state.scores()
        return [float(now - then) for now, then in zip(self._scores, before, strict=True)]
