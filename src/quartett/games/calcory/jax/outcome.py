"""What comes of an action, before anything is moved."""

from typing import NamedTuple

import jax.numpy as jnp
from jax import Array

from quartett.envs.jax.chance import under
from quartett.envs.jax.once import once
from quartett.games.calcory.jax import cards as c
from quartett.games.calcory.jax.allowed import is_legal
from quartett.games.calcory.jax.numbers import STOP
from quartett.games.calcory.jax.state import CARD, NOBODY, PLACE, TURN, State
from quartett.games.calcory.layout.cards import GOAL


class Outcome(NamedTuple):
    """A card that moves, and flags; no flag is set if the action is not legal."""

    place: Array
    """uint32: the place named."""
    card: Array
    """uint32: the card turned there or put back there."""
    is_turned: Array
    is_new: Array
    """Nobody has seen the card since the deal."""
    is_chosen: Array
    """The card that lay here is the one to go back."""
    is_put: Array
    """It goes back here."""
    is_hit: Array
    is_bid: Array
    """The active player stops with a bid that stands."""
    ends: Array
    """The turn ends."""
    is_last: Array
    """And the game with it, since the turns are used up."""
    is_due: Array
    """And the next player, whose own bid still stands, takes it."""
    wins: Array
    """It is a card alone, which ends the game."""


def outcome(state: State, action: Array, random: Array, max_turns: int | None) -> Outcome:
    """A card that nobody has seen comes from the 32 random bits."""
    is_allowed = is_legal(state, action)
    names_place = is_allowed & (action < STOP)
    is_turned, is_put = (names_place & (state.phase == phase) for phase in (TURN, PLACE))
    place = jnp.minimum(action.astype(jnp.uint32), STOP - 1)
    is_new = is_turned & state.fresh.has(place)
    known = c.read(state.cards, jnp.where(is_put, state.back, place))
    card = jnp.where(is_new, _drawn(state, random), known)
    is_bust, is_hit = (is_turned & so for so in _bust_or_hit(state, c.digit(card)))
    is_bid = is_allowed & (action == STOP) & _beats_bid(state)
    ends = is_bust | is_put | (is_allowed & (action >= STOP))
    is_last = ends & (state.turns + 1 == max_turns) if max_turns else ends & False
    is_due = ends & ~is_last & ~is_bid & (state.bidder == following(state))
    came = Outcome(
        place=place,
        card=card,
        is_turned=is_turned,
        is_new=is_new,
        is_chosen=names_place & (state.phase == CARD),
        is_put=is_put,
        is_hit=is_hit,
        is_bid=is_bid,
        ends=ends,
        is_last=is_last,
        is_due=is_due,
        wins=is_due & (state.marked.size() == 1),
    )
    return once(came, bits=6)


def following(state: State) -> Array:
    """The seat to the active player's left."""
    return jnp.where(state.active == len(state.piles) - 1, 0, state.active + 1).astype(jnp.uint8)


def _drawn(state: State, random: Array) -> Array:
    """A card of those that nobody has seen."""
    return state.deck.nth(under(random, state.deck.size()))


def _bust_or_hit(state: State, digit: Array) -> tuple[Array, Array]:
    """Whether a card with this digit makes a bust, or a hit."""
    total = state.sum + digit
    is_bust = (total > GOAL) | (state.zero & (digit == 0))
    return is_bust, ~is_bust & (total == GOAL)


def _beats_bid(state: State) -> Array:
    """A higher sum, or the same from more cards."""
    more = state.up.size() > state.marked.size()
    higher = (state.sum > state.bid_sum) | ((state.sum == state.bid_sum) & more)
    return (state.bidder == NOBODY) | higher
