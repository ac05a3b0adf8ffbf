"""The loop that plays a game: chance at its place of the log, players when asked, until the end.

Matches, environments and the conformance suite derive from `Driver`; the server and `verify`,
which keep a log of their own, share how chance is drawn.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from quartett.core.event import CHANCE, Event, Seat, Seen
from quartett.core.fairness import Stream
from quartett.core.state import State

Observer: TypeAlias = Callable[[State, Event], object]
"""Called with the state before the event, and the event, once it has been applied."""


def draw(state: State, key: bytes, place: int) -> Event:
    """The chance event at this place of the log, events that were taken back included."""
    return Event(CHANCE, state.sample(Stream(key, place)))


class ToSeats:
    """An observer that shows each seat what it may see of an event.

    It is no function: a copy of a function is the function itself, and a copied match would show
    its events to the bots of the match it was copied from.
    """

    def __init__(self, observers: Mapping[Seat, Callable[[Seen], object]]) -> None:
        self.observers = observers

    def __call__(self, before: State, event: Event) -> None:
        for seat, see in self.observers.items():
            see(before.redact(event, seat))


class Driver:
    """A game being played: the log so far, and the state it leads to.

    >>> import random, quartett
    >>> start = quartett.game("calavera").start(2)
    >>> driver, rng = Driver(start, key=bytes(32)), random.Random(1)
    >>> for event in driver.play(lambda state: Event(0, state.random_action(0, rng))):
    ...     print(event)
    ...     break
    chance @2
    """

    def __init__(self, start: State, key: bytes, observe: Observer | None = None) -> None:
        self.state = start
        self.events: list[Event] = []
        self.key = key
        self.observe = observe

    def play(self, decide: Callable[[State], Event]) -> Iterator[Event]:
        """Play to the end, event by event; `decide` is asked when some player is to act."""
        while not (state := self.state).over:
            chance = state.is_chance
            event = draw(state, self.key, len(self.events)) if chance else decide(state)
            self.apply(event)
            yield event

    def settle(self) -> None:
        """Let chance act until a player is asked or the game is over."""
        while self.state.is_chance:
            self.apply(draw(self.state, self.key, len(self.events)))

    def apply(self, event: Event) -> None:
        """Enter the event into the log; one that the rules refuse changes nothing."""
        before = self.state
        self.state = before.apply(event)
        self.events.append(event)
        if self.observe is not None:
            self.observe(before, event)
