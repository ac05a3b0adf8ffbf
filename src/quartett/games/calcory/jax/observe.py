"""What a seat may know, as a row of numbers; `plain` holds its twin and its layout."""

import jax.numpy as jnp
from jax import Array

from quartett.envs.jax.game import pick
from quartett.games.calcory.jax import cards as c
from quartett.games.calcory.jax.places import nothing, only
from quartett.games.calcory.jax.state import CARD, NOBODY, OVER, PLACE, TURN, State


def observation(state: State, seat: Array, max_turns: int | None) -> Array:
    players = len(state.piles)
    seats = (seat + jnp.arange(players)) % players
    own = nothing()
    for number, places in enumerate(state.own):
        own = own | places.when(seat == number)
    open_cards = state.up | state.marked | state.taken
    remembered = open_cards | own | (state.lying - state.fresh - state.secret)
    back = only(state.back).when((state.phase == PLACE) & (seat == state.active))
    left = 127 if max_turns is None else jnp.minimum(max_turns - state.turns.astype(jnp.int32), 127)
    planes = [
        state.lying - state.up - state.marked,
        state.up,
        state.marked,
        state.taken,
        own,
        back,
    ]
    faces = c.unpacked(state.cards)
    digits, colours = c.digit(faces) + 1, c.colour(faces) + 1
    fields = [
        *(plane.flags() for plane in planes),
        jnp.where((open_cards | own).flags(), digits, 0),
        jnp.where((open_cards | own).flags(), colours, 0),
        jnp.where(remembered.flags(), digits, 0),
        jnp.stack([pick(one, state.piles) for one in seats]),
        jnp.array([TURN, CARD, PLACE, OVER]) == _phase_seen(state, seat),
        seats == state.active,
        (seats == state.bidder) & (state.bidder != NOBODY),
        jnp.stack([state.sum, jnp.where(state.bidder == NOBODY, 0, state.bid_sum)]),
        jnp.stack([state.up.size(), state.marked.size()]),
        jnp.asarray(left)[None],
    ]
    return jnp.concatenate([field.astype(jnp.int8).ravel() for field in fields])


def _phase_seen(state: State, seat: Array) -> Array:
    """That a card has been chosen to go back is nobody else's knowledge before it lies there."""
    hides = (state.phase == PLACE) & (seat != state.active)
    return jnp.where(hides, CARD, state.phase)
