"""The cards that lie on the table: six bits a place, five places a word.

A card is its number in the deck, colour by colour; digits and colours are read off it.
"""

from typing import Final, TypeAlias

import jax.numpy as jnp
from jax import Array

from quartett.envs.jax.game import pick, word
from quartett.games.calcory.jax.places import SIZE
from quartett.games.calcory.layout.cards import DIGITS

Cards: TypeAlias = tuple[Array, ...]

_EACH: Final = 5
_BITS: Final = 6
_ONE: Final = (1 << _BITS) - 1


def no_cards() -> Cards:
    return (word(0),) * (SIZE // _EACH)


def read(cards: Cards, place: Array) -> Array:
    place = place.astype(jnp.uint32)
    return pick(place // _EACH, cards) >> _BITS * (place % _EACH) & _ONE


def written(cards: Cards, place: Array, card: Array, condition: Array) -> Cards:
    """The cards with another at one place, if the condition holds."""
    place = place.astype(jnp.uint32)
    shift = _BITS * (place % _EACH)
    cleared, laid = ~(word(_ONE) << shift), card << shift
    return tuple(
        jnp.where(condition & (place // _EACH == number), packed & cleared | laid, packed)
        for number, packed in enumerate(cards)
    )


def unpacked(cards: Cards) -> Array:
    """The card at every place."""
    shifts = _BITS * jnp.arange(_EACH, dtype=jnp.uint32)
    return (jnp.stack(cards)[:, None] >> shifts & _ONE).ravel()


def digit(card: Array) -> Array:
    """The table of one colour's digits is held in two words, four bits each."""
    place = card % len(DIGITS)
    low, high = (
        sum(value << 4 * number for number, value in enumerate(half))
        for half in (DIGITS[:8], DIGITS[8:])
    )
    return jnp.where(place < 8, word(low), word(high)) >> 4 * (place & 7) & 15


def colour(card: Array) -> Array:
    return card // len(DIGITS)
