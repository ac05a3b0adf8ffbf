"""Bots by name: the four levels of a game, and `random` for every game."""

from typing import Final

from quartett.bots.protocol import Bot, RandomBot
from quartett.core.errors import QuartettError
from quartett.core.game import Game

LEVELS: Final = ("easy", "medium", "hard", "expert")


def usual_level(game: Game) -> str:
    """Who plays where nobody chose a level: `medium`, or `random` for a game without bots.

    >>> import quartett
    >>> usual_level(quartett.game("calavera"))
    'medium'
    """
    own = list(game.bots())
    return "medium" if "medium" in own else (own or ["random"])[0]


def find_bot(game: Game, name: str) -> type[Bot]:
    """The bot of this name.

    >>> import quartett
    >>> find_bot(quartett.game("calavera"), "expert").name
    'Catrina'
    """
    known: dict[str, type[Bot]] = {**game.bots(), "random": RandomBot}
    if name not in known:
        raise QuartettError(f"{game.name} has no bot {name!r}; there are {', '.join(known)}")
    return known[name]
