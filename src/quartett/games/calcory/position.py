"""Positions in one line, for examples, tests and studies."""

from quartett.core.event import CHANCE, Event
from quartett.games.calcory.actions import Deal
from quartett.games.calcory.layout.cards import STANDARD, Layout
from quartett.games.calcory.notation import parse
from quartett.games.calcory.rules import State, begin
from quartett.games.calcory.view import Options


def laid_out(
    digits: str = "",
    players: int = 2,
    start: int = 0,
    layout: Layout = STANDARD,
    max_turns: int | None = 500,
) -> State:
    """A table dealt with these digits first, row by row, and the rest of the deck after them.

    >>> state = laid_out("58 0")
    >>> [card.digit for card in state.cards[:4]]
    [5, 8, 0, 1]
    """
    rest, cards = list(layout.deck), []
    for digit in "".join(digits.split()):
        cards.append(next(card for card in rest if card.digit == int(digit)))
        rest.remove(cards[-1])
    options = Options(start_player=start, max_turns=max_turns)
    return begin(players, options, layout).apply(Event(CHANCE, Deal((*cards, *rest))))


def played(state: State, notes: str) -> State:
    """The state after these notes, each by the seat whose turn it is.

    >>> played(laid_out("58"), "a1 a2 a2>a1").piles
    (1, 0)
    """
    for note in notes.split():
        state = state.apply(Event(state.active, parse(note)))
    return state
