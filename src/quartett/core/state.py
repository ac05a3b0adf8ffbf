"""The contract of a state and of a view. A game's own classes derive from these."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, ClassVar, NoReturn, Protocol, Self, TypeAlias, TypeVar

from msgspec import Struct

from quartett.core.errors import IllegalAction, check_seat
from quartett.core.event import Action, Actor, Event, Seat, Seen

T = TypeVar("T")


class Rng(Protocol):
    """Where chance comes from: `random.Random` for play-outs, `fairness.Stream` for real games."""

    def randrange(self, stop: int, /) -> int: ...


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options every game has; the defaults are the standard game."""

    start_player: Seat | None = None
    """The seat that starts, or None: drawn by chance."""


class View(Struct, frozen=True, kw_only=True):
    """What one seat (None: a spectator) may know, built up from nothing."""

    seat: Seat | None
    """The viewing seat; None for a spectator."""
    players: int
    to_act: tuple[Seat, ...]
    """The seats that may act now; several may choose at the same time."""
    over: bool
    scores: tuple[int, ...]
    """As they stand, a seat each."""
    winners: tuple[Seat, ...]
    """Empty before the end; several share a win."""

    @property
    def phase(self) -> str:
        """Which part of the game it is; a game that has no such parts need not say."""
        return ""

    @abstractmethod
    def actions(self) -> Iterator[Action]:
        """The viewing seat's legal actions, each once; a seat always knows what it may do.

        The order is always the same and says nothing about how good an action is.
        """

    def random_action(self, rng: Rng) -> Action:
        """One of them, every one possible; a game with very many need not list them."""
        return pick(list(self.actions()), rng)


class State(Struct, frozen=True):
    """A position: immutable, and a pure function of the events that led to it."""

    players: int

    @property
    @abstractmethod
    def over(self) -> bool: ...

    @property
    @abstractmethod
    def to_act(self) -> frozenset[Seat]:
        """The seats that may act now; empty at chance and at the end."""

    @property
    @abstractmethod
    def is_chance(self) -> bool:
        """Whether the next event is chance's."""

    @property
    def phase(self) -> str:
        """Which part of the game it is; a game that has no such parts need not say."""
        return ""

    @property
    def active(self) -> Seat | None:
        """Whose turn it is, for clocks; None in a game where every choice is a turn of its own."""
        return None

    @property
    def hides(self) -> bool:
        """Whether some seat may see more than another; if not, views differ in their seat only."""
        return True

    @property
    def lists_all(self) -> bool:
        """Whether `actions` lists all that `check` accepts, as in nearly every game."""
        return True

    def actions(self, seat: Seat) -> Iterator[Action]:
        """All legal actions of the seat, each once: a seat's view always knows them."""
        return self.view(seat).actions()

    @abstractmethod
    def check(self, actor: Actor, action: Action) -> None:
        """Raise IllegalAction, with the reason, unless the actor may do this now."""

    @abstractmethod
    def apply(self, event: Event) -> "State":
        """The state after the event, which is checked first."""

    @abstractmethod
    def sample(self, rng: Rng) -> Action:
        """A chance action, drawn with its true probability."""

    @abstractmethod
    def outcomes(self) -> Iterator[tuple[Action, Fraction]]:
        """Chance's actions, up to what makes no difference, with exact probabilities."""

    @abstractmethod
    def view(self, seat: Seat | None) -> View: ...

    def public(self, seat: Seat | None) -> dict[str, Any]:
        """The fields that every view has; a seat that is not there is refused."""
        if seat is not None:
            check_seat(seat, self.players)
        return {
            "seat": seat,
            "players": self.players,
            "to_act": tuple(sorted(self.to_act)),
            "over": self.over,
            "scores": self.scores(),
            "winners": self.winners(),
        }

    def expect_chance(self) -> None:
        """Refuse to draw when it is not chance's turn."""
        if not self.is_chance:
            raise IllegalAction("not_chance", "it is not chance's turn")

    @abstractmethod
    def redact(self, event: Event, seat: Seat | None) -> Seen:
        """The event, about to be applied to this state, as the seat may see it."""

    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """The scores as they stand."""

    def winners(self) -> tuple[Seat, ...]:
        """Who has the highest score; nobody before the end."""
        if not self.over:
            return ()
        scores = self.scores()
        return tuple(seat for seat in range(self.players) if scores[seat] == max(scores))

    def random_action(self, seat: Seat, rng: Rng) -> Action:
        """One legal action; every legal action is possible. For fast play-outs."""
        return pick(list(self.actions(seat)), rng)


S = TypeVar("S", bound=State)
Rules: TypeAlias = dict[
    type[Action], tuple[Callable[[S, Any, Any], None], Callable[[S, Any, Any], S]]
]
"""By the type of an action: what refuses it where it is not legal, and what it does."""


class RuledState(State, frozen=True):
    """A state whose rules are a table, so that everything that can happen is listed in one place.

    Looking up `type(action)` is faster than `match`.
    """

    rules: ClassVar[Rules[Any]]

    def check(self, actor: Actor, action: Action) -> None:
        try:
            may, _ = self.rules[type(action)]
        except KeyError:
            self.refuse(actor, action)
        may(self, actor, action)

    def apply(self, event: Event) -> Self:
        actor, action = event.actor, event.action
        try:
            may, do = self.rules[type(action)]
        except KeyError:
            self.refuse(actor, action)
        may(self, actor, action)
        after: Self = do(self, actor, action)
        return after

    @abstractmethod
    def refuse(self, actor: Actor, action: Action) -> NoReturn:
        """Say why an action that is in no rule cannot be done now."""


def pick(things: Sequence[T], rng: Rng) -> T:
    """One of the things, all equally likely."""
    return things[rng.randrange(len(things))]


def with_item(row: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The tuple with another value at one place."""
    changed = list(row)
    changed[place] = value
    return tuple(changed)
