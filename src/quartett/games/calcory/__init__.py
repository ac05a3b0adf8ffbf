"""Calcory: turn cards up to thirteen, and remember where they lie."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, field

from quartett.core import state as core
from quartett.core.event import Action, Event, Seat, Start
from quartett.core.game import Game
from quartett.core.parts import Timing
from quartett.core.state import Rng, pick
from quartett.games.calcory import notation, rules, view
from quartett.games.calcory.actions import (
    Deal,
    HiddenDeal,
    HiddenReturn,
    Pass,
    Return,
    Stop,
    Turn,
)
from quartett.games.calcory.layout.cards import STANDARD, Card, Layout, Lying, Place, small
from quartett.games.calcory.rules import State
from quartett.games.calcory.view import Bid, Options, View


class Calcory(Game, Timing[View]):
    id = "calcory"
    name = "Calcory"
    players = range(2, 5)
    Options = Options
    player_actions = (Turn, Stop, Return, Pass)
    chance_actions = (Start, Deal)
    remembering = True

    if TYPE_CHECKING:

        def start(self, players: int, options: core.Options | None = None) -> State: ...

    def begin(self, players: int, options: view.Options) -> State:
        return rules.begin(players, options)

    def parse(self, text: str) -> Action:
        return notation.parse(text)

    def variants(self) -> Sequence[view.Options]:
        return (Options(), Options(max_turns=40, open_seconds=0), Options(start_player=1))

    def lingers(self, before: core.State, event: Event) -> float:
        """Cards that turn back without being taken stay open, so that all can learn them."""
        after = before.apply(event)
        assert isinstance(before, State) and isinstance(after, State)
        ended = isinstance(event.actor, int) and after.turns > before.turns
        bids = after.bid is not None and after.bid.seat == event.actor
        taken = after.scores() != before.scores() or after.phase == "return"
        return before.options.open_seconds if ended and not bids and not taken else 0.0

    def resample(
        self, start: core.State, log: Sequence[Event], seat: Seat | None, rng: Rng
    ) -> list[Event]:
        """Cards never shown may lie anywhere; what others put back may be any they took."""
        assert isinstance(start, State)
        return _twin(start, log, seat, rng)


class _Secrets(Struct):
    """What the log keeps from everybody: places and times, found in one walk through it."""

    unseen: set[int] = field(default_factory=set)
    """Places whose dealt card was never turned."""
    lying: dict[int, int] = field(default_factory=dict)
    """Place of a returned card that was not turned since: the event that put it there."""
    taken: dict[int, tuple[Lying, ...]] = field(default_factory=dict)
    """For each return, the cards it came from."""


def _twin(start: State, log: Sequence[Event], seat: Seat | None, rng: Rng) -> list[Event]:
    """Deal again what was never shown, and let others put back another card of those they took.

    A card that was put back and turned later was shown: only one that looks the same
    can stand in for it.
    """
    secrets = _walk(start, log)
    hidden = set(secrets.lying.values())
    other = []
    for number, event in enumerate(log):
        action = event.action
        if type(action) is Deal:
            event = Event(event.actor, Deal(_redealt(action.cards, secrets.unseen, rng)))
        elif type(action) is Return and event.actor != seat:
            free = number in hidden
            event = Event(event.actor, _other(action, secrets.taken[number], free, rng))
        other.append(event)
    return other


def _walk(start: State, log: Sequence[Event]) -> _Secrets:
    secrets, state = _Secrets(), start
    for number, event in enumerate(log):
        action = event.action
        if type(action) is Deal:
            secrets.unseen = set(range(len(action.cards)))
        elif type(action) is Turn:
            index = state.layout.index(action.at)
            secrets.unseen.discard(index)
            secrets.lying.pop(index, None)
        elif type(action) is Return:
            secrets.lying[state.layout.index(action.to)] = number
            secrets.taken[number] = state.taken
        state = state.apply(event)
    return secrets


def _redealt(cards: tuple[Card, ...], unseen: set[int], rng: Rng) -> tuple[Card, ...]:
    """The unseen cards in another order; all orders are equally likely."""
    dealt, rest = list(cards), [cards[index] for index in sorted(unseen)]
    for index in sorted(unseen):
        dealt[index] = rest.pop(rng.randrange(len(rest)))
    return tuple(dealt)


def _other(action: Return, taken: tuple[Lying, ...], free: bool, rng: Rng) -> Return:
    true = next(lying.card for lying in taken if lying.at == action.card)
    choices = [lying.at for lying in taken if free or lying.card == true]
    return Return(pick(choices, rng), action.to)


__all__ = [
    "STANDARD",
    "Bid",
    "Calcory",
    "Card",
    "Deal",
    "HiddenDeal",
    "HiddenReturn",
    "Layout",
    "Lying",
    "Options",
    "Pass",
    "Place",
    "Return",
    "Start",
    "State",
    "Stop",
    "Turn",
    "View",
    "small",
]
