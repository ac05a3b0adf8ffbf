"""A form is a game in small moves: by the game's own encoding, or by the one that types give."""

from abc import abstractmethod
from collections.abc import Mapping
from functools import cache
from typing import Any, Protocol

from quartett.core.game import Game
from quartett.core.parts import in_module, part
from quartett.core.registry import game as find_game
from quartett.core.state import Options, View
from quartett.envs.factored.encoding import Draft, Encoding
from quartett.envs.factored.numbered import numbered


@in_module("env")
class SmallMoves(Protocol):
    """How the game's turns, views and chance become whole numbers.

    A game without it gets a list of all its actions and its view's fields in order, where their
    types are bounded (`numbered`).
    """

    @abstractmethod
    def encoding(self, players: int, options: Any, /) -> Encoding:
        """The encoding of a table; the options are the game's own."""


class Form:
    """One game in small moves, for a number of players and its options."""

    def __init__(self, game: Game, players: int, options: Options, encoding: Encoding) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.encoding = encoding
        self.moves = encoding.moves
        self.fields = encoding.fields
        self._draft = encoding.draft

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its name: all forms of one table are one."""
        return factored, (self.game.id, self.players, self.options)

    def __deepcopy__(self, _: Any) -> "Form":
        """It never changes; and its game may not be installed."""
        return self

    def begin(self, view: View) -> Draft:
        """A seat's turn before its first move."""
        return self._draft(self.encoding, view)


def factored(
    game: Game | str, players: int, options: Options | Mapping[str, Any] | None = None
) -> Form:
    """The game in small moves for this number of players; options as a struct or by name.

    >>> form = factored("calavera", 2)
    >>> len(form.moves), form.moves.label(63)
    (76, 'mark orange')
    """
    game = find_game(game) if isinstance(game, str) else game
    if isinstance(options, Mapping):
        options = game.options(dict(options))
    options = game.Options() if options is None else options
    start = game.start(players, options)  # refuses a table that cannot be
    return _form(game, start.players, options)


@cache
def _form(game: Game, players: int, options: Options) -> Form:
    own = part(game, SmallMoves)
    if own is not None:
        return Form(game, players, options, own.encoding(players, options))
    return Form(game, players, options, numbered(game, players, options))
