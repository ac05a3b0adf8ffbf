"""The bots on all seats but the agent's."""

import math
import time
from collections.abc import Sequence

from quartett.bots import Bot, find_bot
from quartett.core import fairness
from quartett.core.errors import QuartettError
from quartett.core.event import Action, Event, Seat
from quartett.core.state import State
from quartett.envs.episode import Episode
from quartett.envs.factored import Form
from quartett.envs.naming import weakest


class SeatedBots:
    """They are shown every event as their seats may see it, and act in turn."""

    def __init__(
        self, form: Form, seat: Seat, levels: Sequence[str], seed: str, seconds: float
    ) -> None:
        others = [other for other in range(form.players) if other != seat]
        self.seat = seat
        """The agent's."""
        self.seconds = seconds
        self.bots: dict[Seat, Bot] = {
            other: find_bot(form.game, level)(_bot_seed(seed, other))
            for other, level in zip(others, levels, strict=True)
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
            episode.act(seat, self._choose(episode.state, seat))

    def _choose(self, state: State, seat: Seat) -> Action:
        deadline = math.inf if self.seconds == math.inf else time.monotonic() + self.seconds
        return self.bots[seat].choose(state.view(seat), deadline)


def levels_of(form: Form, opponents: str | Sequence[str] | None) -> tuple[str, ...]:
    """A level for each of the other seats, in their order; one for all where one is given."""
    others = form.players - 1
    if opponents is None:
        opponents = weakest(form.game)
    levels = (opponents,) * others if isinstance(opponents, str) else tuple(opponents)
    if len(levels) != others:
        raise QuartettError(f"{form.players} players need {others} opponents, not {len(levels)}")
    for level in levels:
        find_bot(form.game, level)
    return levels


def check_seat(form: Form, seat: Seat | None) -> None:
    if seat is not None and seat not in range(form.players):
        raise QuartettError(
            f"seat is {seat!r}; it is 0 to {form.players - 1}, or None: drawn for each game"
        )


def _bot_seed(seed: str, seat: Seat) -> int:
    return int.from_bytes(fairness.seeded(seed, f"bot {seat}"), "big")
