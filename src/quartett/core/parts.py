"""The parts a game may have beside its rules: texts, a drawing, timing, what a page needs.

A part is a protocol. A game that is one module has it by deriving from the protocol
(`class Goofspiel(Game, Words[View])`), a game that is a package by a module of the
protocol's name next to its rules (`words.py`), which is imported when first asked for.
"""

import inspect
import sys
from abc import abstractmethod
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType, NoneType
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, cast, get_origin

from quartett.core.errors import QuartettError
from quartett.core.event import Action, Event
from quartett.core.game import Game
from quartett.core.state import State, View

if TYPE_CHECKING:
    from rich.console import RenderableType

P = TypeVar("P")
V = TypeVar("V", contravariant=True)

_MODULES: Final[dict[type, str]] = {}


class BadPart(QuartettError, TypeError):
    """A part of a game that lacks what its protocol asks for; the text names what."""


def in_module(name: str) -> Callable[[type[P]], type[P]]:
    """Declare a protocol to be a part of games, kept in the module of this name."""

    def register(protocol: type[P]) -> type[P]:
        _MODULES[protocol] = name
        return protocol

    return register


# A protocol cannot be given as `type[P]`: mypy takes that for a class one may instantiate.
def part(game: Game, protocol: Callable[..., P]) -> P | None:
    """The game's implementation of this protocol, or None.

    >>> import quartett
    >>> part(quartett.game("calavera"), Words[View]).__name__
    'quartett.games.calavera.words'
    """
    kind = cast(type, get_origin(protocol) or protocol)
    found = game if kind in type(game).__mro__ else beside(type(game).__module__, kind)
    return cast("P | None", found)


def parts_of(game: Game) -> dict[type, Any]:
    """All parts the game has, by their protocols."""
    found = {protocol: part(game, protocol) for protocol in _MODULES}
    return {protocol: one for protocol, one in found.items() if one is not None}


@cache
def beside(module: str, protocol: type) -> ModuleType | None:
    """The part that lies in the same package as a module, checked; None where there is none."""
    package = sys.modules[module].__package__
    name = f"{package}.{_MODULES[protocol]}"
    if not package or not _is_there(name):
        return None
    found = import_module(name)
    wrong = faults(found, protocol)
    if wrong:
        raise BadPart(f"{name} does not have what {protocol.__name__} needs: {'; '.join(wrong)}")
    return found


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # nor is the package that would hold it
        return False


def faults(thing: object, protocol: type) -> list[str]:
    """What the thing lacks of the protocol, a phrase each.

    >>> import math
    >>> faults(math, Timing)[:2]
    ['`lists_slowly` is missing', '`silence` is missing']
    """
    checked = (_fault(thing, name, member) for name, member in _members(protocol).items())
    return [fault for fault in checked if fault is not None]


def _members(protocol: type) -> dict[str, Any]:
    own = [base for base in reversed(protocol.__mro__) if getattr(base, "_is_protocol", False)]
    members = {name: member for base in own for name, member in vars(base).items()}
    return {name: member for name, member in members.items() if not name.startswith("_")}


def _fault(thing: object, name: str, member: Any) -> str | None:
    if not hasattr(thing, name):
        return f"`{name}` is missing"
    if isinstance(member, property):
        return None
    given = getattr(thing, name)
    if not callable(given):
        return f"`{name}` is not a function"
    wanted = inspect.signature(member)
    arguments = list(wanted.parameters)[1:]
    try:
        inspect.signature(given).bind(*arguments)
    except TypeError:
        return f"`{name}` must take ({', '.join(arguments)}), not {inspect.signature(given)}"
    return None


@in_module("words")
class Words(Protocol[V]):
    """What the game says to people in a terminal."""

    @property
    @abstractmethod
    def legend(self) -> str:
        """How to write a player's actions, in one line."""

    def expects(self, view: V, /) -> str:
        """What the viewing seat is asked to do now, in one sentence."""
        return "It is your turn."

    def describe(self, action: Action, shows: Any = None, /) -> str:
        """The action in words, with what it showed to the seat that reads it."""
        return str(action)


@in_module("draw")
class Drawing(Protocol[V]):
    """The game in a terminal."""

    @abstractmethod
    def draw(self, view: V, draft: str = "", /) -> "RenderableType":
        """The view for a terminal, with a half-typed action marked in it."""


@in_module("svg")
class Picture(Protocol[V]):
    """The game as a picture."""

    @abstractmethod
    def svg(self, view: V, /) -> str:
        """The view as an SVG document."""


@in_module("timing")
class Timing(Protocol[V]):
    """How the game behaves in time: at a table with clocks, and on a busy server."""

    @property
    def lists_slowly(self) -> bool:
        """Whether listing a seat's actions may take so long that a server must not wait for it."""
        return False

    def silence(self, view: V, /) -> Action | None:
        """The consent that silence means, where a seat is only asked whether it objects."""
        return None

    def timeout(self, view: V, /) -> Action | None:
        """What the rules do for a seat whose time is up; None: they do not say."""
        return self.silence(view)

    def lingers(self, before: State, event: Event, /) -> float:
        """For how many seconds people want to look at what this event showed."""
        return 0.0


@in_module("offers")
class Page(Protocol[V]):
    """What a page draws a seat's choices from, beyond the view."""

    @property
    @abstractmethod
    def Offers(self) -> type[object]:  # noqa: N802 (a type)
        """The type of `offers` when the seat may act, for TypeScript."""

    @property
    @abstractmethod
    def Preview(self) -> type[object]:  # noqa: N802
        """The type of `preview`, for TypeScript."""

    @abstractmethod
    def offers(self, view: V, /) -> object:
        """What the viewing seat may do, as controls need it; None when it may not act."""

    @abstractmethod
    def preview(self, view: V, action: Action, /) -> object:
        """What an action, legal or not, would do: what a page shows before it is done."""


@in_module("outcomes")
class Outcomes(Protocol[V]):
    """What an action that is done comes to, for those who watch it."""

    @abstractmethod
    def outcome(self, view: V, action: Action, /) -> object:
        """What a page shows of an action about to be done, as far as the viewer may know it."""


class _Plain(Words[View], Drawing[View], Timing[View], Page[View]):
    """The defaults of a game without these parts."""

    legend = ""
    Offers = NoneType
    Preview = NoneType

    def draw(self, view: View, draft: str = "") -> str:
        return repr(view)

    def offers(self, view: View) -> None: ...

    def preview(self, view: View, action: Action) -> None: ...


_PLAIN: Final = _Plain()


def words(game: Game) -> Words[View]:
    """The game's texts; plain ones where it has none."""
    return part(game, Words[View]) or _PLAIN


def drawing(game: Game) -> Drawing[View]:
    """The game's drawing for a terminal; the view's fields where it has none."""
    return part(game, Drawing[View]) or _PLAIN


def timing(game: Game) -> Timing[View]:
    """How the game behaves in time; by default nothing happens automatically."""
    return part(game, Timing[View]) or _PLAIN


def page(game: Game) -> Page[View]:
    """What a page draws the game's choices from; nothing where it does not say."""
    return part(game, Page[View]) or _PLAIN
