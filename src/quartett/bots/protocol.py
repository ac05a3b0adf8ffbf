"""The protocol of bots."""

import random
from abc import ABC, abstractmethod
from typing import ClassVar

from quartett.core.event import Action, Seen
from quartett.core.state import View


class Bot(ABC):
    """One seat of one game. Derive from it and write `choose`.

    >>> class First(Bot):
    ...     def choose(self, view, deadline):
    ...         return next(view.actions())
    """

    name: ClassVar[str] = ""
    character: ClassVar[str] = ""
    """One sentence a player reads before choosing this opponent."""

    games: ClassVar[tuple[str, ...]] = ()
    """The games it plays, by their ids; where it names none, a server offers it in all."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)

    def observe(self, seen: Seen) -> None:  # noqa: B027 (most bots need no memory)
        """What the seat may see of an event that happened; its own events are included."""

    @abstractmethod
    def choose(self, view: View, deadline: float) -> Action:
        """One of `view.actions()`, before `time.monotonic()` passes the deadline."""


class RandomBot(Bot):
    """Any legal action, all equally likely; it plays every game."""

    name = "Chance"
    character = "Plays whatever comes, and is as surprised as you are."

    def choose(self, view: View, deadline: float) -> Action:
        return view.random_action(self.rng)
