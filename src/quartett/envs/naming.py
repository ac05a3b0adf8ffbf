"""What a game is called in other libraries."""

import re

from quartett.bots import levels
from quartett.core.game import Game


def gymnasium_id(name: str) -> str:
    """The id for a game of this name; Gymnasium allows no spaces in it.

    >>> gymnasium_id("Calavera"), gymnasium_id("High Card")
    ('quartett/Calavera-v1', 'quartett/HighCard-v1')
    """
    plain = re.sub(r"[^\w:.-]", "", name)
    return f"quartett/{plain}-v1"


def openspiel_name(id: str) -> str:
    """
    >>> openspiel_name("calavera")
    'quartett_calavera'
    """
    return f"quartett_{id}"


def weakest(game: Game) -> str:
    """The name of the game's weakest bot; random play where it has none of its own.

    >>> import quartett
    >>> weakest(quartett.game("calavera"))
    'beginner'
    """
    return next(iter(levels(game)), "random")
