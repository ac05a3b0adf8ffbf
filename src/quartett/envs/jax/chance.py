"""Random numbers inside compiled games: every draw is a pure function of a key and a count."""

from typing import Final

import jax
import jax.numpy as jnp
from jax import Array

FRACTION: Final = 29
"""Bits of a fraction: it can be multiplied by up to 8 without leaving 32 bits."""


def words(key: Array, count: Array) -> tuple[Array, Array]:
    """The two random words that belong to this key and count."""
    drawn = jax.random.key_data(jax.random.fold_in(key, count))
    return drawn[0], drawn[1]


def below(fraction: Array, number: int) -> tuple[Array, Array]:
    """A number from 0 to `number` - 1 (at most 8), and what is left of the fraction.

    The fraction is read as digits of that base: one word serves several draws.
    """
    scaled = fraction * jnp.uint32(number)
    return scaled >> FRACTION, scaled & jnp.uint32((1 << FRACTION) - 1)


def fraction(word: Array) -> Array:
    """The word's upper bits, read as a number from 0 to 1."""
    return word >> (32 - FRACTION)


def under(word: Array, number: Array) -> Array:
    """A number from 0 to `number` - 1 (at most 65,535), or 0 where the number is 0.

    The upper half of the product: a remainder would be the only division in a step, and
    processors divide one number at a time.
    """
    number = number.astype(jnp.uint32)
    carried = (word & 0xFFFF) * number >> 16
    return ((word >> 16) * number + carried) >> 16
