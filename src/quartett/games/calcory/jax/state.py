"""A game of Calcory in a few numbers.

A card that nobody has turned is not there yet: it is drawn from the rest of the deck when
it is turned. Nobody can tell that from a deal, and a new game needs no shuffling.
"""

from typing import Final, NamedTuple

from jax import Array

from quartett.games.calcory.jax.cards import Cards
from quartett.games.calcory.jax.places import Places

TURN, CARD, PLACE, OVER = range(4)
"""Turn cards; choose which card goes back; choose where to; over."""
NOBODY: Final = 7
"""There is no bid."""


class State(NamedTuple):
    key: Array
    """All chance of this game and of those that follow it."""
    draws: Array
    """uint32: how often the key was drawn from."""
    phase: Array
    """uint8: TURN, CARD, PLACE or OVER."""
    active: Array
    """uint8: whose turn it is, and who acts."""
    turns: Array
    """uint32: how many turns have ended."""
    piles: tuple[Array, ...]
    """uint8 a seat: how many cards it has collected."""
    deck: Places
    """The cards, by number in the deck, that nobody has seen."""
    fresh: Places
    """Places whose card nobody has seen since the deal."""
    cards: Cards
    """What lies at the other places, and what lay there just before it was taken."""
    lying: Places
    """Places with a card."""
    up: Places
    """Places turned up in this turn."""
    marked: Places
    """The places of the bid."""
    taken: Places
    """Where the cards just taken lay."""
    secret: Places
    """Places of cards put back and not turned since."""
    own: tuple[Places, ...]
    """A seat's own: places where a card lies that it put back."""
    sum: Array
    """uint8: the sum of this turn's cards."""
    zero: Array
    """bool: whether a 0 is among them."""
    bidder: Array
    """uint8: whose markers lie on the bid, or NOBODY."""
    bid_sum: Array
    """uint8; without meaning when there is no bid."""
    back: Array
    """uint8: in the phase PLACE, where the card lay that is put back."""
