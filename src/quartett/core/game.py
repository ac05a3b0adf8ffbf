"""The rules of a game: the description that records, bots, arena and server interpret."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Union

import msgspec

from quartett.core import state as core
from quartett.core.errors import BadTable, IllegalAction
from quartett.core.event import CHANCE, Action, Event, Seat
from quartett.core.state import Rng, State


class Game(ABC):
    """Derive from this, and name the class in the entry point group `quartett.games`.

    What a game has beside its rules (texts, a drawing, bots) are its parts: `quartett.core.parts`.
    """

    id: ClassVar[str]
    name: ClassVar[str]
    players: ClassVar[range]
    Options: ClassVar[type[core.Options]] = core.Options
    player_actions: ClassVar[tuple[type[Action], ...]]
    chance_actions: ClassVar[tuple[type[Action], ...]]
    remembering: ClassVar[bool] = False
    """Whether keeping in mind what was shown is the game, so that nobody may look it up."""
    added_options: ClassVar[Mapping[str, object]] = {}
    """Options that came later, with what a record that does not name them was played with."""

    @abstractmethod
    def begin(self, players: int, options: Any) -> State:
        """The first state; players and options have been checked."""

    @abstractmethod
    def parse(self, text: str) -> Action:
        """The action that a line of notation stands for."""

    @abstractmethod
    def resample(
        self, start: State, log: Sequence[Event], seat: Seat | None, rng: Rng
    ) -> list[Event]:
        """Another log from the same start that this seat could not distinguish from this one.

        It says what the seat may not know: the leak test compares what the seat sees of both.
        """

    def variants(self) -> Sequence[core.Options]:
        """Options that together show all the rules; the standard game first."""
        return (self.Options(),)

    def start(self, players: int, options: core.Options | None = None) -> State:
        """The first state of a game.

        >>> import quartett
        >>> quartett.game("calavera").start(players=3).is_chance
        True
        """
        options = self.Options() if options is None else options
        if type(players) is not int or players not in self.players:
            low, high = self.players[0], self.players[-1]
            raise BadTable(f"{self.name} is for {low} to {high} players, not {players!r}")
        if type(options) is not self.Options:
            raise BadTable(f"{self.name} takes its own Options, not {type(options).__name__}")
        options = self.options(msgspec.to_builtins(options))
        if options.start_player is not None and options.start_player not in range(players):
            raise BadTable(
                f"start_player is {options.start_player}; the seats are 0 to {players - 1}"
            )
        return self.begin(players, options)

    def read_option(self, name: str, text: str) -> Any:
        """The wire form of an option as one types it: JSON, or a word."""
        try:
            return msgspec.json.decode(text)
        except msgspec.DecodeError:
            return text

    def option_values(self) -> dict[str, list[Any]]:
        """The values of options whose type does not say them."""
        return {}

    def options(self, form: object) -> core.Options:
        """Options from their wire form."""
        try:
            return msgspec.convert(form, self.Options)
        except msgspec.ValidationError as error:
            raise BadTable(f"{self.name}: bad options: {error}") from None

    def recorded_options(self, form: Mapping[str, object]) -> core.Options:
        """Options from a record or a stored table, which may be older than some of them."""
        return self.options({**self.added_options, **form})

    def action(self, form: object) -> Action:
        """An action from its wire form.

        >>> import quartett
        >>> str(quartett.game("calavera").action({"do": "mark", "use": "rose", "row": "pink"}))
        'rp'
        """
        try:
            return self._decode(form)
        except msgspec.ValidationError as error:
            if isinstance(error.__cause__, IllegalAction):
                raise error.__cause__ from None
            raise IllegalAction("malformed", f"not an action of {self.name}: {error}") from None

    def event(self, text: str) -> Event:
        """The event that a line of a log stands for, as `str` writes it.

        >>> import quartett
        >>> quartett.game("calavera").event("P2 rp")
        Event(actor=1, action=Mark(use='rose', row='pink'))
        """
        who, _, note = text.strip().partition(" ")
        if who == CHANCE:
            return Event(CHANCE, self.parse(note))
        number = who.removeprefix("P")
        if who == number or not (number.isascii() and number.isdigit() and int(number)):
            raise IllegalAction("malformed", f"an event begins with {CHANCE} or P1, not {who!r}")
        return Event(int(number) - 1, self.parse(note))

    def _decode(self, form: object) -> Action:
        # A known type converts several times faster than the sum of all; that one says what is
        # wrong with a form that names none of them.
        do = form.get("do") if type(form) is dict else None
        kind = self._kinds.get(do, self._wire_type) if type(do) is str else self._wire_type
        action: Action = msgspec.convert(form, kind)
        return action

    @cached_property
    def _kinds(self) -> dict[str, Any]:
        kinds = self.player_actions + self.chance_actions
        return {str(kind.__struct_config__.tag): kind for kind in kinds}

    @cached_property
    def _wire_type(self) -> Any:
        return Union[self.player_actions + self.chance_actions]  # noqa: UP007 (built from a tuple)
