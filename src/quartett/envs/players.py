"""Opponents of an agent: a level, a custom bot, a function or a policy."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from quartett.bots import Bot, find_bot
from quartett.core import fairness
from quartett.core.errors import QuartettError
from quartett.core.event import Action, Event, Seat
from quartett.core.state import State, View
from quartett.envs.factored import Draft, Form


@dataclass(frozen=True)
class Policy:
    """An opponent that is given what an agent is given: `function(observation, mask)` is a move."""

    function: Callable[[Any, Any], Any]


Opponent: TypeAlias = str | type[Bot] | Callable[[View, float], Action] | Policy
"""A level, a class of bots, a function like `Bot.choose`, or a policy."""


class Chooser(Bot):
    """A bot that is one function."""

    def __init__(self, function: Callable[[View, float], Action]) -> None:
        super().__init__()
        self._function = function

    def choose(self, view: View, deadline: float) -> Action:
        return self._function(view, deadline)


def new_bot(form: Form, opponent: Any, seed: int) -> Bot:
    """A new bot for a game; `check_opponent` has checked what it is made of."""
    if isinstance(opponent, str):
        return find_bot(form.game, opponent)(seed)
    if isinstance(opponent, type) and issubclass(opponent, Bot):
        return opponent(seed)
    return Chooser(opponent)


def check_opponent(form: Form, opponent: Any) -> None:
    if isinstance(opponent, str):
        find_bot(form.game, opponent)
    elif isinstance(opponent, Bot):
        raise QuartettError("an opponent is a class of bots, not a bot: each game makes a new one")
    elif isinstance(opponent, type) and not issubclass(opponent, Bot):
        raise QuartettError(f"{opponent.__name__} does not derive from quartett.Bot")
    elif not isinstance(opponent, Policy) and not callable(opponent):
        raise QuartettError(
            f"an opponent is a level, a class, a function or a Policy, not {opponent!r}"
        )


def bot_seed(seed: str, seat: Seat) -> int:
    return int.from_bytes(fairness.seeded(seed, f"bot {seat}"), "big")


class Mover:
    """A player of one seat of one game, who gives the small moves of a turn one by one."""

    def __init__(
        self, form: Form, seat: Seat, opponent: Opponent, seed: str, seconds: float
    ) -> None:
        self._policy = opponent.function if isinstance(opponent, Policy) else None
        self._bot = None if self._policy else new_bot(form, opponent, bot_seed(seed, seat))
        self._seat = seat
        self._seconds = seconds
        self.shown = 0
        """How many events of the game it has been shown."""
        self._chosen_at: int | None = None
        self._turn: list[int] = []

    def observe(self, before: State, event: Event) -> None:
        if self._bot is not None:
            self._bot.observe(before.redact(event, self._seat))
        self.shown += 1

    def move(self, state: State, draft: Draft) -> int:
        """The next small move; asked again before it is made, it is the same."""
        if self._policy is not None:
            return int(self._policy(draft.observe(), draft.mask.copy()))
        if not draft.made and self._chosen_at != self.shown:
            self._turn = draft.path(self._choose(state))
            self._chosen_at = self.shown
        made = len(draft.made)
        if self._turn[:made] != list(draft.made):
            raise QuartettError("a bot plays whole turns; this one was begun by somebody else")
        return self._turn[made]

    def _choose(self, state: State) -> Action:
        assert self._bot is not None
        deadline = math.inf if self._seconds == math.inf else time.monotonic() + self._seconds
        action = self._bot.choose(state.view(self._seat), deadline)
        state.check(self._seat, action)
        return action
