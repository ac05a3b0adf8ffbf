"""The six dice in one word: an octal digit a die, the first die lowest, faces as in FACES."""

from typing import Final

import jax.numpy as jnp
from jax import Array, lax

from quartett.envs.jax.chance import below
from quartett.envs.jax.game import word
from quartett.games.calavera.dice import DICE, FACES, SKULL

BITS: Final = 3 * DICE
ONES: Final = 0o111111
ALL: Final = (1 << DICE) - 1
SKULLS: Final = FACES.index(SKULL)


def throw(fraction: Array, other: Array) -> Array:
    """Six dice from two fractions, three from each."""
    dice = word(0)
    for half, rest in enumerate((fraction, other)):
        for die in range(3):
            face, rest = below(rest, len(FACES))
            dice |= face << (9 * half + 3 * die)
    return dice


def showing(dice: Array, face: Array | int) -> Array:
    """A flag in the digit of every die that shows the face."""
    differs = dice ^ (jnp.asarray(face, jnp.uint32) * ONES)
    return ~(differs | differs >> 1 | differs >> 2) & ONES


def count(dice: Array, face: Array | int) -> Array:
    return lax.population_count(showing(dice, face))


def spread(chosen: Array) -> Array:
    """A set of dice, bit by bit, as flags in their digits."""
    flags = word(0)
    for die in range(DICE):
        flags |= (chosen >> die & 1) << 3 * die
    return flags


def replaced(dice: Array, flags: Array, thrown: Array) -> Array:
    """The dice with those flagged taken from the throw."""
    taken = flags * 7
    return (dice & ~taken) | (thrown & taken)
