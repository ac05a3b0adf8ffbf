"""Calcory compiled: every card turned is an action; putting one back is two."""

from dataclasses import dataclass

import jax.numpy as jnp
from jax import Array

from quartett.core.errors import QuartettError
from quartett.envs.jax.chance import below, fraction, words
from quartett.envs.jax.game import CompiledGame, Played, choose, word
from quartett.games.calcory.jax import allowed
from quartett.games.calcory.jax import cards as c
from quartett.games.calcory.jax.numbers import ACTIONS
from quartett.games.calcory.jax.observe import observation
from quartett.games.calcory.jax.outcome import outcome
from quartett.games.calcory.jax.places import everything, nothing
from quartett.games.calcory.jax.state import NOBODY, OVER, TURN, State
from quartett.games.calcory.jax.turn import after


@dataclass(frozen=True)
class Calcory(CompiledGame[State]):
    """Calcory for 2 to 4 players."""

    max_turns: int | None = 500
    """The game ends after this number of turns; None: no bound."""
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
        then = self._stepped(state, action, drawn)
        ended = self.over(then)
        begun = self._begun(state.key, state.draws, drawn)
        return Played(_either(ended, begun, then), self.seat_rewards(then), ended)

    def legal(self, state: State) -> Array:
        return allowed.mask(state)

    def random_action(self, state: State, random: Array) -> Array:
        return allowed.any_legal(state, random)

    def to_act(self, state: State) -> Array:
        return state.active.astype(jnp.int32)

    def over(self, state: State) -> Array:
        return state.phase == OVER

    def seat_scores(self, state: State) -> tuple[Array, ...]:
        return tuple(pile.astype(jnp.int32) for pile in state.piles)

    def observe(self, state: State, seat: Array) -> Array:
        return observation(state, seat, self.max_turns)

    def _stepped(self, state: State, action: Array, drawn: tuple[Array, Array]) -> State:
        return after(state, outcome(state, action, drawn[0], self.max_turns))

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


def _either(condition: Array, if_true: State, if_false: State) -> State:
    """One of two states of the same game: the key is never another."""
    return State(if_false.key, *choose(condition, if_true[1:], if_false[1:]))
