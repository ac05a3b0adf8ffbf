"""What the active player may do: asked by the mask, by the check and by random play."""

import jax.numpy as jnp
from jax import Array

from quartett.envs.jax.chance import under
from quartett.envs.jax.game import pick
from quartett.games.calcory.jax.numbers import PASS, STOP
from quartett.games.calcory.jax.places import Places, everything
from quartett.games.calcory.jax.state import CARD, PLACE, TURN, State


def mask(state: State) -> Array:
    """bool for every action."""
    return jnp.concatenate([places(state).flags(), jnp.stack([can_stop(state), can_pass(state)])])


def is_legal(state: State, action: Array) -> Array:
    stop = (action == STOP) & can_stop(state)
    skip = (action == PASS) & can_pass(state)
    return (action >= 0) & (places(state).has(action) | stop | skip)


def any_legal(state: State, random: Array) -> Array:
    """Stops one time in four when it may; places are equally likely."""
    there = places(state)
    count = there.size()
    # The lowest bits: the place is chosen by the upper ones.
    stops = can_stop(state) & ((random & 3 == 0) | (count == 0))
    other = jnp.where(count == 0, PASS, there.nth(under(random, count)))
    return jnp.where(stops, STOP, other).astype(jnp.int32)


def places(state: State) -> Places:
    """The places that the active player may name."""
    down = face_down(state).when(state.phase == TURN)
    free = (everything() - state.lying).when(state.phase == PLACE)
    return down | state.taken.when(state.phase == CARD) | free


def can_stop(state: State) -> Array:
    """At least one card, for a player with an empty pile two, or all that are left."""
    count = state.up.size()
    enough = (count > 1) | (pick(state.active, state.piles) > 0) | face_down(state).is_empty()
    return (state.phase == TURN) & (count > 0) & enough


def can_pass(state: State) -> Array:
    return (state.phase == TURN) & state.up.is_empty() & face_down(state).is_empty()


def face_down(state: State) -> Places:
    return state.lying - state.up - state.marked
