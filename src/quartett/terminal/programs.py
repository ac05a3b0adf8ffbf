"""The kernels of a game that can be compiled."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from quartett.core.game import Game
from quartett.core.kernels import Program
from quartett.core.parts import in_module, part


@in_module("programs")
class Programs(Protocol):
    """The part of a game that says what can be compiled."""

    @property
    @abstractmethod
    def PROGRAMS(self) -> Sequence[Program]:  # noqa: N802 (a constant)
        """All that the game's rules and bots call."""


def programs(game: Game) -> Sequence[Program]:
    """What can be compiled of a game; nothing where it does not say."""
    found = part(game, Programs)
    return found.PROGRAMS if found else ()
