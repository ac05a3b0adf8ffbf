"""One seat of a table for the agent, bots on all the others."""

import math
import time
from collections.abc import Sequence

from quartett.bots import Bot, find_bot
from quartett.core import fairness
from quartett.core.errors import QuartettError
from quartett.core.event import Action, Event, Seat
from quartett.core.state import State
from quartett.envs.episode import Table
from quartett.envs.factored import Form


class Company:
    """The bots around the agent: they see every event as their seats may, and answer in turn."""

    def __init__(
        self, form: Form, seat: Seat, levels: Sequence[str], seed: str, seconds: float
    ) -> None:
        others = [other for other in range(form.players) if other != seat]
        self.seat = seat
        self.seconds = seconds
        self.bots: dict[Seat, Bot] = {
            other: find_bot(form.game, level)(_bot_seed(seed, other))
            for other, level in zip(others, levels, strict=True)
        }

    def hear(self, state: State, event: Event) -> None:
        for seat, bot in self.bots.items():
            bot.observe(state.redact(event, seat))

    def hear_again(self, state: State, event: Event) -> None:
        """In a replay a bot is asked again for what it did, so that it is as it was after it."""
        if isinstance(event.actor, int) and event.actor in self.bots:
            self._ask(state, event.actor)
        self.hear(state, event)

    def play(self, table: Table) -> None:
        """Act until the agent is asked or the game is over."""
        while (seat := table.seat) is not None and seat != self.seat:
            table.act(seat, self._ask(table.state, seat))

    def _ask(self, state: State, seat: Seat) -> Action:
        deadline = math.inf if self.seconds == math.inf else time.monotonic() + self.seconds
        return self.bots[seat].choose(state.view(seat), deadline)


def levels_of(form: Form, opponents: str | Sequence[str]) -> tuple[str, ...]:
    """A level for each of the other seats, in their order; one for all where one is given."""
    others = form.players - 1
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
