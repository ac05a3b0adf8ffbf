"""Bots by name: the levels of a game, and `random` for every game."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Final, Protocol

from quartett.bots.files import offered_bots
from quartett.bots.protocol import Bot, RandomBot
from quartett.core.errors import QuartettError
from quartett.core.game import Game
from quartett.core.parts import in_module, part

LEVELS: Final = ("beginner", "easy", "medium", "advanced", "hard", "expert")


@in_module("bots")
class Opponents(Protocol):
    """The part of a game that holds its own bots."""

    @property
    @abstractmethod
    def LEVELS(self) -> Mapping[str, type[Bot]]:  # noqa: N802 (a constant of the module)
        """The bots by level, weakest first."""


def levels(game: Game) -> Mapping[str, type[Bot]]:
    """The levels of the game's own bots, weakest first; none where it has no bots."""
    found = part(game, Opponents)
    return {} if found is None else found.LEVELS


def usual_level(game: Game) -> str:
    """Who plays where nobody chose a level: `medium`, or `random` for a game without bots.

    >>> import quartett
    >>> usual_level(quartett.game("calavera"))
    'medium'
    """
    own = list(levels(game))
    return "medium" if "medium" in own else (own or ["random"])[0]


def find_bot(game: Game, name: str) -> type[Bot]:
    """The bot of this name.

    >>> import quartett
    >>> find_bot(quartett.game("calavera"), "expert").name
    'Catrina'
    """
    known: dict[str, type[Bot]] = {**offered_bots(game.id), **levels(game), "random": RandomBot}
    if name not in known:
        raise QuartettError(f"{game.name} has no bot {name!r}; there are {', '.join(known)}")
    return known[name]
