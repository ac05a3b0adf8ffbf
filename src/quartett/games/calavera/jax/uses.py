"""What the seat to act may do, as flags: asked by the mask, by the check and by random play."""

from typing import Final

import jax.numpy as jnp
from jax import Array, lax

from quartett.envs.jax.chance import under
from quartett.envs.jax.game import pick, word
from quartett.games.calavera.dice import COLOURS, DICE, ROLLS
from quartett.games.calavera.jax import dice as d
from quartett.games.calavera.jax import sheet as s
from quartett.games.calavera.jax.numbers import ACTIONS, KINDS, USES
from quartett.games.calavera.jax.state import OVER, ROSES, USE, State
from quartett.games.calavera.sheet import Pad

PLACES: Final = [s.WIDTH * (use & 3) + (use >> 2) for use in range(len(USES))]
"""Where the flag of each use stands: three a row, in the order of KINDS, and the skip."""


def mask(state: State, pad: Pad) -> Array:
    """bool for every action."""
    subsets = jnp.arange(1, d.ALL + 1, dtype=jnp.uint32)
    rerolls = can_reroll(state) & (subsets & skulls(state) == 0)
    flags = uses(state, pad) >> jnp.array(PLACES, jnp.uint32) & 1
    return jnp.concatenate([rerolls, flags == 1])


def is_legal(state: State, action: Array, pad: Pad) -> Array:
    use, subset = (action - d.ALL).astype(jnp.uint32), (action + 1).astype(jnp.uint32)
    reroll = can_reroll(state) & (subset & skulls(state) == 0)
    usable = uses(state, pad) >> (s.WIDTH * (use & 3) + (use >> 2)) & 1 == 1
    return (action >= 0) & (action < ACTIONS) & jnp.where(action < d.ALL, reroll, usable)


def any_legal(state: State, random: Array, pad: Pad) -> Array:
    """One of the legal actions, all equally likely, from 32 random bits."""
    loose = ~skulls(state) & d.ALL
    subsets = (word(1) << lax.population_count(loose)) - 1
    rerolls = jnp.where(can_reroll(state), subsets, 0)
    flags = uses(state, pad)
    chosen = under(random, rerolls + lax.population_count(flags))
    reroll, use = _subset(loose, chosen + 1) - 1, _flag_number(flags, chosen - rerolls) + d.ALL
    return jnp.where(chosen < rerolls, reroll, use).astype(jnp.int32)


def can_reroll(state: State) -> Array:
    return (state.phase == USE) & (state.rolls < ROLLS)


def skulls(state: State) -> Array:
    """The set of dice that show skulls, bit by bit."""
    flags = d.showing(state.dice, d.SKULLS)
    found = word(0)
    for die in range(DICE):
        found |= (flags >> 3 * die & 1) << die
    return found


def uses(state: State, pad: Pad) -> Array:
    """Flags of the marks and freezes that are open to the seat to act, or of the skip."""
    sheet = pick(state.acting, state.sheets)
    open_rows = s.open_rows(sheet)
    roses = jnp.where(state.used == ROSES, 0, d.count(state.dice, ROSES))
    own = word(0)
    for row in range(len(COLOURS)):
        there = (d.showing(state.dice, row) != 0) & (state.used != row)
        own |= there.astype(jnp.uint32) << s.WIDTH * row
    freeze = jnp.where(state.phase == USE, s.freezable(sheet, roses, pad), 0)
    flags = own & open_rows | jnp.where(roses > 0, open_rows, 0) << 1 | freeze << 2
    skip = word(1 << KINDS.index("skip"))
    return jnp.where(state.phase == OVER, 0, jnp.where(flags == 0, skip, flags))


def _subset(dice: Array, number: Array) -> Array:
    """The bits of the number, laid on the dice of the set."""
    chosen = word(0)
    for die in range(DICE):
        there = dice >> die & 1
        chosen |= (number & there) << die
        number = number >> there
    return chosen


def _flag_number(flags: Array, number: Array) -> Array:
    """The place in USES of the flag of this number."""
    found = word(0)
    for use, place in enumerate(PLACES):
        flag = flags >> place & 1
        found = jnp.where((flag == 1) & (number == 0), use, found)
        number = number - flag
    return found
