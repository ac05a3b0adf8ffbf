"""Who plays a seat that is no agent's: a level, a bot of one's own, a function, a policy."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from quartett.bots import Bot, find_bot
from quartett.core import fairness
from quartett.core.errors import QuartettError
from quartett.core.event import Action, Seat
from quartett.core.state import View
from quartett.envs.factored import Form


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
