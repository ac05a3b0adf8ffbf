"""The course of a turn: each function is one thing that an action may do, in their order."""

import jax.numpy as jnp
from jax import Array

from quartett.envs.jax.game import choose
from quartett.games.calcory.jax import cards as c
from quartett.games.calcory.jax.outcome import Outcome, following
from quartett.games.calcory.jax.places import only
from quartett.games.calcory.jax.state import CARD, NOBODY, OVER, PLACE, TURN, State


def after(state: State, came: Outcome) -> State:
    """The state that the outcome makes of this one."""
    for happens in (
        _card_noted,
        _card_turned,
        _card_put_back,
        _bid_made,
        _turn_ended,
        _cards_taken,
    ):
        state = happens(state, came)
    return state


def _card_noted(state: State, came: Outcome) -> State:
    """What lies at the place is written down: it is seen for the first time, or put back."""
    is_written = came.is_new | came.is_put
    return state._replace(cards=c.written(state.cards, came.place, came.card, is_written))


def _card_turned(state: State, came: Outcome) -> State:
    here = only(came.place).when(came.is_turned)
    digit = c.digit(came.card)
    return state._replace(
        draws=state.draws + came.is_new,
        deck=state.deck - only(came.card).when(came.is_new),
        fresh=state.fresh - here,
        secret=state.secret - here,
        up=state.up | here,
        sum=(state.sum + jnp.where(came.is_turned, digit, 0)).astype(jnp.uint8),
        zero=state.zero | (came.is_turned & (digit == 0)),
    )


def _card_put_back(state: State, came: Outcome) -> State:
    """Of the cards taken, all but one count; that one is chosen first, and then its place."""
    here = only(came.place).when(came.is_put)
    kept = jnp.where(came.is_put, state.taken.size() - 1, 0)
    back = jnp.where(came.is_chosen, came.place, jnp.where(came.is_put, 0, state.back))
    return state._replace(
        phase=jnp.where(came.is_chosen, PLACE, state.phase).astype(jnp.uint8),
        back=back.astype(jnp.uint8),
        lying=state.lying | here,
        secret=state.secret | here,
        own=tuple(mine | here.when(state.active == seat) for seat, mine in enumerate(state.own)),
        taken=state.taken.when(~came.is_put),
        piles=_added(state, kept),
    )


def _bid_made(state: State, came: Outcome) -> State:
    return state._replace(
        marked=choose(came.is_bid, state.up, state.marked),
        bidder=jnp.where(came.is_bid, state.active, state.bidder),
        bid_sum=jnp.where(came.is_bid, state.sum, state.bid_sum),
    )


def _turn_ended(state: State, came: Outcome) -> State:
    then = jnp.where(came.is_last, OVER, TURN)
    next_one = came.ends & ~came.is_last
    return _nothing_up(state, came.ends)._replace(
        turns=state.turns + came.ends,
        phase=jnp.where(came.ends, then, state.phase).astype(jnp.uint8),
        active=jnp.where(next_one, following(state), state.active),
    )


def _cards_taken(state: State, came: Outcome) -> State:
    """By a hit, or since the bid still stands; a bid of one card alone ends the game."""
    gone = state.up.when(came.is_hit) | state.marked.when(came.is_due)
    takes = came.is_hit | came.is_due
    then = jnp.where(came.wins, OVER, CARD)
    return _no_bid(_nothing_up(state, takes), takes)._replace(
        phase=jnp.where(takes, then, state.phase).astype(jnp.uint8),
        turns=state.turns + came.wins,
        lying=state.lying - gone,
        own=tuple(mine - gone for mine in state.own),
        taken=choose(takes & ~came.wins, gone, state.taken),
        piles=_added(state, came.wins),
    )


def _nothing_up(state: State, condition: Array) -> State:
    """The cards of this turn are turned down, or taken."""
    return state._replace(
        up=state.up.when(~condition),
        sum=jnp.where(condition, 0, state.sum),
        zero=state.zero & ~condition,
    )


def _no_bid(state: State, condition: Array) -> State:
    return state._replace(
        marked=state.marked.when(~condition),
        bidder=jnp.where(condition, NOBODY, state.bidder).astype(jnp.uint8),
    )


def _added(state: State, count: Array) -> tuple[Array, ...]:
    """The piles with `count` cards added for the active player."""
    return tuple(
        (pile + jnp.where(state.active == seat, count, 0)).astype(jnp.uint8)
        for seat, pile in enumerate(state.piles)
    )
