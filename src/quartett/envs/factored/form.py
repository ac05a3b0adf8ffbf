"""A form is a game in small moves; a draft is a seat's turn in the making."""

from abc import ABC, abstractmethod
from typing import Any, Union

import numpy as np

from quartett.core.errors import IllegalAction
from quartett.core.event import Action
from quartett.core.game import Game
from quartett.core.state import Options, View
from quartett.envs.factored.lists import Fields, Ints, Mask, Moves


class Draft(ABC):
    """A view of a seat and the small moves it has made since; a value, never changed.

    Every draft of a seat that may act has a legal move, and whatever legal moves follow, the
    turn comes to its end.
    """

    def __init__(self, form: "Form", view: Any, made: tuple[int, ...] = ()) -> None:
        self.form = form
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
        """The mask, built anew."""
        mask = np.zeros(len(self.form.moves), np.int8)
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

    def then(self, move: int) -> Union["Draft", Action]:
        """The same, and a move that is not legal is refused."""
        moves = self.form.moves
        if not 0 <= move < len(moves):
            raise IllegalAction("no_such_move", f"moves are 0 to {len(moves) - 1}, not {move}")
        if not self.mask[move]:
            raise IllegalAction(
                "masked", f"move {move} ({moves.label(move)}) is not legal now", {"move": int(move)}
            )
        return self.follow(move)

    def observe(self) -> Ints:
        """What the seat knows, as one row of numbers."""
        return self.form.fields.observe(self)


class Form:
    """One game for so many players, with its lists of moves and fields."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: Options,
        moves: Moves,
        fields: Fields,
        draft: type[Draft],
        longest: int,
    ) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.moves = moves
        self.fields = fields
        self.longest = longest
        """Far more small moves of all seats together than a game takes."""
        self._draft = draft

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its name: all forms of one table are one."""
        from quartett.envs.factored import factored

        return factored, (self.game.id, self.players, self.options)

    def begin(self, view: View) -> Draft:
        """A seat's turn before its first move."""
        return self._draft(self, view)
