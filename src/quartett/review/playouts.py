"""Values of a game that has none of its own: bots play on, and the shares of wins are counted."""

import random
import time
from collections.abc import Iterator
from typing import Final

from quartett.bots import Bot, find_bot, usual_level
from quartett.core.event import CHANCE, Action, Event, Seat
from quartett.core.game import Game
from quartett.core.state import State
from quartett.review.values import Chances, Judge, Judgement, mean_of, shares_of

GAMES: Final = 24
"""How many games are played on from each position and for each candidate."""
CANDIDATES: Final = 6
"""How many actions are compared with the one that was played."""
LONGEST: Final = 10_000
"""A game that goes on for more events counts as shared by all."""
SECONDS: Final = 1.0
"""For one decision of a bot."""


class Playouts(Judge):
    """Bots of the usual level play on, a share of the wins is the value.

    A decision is judged in positions that its seat could not tell from the true one. The same
    sequence of random numbers serves every candidate, so that their difference is less noisy.
    """

    def __init__(self, game: Game, start: State, games: int = GAMES) -> None:
        self.game = game
        self.games = games
        self._start = start
        self._log: list[Event] = []

    def observe(self, before: State, event: Event) -> None:
        self._log.append(event)

    def chances(self, state: State) -> Chances:
        seeds = range(self.games)
        ends = [self._played_on(state, self._log, random.Random(seed)) for seed in seeds]
        return mean_of([(Chances(end), 1 / len(ends)) for end in ends], exact=False)

    def expected(self, state: State) -> Chances:
        """As anywhere else: the games begin with this event."""
        return self.chances(state)

    def decision(self, state: State, seat: Seat, action: Action) -> Judgement:
        kind = str(action.__struct_config__.tag)
        played = self._worth(seat, action)
        others = {a: self._worth(seat, a) for a in self._candidates(state, seat, action)}
        best = max(others, key=lambda a: sum(others[a]), default=action)
        gains = [b - p for b, p in zip(others.get(best, played), played, strict=True)]
        mean = sum(gains) / len(gains)
        spread = sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1)
        error = (spread / len(gains)) ** 0.5
        value = sum(played) / len(played)
        # The best of several noisy candidates looks better than it is: only what exceeds twice
        # the error counts as better.
        better = mean if mean > 2 * error else 0.0
        return Judgement(kind, best, value + better, value, error=error)

    def _candidates(self, state: State, seat: Seat, action: Action) -> Iterator[Action]:
        rng = random.Random(len(self._log))
        seen = {action}
        for _ in range(4 * CANDIDATES):
            other = state.random_action(seat, rng)
            if other not in seen and len(seen) <= CANDIDATES:
                seen.add(other)
                yield other

    def _worth(self, seat: Seat, action: Action) -> list[float]:
        """The share of the win in each of the games after this action."""
        found = []
        for number in range(self.games):
            rng = random.Random(number)
            log = self.game.resample(self._start, self._log, seat, rng)
            state = self._start
            for event in log:
                state = state.apply(event)
            event = Event(seat, action)
            found.append(self._played_on(state.apply(event), [*log, event], rng)[seat])
        return found

    def _played_on(self, state: State, log: list[Event], rng: random.Random) -> tuple[float, ...]:
        kind = find_bot(self.game, usual_level(self.game))
        bots = [kind(rng.randrange(1 << 30)) for _ in range(self._start.players)]
        return played_on(state, informed(bots, self._start, log), rng)


def informed(bots: list[Bot], start: State, log: list[Event]) -> list[Bot]:
    """Show each bot what its seat has seen of the game."""
    state = start
    for event in log:
        _show(bots, state, event)
        state = state.apply(event)
    return bots


def played_on(
    state: State, bots: list[Bot], rng: random.Random, seconds: float = SECONDS
) -> tuple[float, ...]:
    """Let bots play to the end; each seat's share of the win."""
    for _ in range(LONGEST):
        if state.over:
            return shares_of(state.players, state.winners())
        event = _next(state, bots, rng, seconds)
        _show(bots, state, event)
        state = state.apply(event)
    return (1 / state.players,) * state.players


def _show(bots: list[Bot], before: State, event: Event) -> None:
    for seat, bot in enumerate(bots):
        bot.observe(before.redact(event, seat))


def _next(state: State, bots: list[Bot], rng: random.Random, seconds: float) -> Event:
    if state.is_chance:
        return Event(CHANCE, state.sample(rng))
    seat = min(state.to_act)
    return Event(seat, bots[seat].choose(state.view(seat), time.monotonic() + seconds))
