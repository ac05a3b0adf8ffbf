"""What positions and decisions are worth, as a game says it: what reviews are made from."""

import math
import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Final, Protocol

from msgspec import Struct

from quartett.core.event import CHANCE, Action, Event, Seat
from quartett.core.parts import in_module
from quartett.core.state import State

LISTED: Final = 500
"""Chance events with more outcomes than this are sampled."""
SAMPLES: Final = 16
"""How many outcomes of such an event are looked at."""


class Chances(Struct, frozen=True):
    """Each seat's expected share of the win, which sum to 1."""

    shares: tuple[float, ...]
    error: float = 0.0
    """The standard error of a share that comes from a sample."""


class Judgement(Struct, frozen=True):
    """A decision: what was played and what was best, in the winning chances of who decided."""

    kind: str
    """Which kind of decision it is, in the words of the game."""
    best: Action
    best_value: float
    value: float
    """Of the action that was played."""
    exact: bool = False
    error: float = 0.0
    """The standard error of the difference of both values; 0 where they are exact."""
    reason: str = ""
    """A code for why the best action is better; the page has a sentence for it."""
    facts: dict[str, str | int] = {}
    """The values in that sentence."""
    shift: tuple[float, ...] = ()
    """What each seat lost or won by what was given away; empty: the others won it in proportion
    to their chances."""
    reveals: str = ""
    """What the action brings to light that its seat did not know, such as a card: luck."""

    @property
    def regret(self) -> float:
        """What was given away."""
        return max(0.0, self.best_value - self.value)


class Judge(ABC):
    """Values of one game, asked in the order of its log. Derive from it and write two methods.

    `observe` is called with each event before anything behind it is asked about, so that a judge
    can remember what seats have seen.
    """

    exact: bool = False
    """Whether all values are exact, so that luck holds nothing else."""

    @abstractmethod
    def chances(self, state: State) -> Chances:
        """The winning chances where somebody is to act."""

    @abstractmethod
    def decision(self, state: State, seat: Seat, action: Action) -> Judgement:
        """What this action is worth by all that the seat knew, against its best one."""

    def observe(self, before: State, event: Event) -> None:  # noqa: B027 (most need no memory)
        """An event of the log, about to be applied to this state."""

    def expected(self, state: State) -> Chances:
        """The winning chances before a chance event: the mean over its outcomes, or a sample."""
        listed = _listed(state)
        if listed:
            after = [(self.value(state.apply(Event(CHANCE, a))), float(p)) for a, p in listed]
            return mean_of(after, exact=True)
        rng = random.Random(repr(state))
        drawn = (state.apply(Event(CHANCE, state.sample(rng))) for _ in range(SAMPLES))
        return mean_of([(self.value(after), 1 / SAMPLES) for after in drawn], exact=False)

    def value(self, state: State) -> Chances:
        """The winning chances anywhere."""
        if state.over:
            return Chances(shares_of(state.players, state.winners()))
        return self.expected(state) if state.is_chance else self.chances(state)


@in_module("bots.values")
class Values(Protocol):
    """The part of a game that knows what its positions are worth."""

    @abstractmethod
    def judge(self, start: State, /) -> Judge:
        """A judge for one game that begins here."""


def shares_of(players: int, winners: Sequence[Seat]) -> tuple[float, ...]:
    """The win, shared among the winners.

    >>> shares_of(3, (0, 2))
    (0.5, 0.0, 0.5)
    """
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(players))


def chances_of(expected: Sequence[float], scale: float) -> tuple[float, ...]:
    """Winning chances from expected final scores: a logistic for two seats, softmax for more.

    >>> chances_of([10, 10], 5.0)
    (0.5, 0.5)
    """
    top = max(expected)
    weights = [math.exp((score - top) / scale) for score in expected]
    return tuple(weight / sum(weights) for weight in weights)


def with_share(others: Sequence[float], seat: Seat, share: float) -> tuple[float, ...]:
    """The seat's share set, and the rest left to the other seats in proportion.

    >>> with_share([0.5, 0.25, 0.25], 1, 0.625)
    (0.25, 0.625, 0.125)
    """
    rest = sum(others) - others[seat]
    scale = (1 - share) / rest if rest > 0 else 0.0
    flat = (1 - share) / (len(others) - 1)
    return tuple(
        share if other == seat else value * scale if rest > 0 else flat
        for other, value in enumerate(others)
    )


def mean_of(weighed: Sequence[tuple[Chances, float]], exact: bool) -> Chances:
    """The mean of winning chances; with its standard error where they are a sample."""
    seats = range(len(weighed[0][0].shares))
    mean = tuple(math.fsum(c.shares[seat] * p for c, p in weighed) for seat in seats)
    within = math.sqrt(math.fsum((p * c.error) ** 2 for c, p in weighed))
    if exact or len(weighed) < 2:
        return Chances(mean, within)
    spread = max(
        math.fsum((c.shares[seat] - mean[seat]) ** 2 for c, _ in weighed) / (len(weighed) - 1)
        for seat in seats
    )
    return Chances(mean, math.sqrt(spread / len(weighed) + within**2))


def _listed(state: State) -> list[tuple[Action, Any]]:
    found = []
    for outcome in state.outcomes():
        found.append(outcome)
        if len(found) > LISTED:
            return []
    return found
