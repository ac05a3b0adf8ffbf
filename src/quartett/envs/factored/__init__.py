"""Every game in small moves: numbered, documented, masked so that every turn can be finished."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final

from quartett.core.errors import QuartettError
from quartett.core.game import Game
from quartett.core.registry import game as find_game
from quartett.core.state import Options
from quartett.envs.factored.form import Draft, Form
from quartett.envs.factored.lists import Field, Fields, Group, Moves

FORMS: Final = ("calavera", "calcory", "calculissimo", "cubus")
"""The games that have a factored form."""


def factored(
    game: Game | str, players: int, options: Options | Mapping[str, Any] | None = None
) -> Form:
    """The game for so many players in small moves; options as a struct or by name.

    >>> form = factored("calavera", 2)
    >>> len(form.moves), form.moves.label(63)
    (76, 'mark orange')
    """
    game = find_game(game) if isinstance(game, str) else game
    if isinstance(options, Mapping):
        options = game.options(dict(options))
    options = game.Options() if options is None else options
    start = game.start(players, options)  # refuses a table that cannot be
    if game.id not in FORMS:
        raise QuartettError(f"{game.name} has no factored form; there are {', '.join(FORMS)}")
    return _form(game, start.players, options)


@cache
def _form(game: Game, players: int, options: Options) -> Form:
    module = import_module(f"quartett.games.{game.id}.env")
    made: Form = module.form(game, players, options)
    return made


__all__ = ["FORMS", "Draft", "Field", "Fields", "Form", "Group", "Moves", "factored"]
