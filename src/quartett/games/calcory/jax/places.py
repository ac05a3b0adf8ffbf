"""Sets of up to sixty things, places of the table or cards of the deck: a bit each in two words."""

from typing import Final, NamedTuple

import jax.numpy as jnp
from jax import Array, lax

from quartett.envs.jax.game import word

HALF: Final = 30
SIZE: Final = 2 * HALF
_FULL: Final = (1 << HALF) - 1


class Places(NamedTuple):
    """Sets are joined, met and taken from one another with `|`, `&` and `-`."""

    low: Array
    high: Array

    def __or__(self, other: "Places") -> "Places":
        return Places(self.low | other.low, self.high | other.high)

    def __and__(self, other: "Places") -> "Places":
        return Places(self.low & other.low, self.high & other.high)

    def __sub__(self, other: "Places") -> "Places":
        return Places(self.low & ~other.low, self.high & ~other.high)

    def size(self) -> Array:
        return lax.population_count(self.low) + lax.population_count(self.high)

    def is_empty(self) -> Array:
        return self.low | self.high == 0

    def has(self, index: Array) -> Array:
        """Whether the thing of this number is in the set; nothing beyond the last is."""
        return ((self & only(index)).low | (self & only(index)).high) != 0

    def when(self, condition: Array) -> "Places":
        """The set, or nothing."""
        return Places(jnp.where(condition, self.low, 0), jnp.where(condition, self.high, 0))

    def nth(self, number: Array) -> Array:
        """The number of the thing that this many of the set stand before."""
        before = lax.population_count(self.low)
        in_low = number < before
        half = jnp.where(in_low, self.low, self.high)
        return _nth_bit(half, jnp.where(in_low, number, number - before)) + jnp.where(
            in_low, word(0), word(HALF)
        )

    def flags(self) -> Array:
        """bool a thing."""
        bits = jnp.arange(HALF, dtype=jnp.uint32)
        return jnp.concatenate([self.low >> bits & 1, self.high >> bits & 1]) == 1


def nothing() -> Places:
    return Places(word(0), word(0))


def everything() -> Places:
    return Places(word(_FULL), word(_FULL))


def only(index: Array) -> Places:
    """The set of one thing, or of none if there is no such number."""
    index = index.astype(jnp.uint32)
    one = word(1)
    low = jnp.where(index < HALF, one << jnp.minimum(index, HALF - 1), 0)
    in_high = (index >= HALF) & (index < SIZE)
    high = jnp.where(in_high, one << jnp.minimum(index - HALF, HALF - 1), 0)
    return Places(low, high)


def _nth_bit(bits: Array, number: Array) -> Array:
    """Where the bit stands that this many set bits stand below: halved five times."""
    found = word(0)
    for width in (16, 8, 4, 2, 1):
        below = lax.population_count(bits & ((1 << width) - 1))
        above = number >= below
        number = jnp.where(above, number - below, number)
        bits = jnp.where(above, bits >> width, bits)
        found = jnp.where(above, found + width, found)
    return found
