"""Random play of compiled games, written down step by step."""

import os
from typing import Any, NamedTuple, TypeVar

import jax
import jax.numpy as jnp
import numpy as np

from quartett.envs.jax.game import CompiledGame

S = TypeVar("S")
QUICK = {"xla_backend_optimization_level": 0}
"""A few games are played faster than the compiler thinks about how to play them."""

GAMES = int(os.environ.get("QUARTETT_TWIN_GAMES", "16"))
"""Of each kind; the engine plays every step of them again."""
STEP = 1 if "QUARTETT_TWIN_GAMES" in os.environ else 2
"""A kind takes seconds to compile: `make soak-twins` plays all, the suite every other one."""


class Shown(NamedTuple):
    """What a compiled game says of one state; in a trajectory, of all, a row a step."""

    state: Any
    legal: Any
    to_act: Any
    over: Any
    scores: Any
    rewards: Any
    seen: Any
    """The observation of every seat."""
    action: Any
    """What is done next."""


def play_out(game: CompiledGame[S], games: int, steps: int, seed: int = 0) -> list[Shown]:
    """Random games as trajectories of the same length; a game that ends stands still."""

    def show(state: S, random: jax.Array) -> Shown:
        seats = jnp.arange(game.players)
        return Shown(
            state,
            game.legal(state),
            game.to_act(state),
            game.over(state),
            game.scores(state),
            game.rewards(state),
            jax.vmap(game.observe, (None, 0))(state, seats),
            game.random_action(state, random),
        )

    def one(state: S, random: jax.Array) -> tuple[S, Shown]:
        shown = show(state, random)
        return game.step(state, shown.action), shown

    def whole(key: jax.Array) -> Shown:
        chance, choices = jax.random.split(key)
        words = jax.random.bits(choices, (steps,), jnp.uint32)
        return jax.lax.scan(one, game.init(chance), words)[1]

    shown = jax.jit(jax.vmap(whole), compiler_options=QUICK)(
        jax.random.split(jax.random.key(seed), games)
    )
    bare = shown._replace(state=shown.state._replace(key=jnp.zeros((games, steps))))
    there = jax.tree.map(np.asarray, bare)
    return [jax.tree.map(lambda field, n=number: field[n], there) for number in range(games)]


def at(trajectory: Shown, step: int) -> Shown:
    """What was said of one state of a trajectory, without the state itself."""
    return Shown(None, *(field[step] for field in trajectory[1:]))
