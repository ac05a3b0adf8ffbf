"""The encoding of a game that has none of its own: each action that its types allow is a move."""

from collections.abc import Sequence
from functools import partial
from inspect import getdoc
from typing import Final

from msgspec import inspect

from quartett.core.errors import QuartettError
from quartett.core.event import Action
from quartett.core.game import Game
from quartett.core.state import Options, View
from quartett.envs.factored.chance import MOST_OUTCOMES, ChanceNumbering
from quartett.envs.factored.domain import Domain, Unbounded, domain
from quartett.envs.factored.encoding import Draft, Encoding
from quartett.envs.factored.flatten import view_fields
from quartett.envs.factored.lists import Group, Mask, Moves

MOST_ACTIONS: Final = 10_000
"""A game whose types allow more actions needs an encoding of its own."""
LONGEST: Final = 100_000


class NoEncoding(QuartettError, TypeError):
    """A game without an automatic environment; the text says why and what it needs."""


def numbered(game: Game, players: int, options: Options) -> Encoding:
    """Actions in the order of their types and fields, and the view's fields in order.

    The numbers depend on the types alone, so they are the same for all options.
    """
    try:
        domains = [_domain(kind) for kind in game.player_actions]
        fields = view_fields(game.start(players, options).view(0), players)
    except Unbounded as unbounded:
        raise NoEncoding(f"{game.name} needs an env part, or bounded types: {unbounded}") from None
    _check_size(game, sum(found.size for found in domains))
    # A struct may bring its fields into order, so that several rows make one action.
    lists = [list(dict.fromkeys(found.values())) for found in domains]
    actions = [action for own in lists for action in own]
    kinds = zip(game.player_actions, lists, strict=True)
    return Encoding(
        Moves([_group(kind, own) for kind, own in kinds if own]),
        fields,
        partial(WholeAction, actions, {action: move for move, action in enumerate(actions)}),
        LONGEST,
        ChanceNumbering(_most_outcomes(game)),
    )


class WholeAction(Draft):
    """Every move is a whole action."""

    def __init__(
        self,
        actions: Sequence[Action],
        numbers: dict[Action, int],
        encoding: Encoding,
        view: View,
    ) -> None:
        super().__init__(encoding, view)
        self._actions = actions
        self._numbers = numbers

    def allow(self, mask: Mask) -> None:
        for action in self.view.actions():
            mask[self._number(action)] = 1

    def follow(self, move: int) -> Action:
        return self._actions[move]

    def path(self, action: Action) -> list[int]:
        return [self._number(action)]

    def _number(self, action: Action) -> int:
        found = self._numbers.get(action)
        if found is None:
            raise NoEncoding(f"the action {action!r} is outside the bounds of its type")
        return found


def _check_size(game: Game, size: int) -> None:
    if size > MOST_ACTIONS:
        raise NoEncoding(
            f"{game.name} needs an env part: its types allow {size:,} actions, and no more than "
            f"{MOST_ACTIONS:,} are numbered without one"
        )


def _domain(kind: type[Action]) -> Domain:
    return domain(inspect.type_info(kind), kind.__name__)


def _group(kind: type[Action], actions: Sequence[Action]) -> Group:
    name = str(kind.__struct_config__.tag)
    own = kind.__doc__ and getdoc(kind)
    text = own.splitlines()[0] if own else f"the action `{name}`"
    return Group(name, tuple(map(str, actions)), text)


def _most_outcomes(game: Game) -> int:
    """As many as the types allow; where they do not say, as many as there may be at all."""
    try:
        return min(MOST_OUTCOMES, sum(_domain(kind).size for kind in game.chance_actions))
    except Unbounded:
        return MOST_OUTCOMES
