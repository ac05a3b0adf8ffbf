"""Another log that a seat could not tell from the true one: the measure of the leak test."""

from collections.abc import Sequence

from msgspec import Struct, field

from quartett.core.event import Event, Seat
from quartett.core.state import Rng, pick
from quartett.games.calcory.actions import Deal, Return, Turn
from quartett.games.calcory.layout.cards import Card, Lying
from quartett.games.calcory.rules import State


class Secrets(Struct):
    """What the log keeps from everybody: places and times, found in one walk through it."""

    unseen: set[int] = field(default_factory=set)
    """Places whose dealt card was never turned."""
    lying: dict[int, int] = field(default_factory=dict)
    """Place of a returned card that was not turned since: the event that put it there."""
    taken: dict[int, tuple[Lying, ...]] = field(default_factory=dict)
    """For each return, the cards it came from."""


def twin(start: State, log: Sequence[Event], seat: Seat | None, rng: Rng) -> list[Event]:
    """Deal what was never shown anew, and let others put back another card of those they took.

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


def _walk(start: State, log: Sequence[Event]) -> Secrets:
    secrets, state = Secrets(), start
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
