"""A game: the description that records, bots, arena and server interpret."""

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, Union

import msgspec

from quartett.core import state as core
from quartett.core.errors import BadTable, IllegalAction, QuartettError
from quartett.core.event import Action, Event, Seat, Seen
from quartett.core.state import Rng, State, View

if TYPE_CHECKING:
    from rich.console import RenderableType

    from quartett.bots import Advice, Bot


class Game(ABC):
    """Derive from this, and name the class in the entry point group `quartett.games`."""

    id: ClassVar[str]
    name: ClassVar[str]
    players: ClassVar[range]
    Options: ClassVar[type[core.Options]] = core.Options
    player_actions: ClassVar[tuple[type[Action], ...]]
    chance_actions: ClassVar[tuple[type[Action], ...]]
    remembering: ClassVar[bool] = False
    """Whether keeping in mind what was shown is the game, so that nobody may look it up."""

    lists_slowly: ClassVar[bool] = False
    """Whether listing a seat's actions may take so long that a server must not wait for it."""

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
        """Another log from the same start that this seat could not tell from the given one.

        It says what the seat may not know: the leak test compares what the seat sees of both.
        """

    # What only people and bots need lies in modules beside the game's own, found by their names
    # and loaded when asked for: `words`, `draw`, `bots`, `advice`, `offers`. A game may
    # have none of them.

    @property
    def legend(self) -> str:
        """How to write a player's actions, in one line for the terminal."""
        return str(self._beside("words", "LEGEND", ""))

    def expects(self, view: View) -> str:
        """What the viewing seat is asked to do now, in one sentence."""
        return str(self._beside("words", "expects", lambda _: "It is your turn.")(view))

    def describe(self, action: Action, shows: Any = None) -> str:
        """The action in words, with what it showed to the seat that is told."""
        return str(self._beside("words", "describe", lambda done, _: str(done))(action, shows))

    def draw(self, view: View, draft: str = "") -> "RenderableType":
        """The view for a terminal, with a half-typed action marked in it."""
        drawn: RenderableType = self._beside("draw", "draw", lambda seen, _: repr(seen))(
            view, draft
        )
        return drawn

    def bots(self) -> Mapping[str, type["Bot"]]:
        """The levels of this game's own bots, weakest first."""
        levels: Mapping[str, type[Bot]] = self._beside("bots", "LEVELS", {})
        return levels

    def explain(self, view: View, seen: Iterable[Seen] = ()) -> "Advice":
        """What each action of the viewing seat is worth, and its chances in words.

        Where memory is the game, `seen` is what the seat saw so far.
        """
        adviser = self._beside("advice", "explain", None)
        if adviser is None:
            raise QuartettError(f"{self.name} has no adviser")
        advice: Advice = adviser(view)
        return advice

    def hint(self, view: View, seen: Iterable[Seen] = ()) -> "Advice":
        """The part of the advice that a person is shown who asks what to do."""
        return self.explain(view, seen)

    def offers(self, view: View) -> Any:
        """What a page draws the viewing seat's choices from, beyond the view."""
        return self._beside("offers", "offers", lambda _: None)(view)

    def preview(self, view: View, action: Action) -> Any:
        """What an action, legal or not, would do: what a page shows before it is done."""
        return self._beside("offers", "preview", lambda *_: None)(view, action)

    def page_types(self) -> dict[str, Any]:
        """The types of `offers` and `preview`."""
        names = ("Offers", "Preview")
        kinds = {name: self._beside("offers", name, None) for name in names}
        return {name: kind for name, kind in kinds.items() if kind is not None}

    def silence(self, view: View) -> Action | None:
        """The consent that silence means, where a seat is only asked whether it objects."""
        return None

    def timeout(self, view: View) -> Action | None:
        """What the rules do for a seat whose time is up; None: they do not say."""
        return self.silence(view)

    def lingers(self, before: State, event: Event) -> float:
        """For how many seconds people want to look at what this event showed."""
        return 0.0

    def _beside(self, module: str, name: str, default: Any) -> Any:
        package = type(self).__module__
        is_package = hasattr(sys.modules[package], "__path__")
        if not is_package or find_spec(f"{package}.{module}") is None:
            return default
        return getattr(import_module(f"{package}.{module}"), name)

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
