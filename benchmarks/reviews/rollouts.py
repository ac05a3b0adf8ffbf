"""Rollouts: a decision judged by playing its candidates to the end of the game, many times.

As backgammon programs check an evaluation. What the seat could not see is drawn again for each
game, every candidate meets the same cards and the same stream of chance, and strong bots play on.
Where the judge knows the mean over all outcomes of a roll, the luck of the rolls is taken off the
result: that changes no mean, whatever the judge's values are, and leaves far less noise.
"""

import copy
import math
import random
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, NamedTuple, Protocol

from quartett.bots import Bot
from quartett.core.event import CHANCE, Action, Event, Seat
from quartett.core.game import Game
from quartett.core.state import State
from quartett.games.cubus.builder.listing import ranked_shapes
from quartett.games.cubus.builder.solver import Order
from quartett.review import Judge
from quartett.review.playouts import informed, played_on
from quartett.review.values import shares_of

CANDIDATES = 4
"""The review's best action and the next best."""
BUILDS = 8
SECONDS = 60.0
"""For one decision of a bot: enough for none to hurry."""
SURE = 2.0
"""Standard errors from which a difference counts."""
AS_GOOD = 0.005
"""An action that loses no more than this is as good as the best."""


class Asked(NamedTuple):
    """A decision: what happened before it, and who decides."""

    game: Game
    start: State
    log: tuple[Event, ...]
    state: State
    seat: Seat
    judge: Judge


class Player(Protocol):
    """Plays one game to its end and says what the seat made of it."""

    def __call__(self, asked: Asked, log: list[Event], state: State, number: int, /) -> float: ...


class Candidate(NamedTuple):
    """An action, or whatever stands for it, and what the review says it is worth."""

    action: Any
    value: float


class Compared(NamedTuple):
    """What rollouts say about the review's best action."""

    better: bool
    """Whether another candidate is better, beyond doubt and by more than a trifle."""
    lost: float
    """What the candidate that rollouts call best wins more. Half of the games choose it and the
    other half say how good it is, so that noise is not taken for merit."""
    off: list[float]
    """For each other candidate the square of how much the review and the rollouts differ in what it
    gives away, less what the noise of the rollouts adds to it on average."""


def candidates(asked: Asked) -> list[Candidate]:
    """The actions of different value that the review thinks most of, best first."""
    judge, state, seat = asked.judge, asked.state, asked.seat
    options = _options(state, seat)
    if options:
        options.insert(0, judge.decision(state, seat, options[0]).best)
    values: dict[float, Action] = {}
    for action in options:
        values.setdefault(round(judge.decision(state, seat, action).value, 12), action)
    best = sorted(values, reverse=True)[:CANDIDATES]
    return [Candidate(values[value], value) for value in best]


def _options(state: Any, seat: Seat) -> list[Action]:
    if getattr(state, "phase", "") == "build":  # there may be millions
        order = Order(state.stack, frozenset(state.open), state.cards)
        return [found.action for found in islice(ranked_shapes(order), BUILDS)]
    return list(state.actions(seat))


def compared(values: Sequence[float], shares: Sequence[Sequence[float]]) -> Compared:
    """What the games say: those after the review's best action, and those after the others."""
    gains = [[b - a for a, b in zip(shares[0], other, strict=True)] for other in shares]
    better = any(_mean(gain) > max(AS_GOOD, SURE * _error(gain)) for gain in gains[1:])
    halves = [[gain[half::2] for gain in gains] for half in (0, 1)]
    chosen = [max(range(len(gains)), key=lambda n: _mean(half[n])) for half in halves]
    lost = [_mean(halves[1][chosen[0]]), _mean(halves[0][chosen[1]])]
    off = [
        (values[0] - value + _mean(gain)) ** 2 - _error(gain) ** 2
        for value, gain in zip(values[1:], gains[1:], strict=True)
    ]
    return Compared(better, _mean(lost), off)


def rolled_out(asked: Asked, action: Action, games: int, play: Player) -> list[float]:
    """The seat's share of the win in each of the games that go on from its action."""
    found = []
    for number in range(games):
        rng = random.Random(f"hidden {number}")
        log = asked.game.resample(asked.start, asked.log, asked.seat, rng)
        state = asked.start
        for event in log:
            state = state.apply(event)
        event = Event(asked.seat, action)
        found.append(play(asked, [*log, event], state.apply(event), number))
    return found


def with_bots(make: Callable[[int], Bot]) -> Player:
    """Bots play on; the result counts as it is."""

    def play(asked: Asked, log: list[Event], state: State, number: int) -> float:
        rng = random.Random(f"chance {number}")
        bots = [make(2 * number + seat) for seat in range(state.players)]
        return played_on(state, informed(bots, asked.start, log), rng, SECONDS)[asked.seat]

    return play


def without_luck(asked: Asked, _log: list[Event], state: State, number: int) -> float:
    """The judge plays on for all seats, and the luck of every roll is taken off the result."""
    judge, rng, luck = copy.copy(asked.judge), random.Random(f"chance {number}"), 0.0
    while not state.over:
        if state.is_chance:
            before = judge.value(state).shares[asked.seat]
            state = state.apply(Event(CHANCE, state.sample(rng)))
            luck += judge.value(state).shares[asked.seat] - before
        else:
            seat = min(state.to_act)
            any_action = next(iter(state.actions(seat)))
            best = judge.decision(state, seat, any_action).best
            state = state.apply(Event(seat, best))
    return shares_of(state.players, state.winners())[asked.seat] - luck


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _error(values: Sequence[float]) -> float:
    mean = _mean(values)
    spread = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return math.sqrt(spread / len(values))
