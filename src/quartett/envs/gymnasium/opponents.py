"""The bots on all seats but the agent's."""

import math
import time
from collections.abc import Iterable, Sequence
from typing import Any

from quartett.bots import Bot
from quartett.core.errors import QuartettError
from quartett.core.event import Action, Event, Seat
from quartett.core.state import State
from quartett.envs.episode import Episode
from quartett.envs.factored import Form
from quartett.envs.naming import weakest
from quartett.envs.players import Opponent, Policy, bot_seed, check_opponent, new_bot


class SeatedBots:
    """They are shown every event as their seats may see it, and act in turn."""

    def __init__(
        self, form: Form, seat: Seat, opponents: Sequence[Opponent], seed: str, seconds: float
    ) -> None:
        others = [other for other in range(form.players) if other != seat]
        self.seat = seat
        """The agent's."""
        self.seconds = seconds
        seated = dict(zip(others, opponents, strict=True))
        self.policies = {at: one for at, one in seated.items() if isinstance(one, Policy)}
        self.bots: dict[Seat, Bot] = {
            at: new_bot(form, one, bot_seed(seed, at))
            for at, one in seated.items()
            if not isinstance(one, Policy)
        }

    def observe(self, state: State, event: Event) -> None:
        for seat, bot in self.bots.items():
            bot.observe(state.redact(event, seat))

    def replay(self, state: State, event: Event) -> None:
        """Ask a bot again for what it did, so that it is as it was after it."""
        if isinstance(event.actor, int) and event.actor in self.bots:
            self._choose(state, event.actor)
        self.observe(state, event)

    def play(self, episode: Episode) -> None:
        """Act until it is the agent's turn or the game is over."""
        while (seat := episode.seat) is not None and seat != self.seat:
            if seat in self.policies:
                draft = episode.draft(seat)
                move = self.policies[seat].function(draft.observe(), draft.mask.copy())
                episode.move(seat, int(move))
            else:
                episode.act(seat, self._choose(episode.state, seat))

    def _choose(self, state: State, seat: Seat) -> Action:
        deadline = math.inf if self.seconds == math.inf else time.monotonic() + self.seconds
        return self.bots[seat].choose(state.view(seat), deadline)


def opponents_of(
    form: Form, opponents: Opponent | Sequence[Opponent] | None
) -> tuple[Opponent, ...]:
    """An opponent for each of the other seats, in their order; one for all where one is given."""
    others = form.players - 1
    given: Any = weakest(form.game) if opponents is None else opponents
    one_for_all = isinstance(given, (str, Policy)) or not isinstance(given, Iterable)
    every: tuple[Any, ...] = (given,) * others if one_for_all else tuple(given)
    if len(every) != others:
        needed = "1 opponent" if others == 1 else f"{others} opponents"
        raise QuartettError(f"{form.players} players need {needed}, not {len(every)}")
    for one in every:
        check_opponent(form, one)
    return every


def check_seat(form: Form, seat: Seat | None) -> None:
    if seat is not None and seat not in range(form.players):
        raise QuartettError(
            f"seat is {seat!r}; it is 0 to {form.players - 1}, or None: drawn for each game"
        )
