"""What the compiled games share: whole numbers in, whole numbers out, no branches.

Every function is for one game. `jax.vmap` makes it one for a batch, `jax.jit` compiles it,
and `jax.lax.scan` plays on.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import reduce
from typing import Generic, NamedTuple, TypeVar

import jax
import jax.numpy as jnp
from jax import Array

from quartett.envs.jax.once import once

S = TypeVar("S")


class Played(NamedTuple, Generic[S]):
    """What came of an action where games follow one another."""

    state: S
    """The state after it; the first state of the next game where this one ended."""
    rewards: tuple[Array, ...]
    """float32 for each seat: all 0 before the end."""
    over: Array
    """Whether the action ended a game."""


@dataclass(frozen=True)
class CompiledGame(ABC, Generic[S]):
    """The rules of one table as pure functions; the options are fixed when it is made."""

    players: int = 2
    start_player: int | None = None
    """The seat that starts every game, or None: drawn."""

    @abstractmethod
    def init(self, key: Array) -> S:
        """The first state in which a seat is to act; all chance to come is drawn from the key."""

    @abstractmethod
    def step(self, state: S, action: Array) -> S:
        """The next state in which a seat is to act.

        An action that is not legal, and any action after the end, changes nothing.
        """

    @abstractmethod
    def play(self, state: S, action: Array) -> Played[S]:
        """Like `step`, but a game that ends is followed by a new one with the same key."""

    @abstractmethod
    def legal(self, state: S) -> Array:
        """bool for every action: what the seat to act may do; nothing after the end."""

    @abstractmethod
    def random_action(self, state: S, random: Array) -> Array:
        """One of the legal actions, all equally likely, from 32 random bits."""

    @abstractmethod
    def to_act(self, state: S) -> Array:
        """The seat to act; without meaning after the end."""

    @abstractmethod
    def over(self, state: S) -> Array: ...

    @abstractmethod
    def seat_scores(self, state: S) -> tuple[Array, ...]:
        """int32 for each seat: the scores as they stand."""

    def scores(self, state: S) -> Array:
        """int32 a seat: the scores as they stand."""
        return jnp.stack(self.seat_scores(state))

    @abstractmethod
    def observe(self, state: S, seat: Array) -> Array:
        """int8: what the seat may know, with its own things first."""

    def seat_rewards(self, state: S) -> tuple[Array, ...]:
        """float32 for each seat, in sum 0: 1 for the only winner, all 0 before the end.

        Winners share what the others pay; nobody pays more than 1.
        """
        scores = self.seat_scores(state)
        best = reduce(jnp.maximum, scores)
        flags = once(tuple(score == best for score in scores), bits=1)
        won = [flag.astype(jnp.float32) for flag in flags]
        winners = reduce(jnp.add, won)
        over, others = self.over(state), self.players - 1
        return tuple(jnp.where(over, (self.players * one / winners - 1) / others, 0) for one in won)

    def rewards(self, state: S) -> Array:
        """float32 a seat: `seat_rewards` in one row."""
        return jnp.stack(self.seat_rewards(state))


def word(number: int) -> Array:
    """A constant of 32 bits without sign."""
    return jnp.asarray(number, jnp.uint32)


def pick(number: Array, things: tuple[Array, ...]) -> Array:
    """The thing of this number: choosing among few is faster than looking one up."""
    return reduce(
        lambda found, item: jnp.where(number == item[0], item[1], found),
        enumerate(things[1:], start=1),
        things[0],
    )


def choose(condition: Array, if_true: S, if_false: S) -> S:
    """One of two states of the same shape."""
    chosen: S = jax.tree.map(lambda one, other: jnp.where(condition, one, other), if_true, if_false)
    return chosen
