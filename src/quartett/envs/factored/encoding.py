"""A game's moves, views and chance as numbers, and a seat's turn in the making."""

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, SupportsIndex, Union

import numpy as np

from quartett.core.errors import IllegalAction
from quartett.core.event import Action
from quartett.core.state import View
from quartett.envs.factored.chance import ALL_LISTED, ChanceNumbering
from quartett.envs.factored.lists import Fields, Ints, Mask, Moves


class Draft(ABC):
    """A view of a seat and the small moves it has made since; a value, never changed.

    Every draft of a seat that may act has a legal move, and whatever legal moves follow, the
    turn comes to its end.
    """

    def __init__(self, encoding: "Encoding", view: Any, made: tuple[int, ...] = ()) -> None:
        self.encoding = encoding
        self.view = view
        self.made = made
        self._mask: Mask | None = None

    @property
    def mask(self) -> Mask:
        """1 for every legal move; nothing for a seat that may not act. Copy it to change it."""
        if self._mask is None:
            self._mask = self.masked()
        return self._mask

    def masked(self) -> Mask:
        """The mask, rebuilt."""
        mask = np.zeros(len(self.encoding.moves), np.int8)
        if self.view.seat in self.view.to_act:
            self.allow(mask)
        return mask

    @abstractmethod
    def allow(self, mask: Mask) -> None:
        """Mark the legal moves of a seat that may act."""

    @abstractmethod
    def follow(self, move: int) -> Union["Draft", Action]:
        """The draft after a legal move, or the whole action that it completes."""

    @abstractmethod
    def path(self, action: Action) -> list[int]:
        """The moves that make up a legal action, from the beginning of the turn."""

    def then(self, move: SupportsIndex) -> Union["Draft", Action]:
        """The same as `follow`, and a move that is not legal is refused."""
        moves, number = self.encoding.moves, whole(move)
        if not 0 <= number < len(moves):
            raise IllegalAction("no_such_move", f"moves are 0 to {len(moves) - 1}, not {number}")
        if not self.mask[number]:
            raise IllegalAction(
                "masked", f"move {number} ({moves.label(number)}) is not legal now",
                {"move": number},
            )  # fmt: skip
        return self.follow(number)

    def observe(self) -> Ints:
        """What the seat knows, as one row of numbers."""
        return self.encoding.fields.observe(self)


def whole(move: SupportsIndex) -> int:
    """A move as Python's own number; 1.5, None and the like are refused."""
    try:
        return operator.index(move)
    except TypeError:
        raise IllegalAction("no_such_move", f"a move is a whole number, not {move!r}") from None


class About(NamedTuple):
    """What the page about an environment says that no list says."""

    rules: str
    """The rules in a few sentences."""
    turn: str
    """How a turn is made of small moves."""
    options: str
    """The options beside `start_player`."""


@dataclass(frozen=True, slots=True)
class Encoding:
    """A game's turns, views and chance as whole numbers, for one number of players and options."""

    moves: Moves
    fields: Fields
    draft: Callable[["Encoding", View], Draft]
    """Makes a draft without moves."""
    longest: int
    """Far more small moves of all seats together than a game takes."""
    chance: ChanceNumbering = ALL_LISTED
    about: About | None = None
