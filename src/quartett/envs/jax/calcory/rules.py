"""Calcory compiled: every card turned is an action; putting one back is two."""

from dataclasses import dataclass
from typing import NamedTuple

import jax.numpy as jnp
from jax import Array

from quartett.core.errors import QuartettError
from quartett.envs.jax.calcory import cards as c
from quartett.envs.jax.calcory.numbers import ACTIONS, PASS, STOP
from quartett.envs.jax.calcory.observe import observation
from quartett.envs.jax.calcory.places import Places, everything, nothing, only
from quartett.envs.jax.calcory.state import CARD, NOBODY, OVER, PLACE, TURN, State
from quartett.envs.jax.chance import below, fraction, under, words
from quartett.envs.jax.game import CompiledGame, Played, choose, pick, word
from quartett.games.calcory.cards import GOAL


class Turned(NamedTuple):
    """The card that a turn would show, and what would come of it."""

    place: Array
    card: Array
    is_fresh: Array
    total: Array
    is_bust: Array
    is_hit: Array


@dataclass(frozen=True)
class Calcory(CompiledGame[State]):
    """Calcory for 2 to 4 players."""

    max_turns: int | None = 500
    """After so many turns the game ends; None: no bound."""
    actions = ACTIONS

    def __post_init__(self) -> None:
        if self.players not in range(2, 5):
            raise QuartettError(f"Calcory is for 2 to 4 players, not {self.players}")
        if self.start_player is not None and self.start_player not in range(self.players):
            raise QuartettError(f"there is no seat {self.start_player} to start")
        if self.max_turns is not None and self.max_turns < 1:
            raise QuartettError(f"a game has at least one turn, not {self.max_turns}")

    def init(self, key: Array) -> State:
        return self._begun(key, word(0), words(key, word(0)))

    def step(self, state: State, action: Array) -> State:
        return self._stepped(state, action, words(state.key, state.draws))

    def play(self, state: State, action: Array) -> Played[State]:
        # The first word draws cards, the second start players: both may come of one action.
        drawn = words(state.key, state.draws)
        after = self._stepped(state, action, drawn)
        ended = self.over(after)
        begun = self._begun(state.key, state.draws, drawn)
        return Played(_either(ended, begun, after), self.seat_rewards(after), ended)

    def legal(self, state: State) -> Array:
        stop, skip = self._can_stop(state), self._can_pass(state)
        return jnp.concatenate([self._places(state).flags(), jnp.stack([stop, skip])])

    def random_action(self, state: State, random: Array) -> Array:
        """Stops one time in four when it may; places are equally likely."""
        places = self._places(state)
        count = places.size()
        place = places.nth(under(random, count))
        # The upper bits: the lower ones choose the place.
        stops = self._can_stop(state) & ((random >> 30 == 0) | (count == 0))
        other = jnp.where(count == 0, PASS, place)
        return jnp.where(stops, STOP, other).astype(jnp.int32)

    def to_act(self, state: State) -> Array:
        return state.active.astype(jnp.int32)

    def over(self, state: State) -> Array:
        return state.phase == OVER

    def seat_scores(self, state: State) -> tuple[Array, ...]:
        return tuple(pile.astype(jnp.int32) for pile in state.piles)

    def observe(self, state: State, seat: Array) -> Array:
        return observation(state, seat, self.max_turns)

    def _begun(self, key: Array, draws: Array, drawn: tuple[Array, Array]) -> State:
        start, _ = below(fraction(drawn[1]), self.players)
        if self.start_player is not None:
            start = word(self.start_player)
        none = jnp.zeros((), jnp.uint8)
        return State(
            key=key,
            draws=draws + 1,
            phase=none + TURN,
            active=start.astype(jnp.uint8),
            turns=word(0),
            piles=(none,) * self.players,
            deck=everything(),
            fresh=everything(),
            cards=c.no_cards(),
            lying=everything(),
            up=nothing(),
            marked=nothing(),
            taken=nothing(),
            secret=nothing(),
            own=(nothing(),) * self.players,
            sum=none,
            zero=none == 1,
            bidder=none + NOBODY,
            bid_sum=none,
            back=none,
        )

    def _places(self, state: State) -> Places:
        """The places that the active player may name."""
        down = (state.lying - state.up - state.marked).when(state.phase == TURN)
        free = (everything() - state.lying).when(state.phase == PLACE)
        return down | state.taken.when(state.phase == CARD) | free

    def _can_stop(self, state: State) -> Array:
        """At least one card, for a player with an empty pile two, or all that are left."""
        count = state.up.size()
        enough = (count > 1) | (pick(state.active, state.piles) > 0) | ~self._has_face_down(state)
        return (state.phase == TURN) & (count > 0) & enough

    def _can_pass(self, state: State) -> Array:
        return (state.phase == TURN) & (state.up.size() == 0) & ~self._has_face_down(state)

    def _has_face_down(self, state: State) -> Array:
        return (state.lying - state.up - state.marked).size() > 0

    def _is_legal(self, state: State, action: Array) -> Array:
        stop = (action == STOP) & self._can_stop(state)
        skip = (action == PASS) & self._can_pass(state)
        return (action >= 0) & (self._places(state).has(action) | stop | skip)

    def _turned(self, state: State, action: Array, random: Array) -> Turned:
        """The card lies there, or is drawn from what nobody has seen."""
        place = jnp.minimum(action.astype(jnp.uint32), STOP - 1)
        is_turn, is_put = (state.phase == TURN) & (action < STOP), state.phase == PLACE
        is_fresh = is_turn & state.fresh.has(place)
        new = state.deck.nth(under(random, state.deck.size()))
        card = jnp.where(is_fresh, new, c.read(state.cards, jnp.where(is_put, state.back, place)))
        digit = c.digit(card)
        total = state.sum + digit
        is_bust = is_turn & ((total > GOAL) | (state.zero & (digit == 0)))
        return Turned(place, card, is_fresh, total, is_bust, is_turn & ~is_bust & (total == GOAL))

    def _stepped(self, state: State, action: Array, drawn: tuple[Array, Array]) -> State:
        turned = self._turned(state, action, drawn[0])
        return _either(self._is_legal(state, action), self._after(state, action, turned), state)

    def _after(self, state: State, action: Array, turned: Turned) -> State:
        """What a legal action makes of the state; most of it is how the turn ends."""
        here = only(action)
        is_turn = (state.phase == TURN) & (action < STOP)
        is_put = state.phase == PLACE
        is_stop = (state.phase == TURN) & (action == STOP)
        goes_on = is_turn & ~turned.is_bust & ~turned.is_hit
        ends = turned.is_bust | is_put | ((state.phase == TURN) & (action >= STOP))

        beats = is_stop & self._beats_bid(state)
        bidder = jnp.where(beats, state.active, state.bidder)
        marked = choose(beats, state.up, state.marked)

        following = jnp.where(state.active == self.players - 1, 0, state.active + 1)
        turns = state.turns + ends
        is_last = ends & (turns == self.max_turns) if self.max_turns else ends & False
        is_due = ends & ~is_last & (bidder == following)
        wins = is_due & (marked.size() == 1)
        takes = turned.is_hit | (is_due & ~wins)
        gone = (state.up | here).when(turned.is_hit) | marked.when(is_due)
        bid_stands = ~(takes | wins)

        kept = state.taken.size() - 1
        put = here.when(is_put)
        seen = here.when(is_turn)
        phase = jnp.where(is_turn | ends, TURN, PLACE)
        phase = jnp.where(takes, CARD, jnp.where(is_last | wins, OVER, phase))
        gains = [
            jnp.where(is_put & (state.active == seat), kept, 0)
            + jnp.where(wins & (following == seat), 1, 0)
            for seat in range(self.players)
        ]
        return State(
            key=state.key,
            draws=state.draws + turned.is_fresh,
            phase=phase.astype(jnp.uint8),
            active=jnp.where(ends & ~is_last, following, state.active).astype(jnp.uint8),
            turns=turns + wins,
            piles=tuple(
                (pile + gain).astype(jnp.uint8)
                for pile, gain in zip(state.piles, gains, strict=True)
            ),
            deck=state.deck - only(turned.card).when(turned.is_fresh),
            fresh=state.fresh - seen,
            cards=c.written(state.cards, turned.place, turned.card, turned.is_fresh | is_put),
            lying=(state.lying | put) - gone,
            up=(state.up | here).when(goes_on),
            marked=marked.when(bid_stands),
            taken=gone.when(takes) | state.taken.when(state.phase == CARD),
            secret=(state.secret | put) - seen,
            own=tuple(
                (mine | put.when(state.active == seat)) - gone
                for seat, mine in enumerate(state.own)
            ),
            sum=jnp.where(goes_on, turned.total, 0).astype(jnp.uint8),
            zero=goes_on & (state.zero | (c.digit(turned.card) == 0)),
            bidder=jnp.where(bid_stands, bidder, NOBODY).astype(jnp.uint8),
            bid_sum=jnp.where(beats, state.sum, state.bid_sum),
            back=jnp.where(state.phase == CARD, action, 0).astype(jnp.uint8),
        )

    def _beats_bid(self, state: State) -> Array:
        """A higher sum, or the same from more cards."""
        more = state.up.size() > state.marked.size()
        higher = (state.sum > state.bid_sum) | ((state.sum == state.bid_sum) & more)
        return (state.bidder == NOBODY) | higher


def _either(condition: Array, if_true: State, if_false: State) -> State:
    """One of two states of the same game: the key is never another."""
    return State(if_false.key, *choose(condition, if_true[1:], if_false[1:]))
