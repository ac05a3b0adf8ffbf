"""Learn Calavera by self-play: compiled games, a small network, policy gradients (PPO), no more.

    python -m examples.train_calavera weights.npz --minutes 4 --curve curve.svg

The network sees what a seat may know and plays all seats. Its weights run in NumPy, without
JAX: `calavera_player.py` beside this file sits down with them at any table, and
`calavera_curve.py` measures there what was learnt.
"""

import argparse
import time
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from examples.calavera_curve import LEVELS, curve, measured
from examples.calavera_player import Weights as Plain
from jax import Array

from quartett.envs.jax import Calavera
from quartett.envs.jax.layout import size
from quartett.games.calavera.jax.numbers import ACTIONS
from quartett.games.calavera.jax.plain import layout

GAME = Calavera(players=2)
SEEN = size(layout(GAME.players))
WIDTH = 256
CLIP = 0.2
DISCOUNT, TRACE = 1.0, 0.95
VALUE_WEIGHT, ENTROPY_WEIGHT = 0.5, 0.01
PARTS = 16
"""What was played is learnt from in this many parts."""

Weights = dict[str, Array]


class Sample(NamedTuple):
    """One decision, and what was thought of it at the time."""

    seen: Array
    legal: Array
    seat: Array
    action: Array
    chance: Array
    """Its logarithm."""
    value: Array
    reward: Array
    """What the first seat got; the second got the opposite."""
    over: Array


def fresh(key: Array) -> Weights:
    """Two hidden layers, then what to do and how the game will end."""
    sizes = {"1": (SEEN, WIDTH), "2": (WIDTH, WIDTH), "p": (WIDTH, ACTIONS), "v": (WIDTH, 1)}
    weights = {}
    for name, (inside, outside) in sizes.items():
        key, draw = jax.random.split(key)
        scale = 0.01 if name in "pv" else (2 / inside) ** 0.5
        weights[f"w{name}"] = scale * jax.random.normal(draw, (inside, outside))
        weights[f"b{name}"] = jnp.zeros(outside)
    return weights


def think(weights: Weights, seen: Array, legal: Array) -> tuple[Array, Array]:
    """The logarithms of the chances of all actions, and the expected reward."""
    inner = jax.nn.relu(seen.astype(jnp.float32) / 4 @ weights["w1"] + weights["b1"])
    inner = jax.nn.relu(inner @ weights["w2"] + weights["b2"])
    logits = jnp.where(legal, inner @ weights["wp"] + weights["bp"], -1e9)
    return jax.nn.log_softmax(logits), jnp.tanh(inner @ weights["wv"] + weights["bv"])[..., 0]


def decide(weights: Weights, states: Any, key: Array) -> tuple[Any, Sample]:
    """One action in every game."""
    seat = jax.vmap(GAME.to_act)(states)
    seen, legal = jax.vmap(GAME.observe)(states, seat), jax.vmap(GAME.legal)(states)
    chances, value = think(weights, seen, legal)
    action = jax.random.categorical(key, chances)
    told = jax.vmap(GAME.play)(states, action)
    chance = jnp.take_along_axis(chances, action[:, None], 1)[:, 0]
    return told.state, Sample(seen, legal, seat, action, chance, value, told.rewards[0], told.over)


def advantages(samples: Sample, last: Array, last_seat: Array) -> Array:
    """How much better each decision turned out than expected, for the seat that made it.

    Values are turned to the first seat's side, traced back, and turned again.
    """
    side = 1 - 2 * samples.seat
    value = samples.value * side

    def back(carried: tuple[Array, Array], step: Any) -> tuple[tuple[Array, Array], Array]:
        gain, after = carried
        value, reward, over = step
        error = reward + DISCOUNT * jnp.where(over, 0, after) - value
        gain = error + DISCOUNT * TRACE * jnp.where(over, 0, gain)
        return (gain, value), gain

    start = (jnp.zeros_like(last), last * (1 - 2 * last_seat))
    _, gains = jax.lax.scan(back, start, (value, samples.reward, samples.over), reverse=True)
    return gains * side


def loss(weights: Weights, samples: Sample, gains: Array) -> Array:
    chances, value = think(weights, samples.seen, samples.legal)
    chance = jnp.take_along_axis(chances, samples.action[:, None], 1)[:, 0]
    ratio = jnp.exp(chance - samples.chance)
    scaled = (gains - gains.mean()) / (gains.std() + 1e-8)
    kept = jnp.minimum(ratio * scaled, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * scaled)
    target = gains + samples.value
    entropy = -(jnp.exp(chances) * jnp.where(samples.legal, chances, 0)).sum(-1)
    return (
        -kept.mean()
        + VALUE_WEIGHT * ((value - target) ** 2).mean()
        - ENTROPY_WEIGHT * entropy.mean()
    )


def adam(weights: Weights, slopes: Weights, moments: Any, rate: Array) -> tuple[Weights, Any]:
    first, second, count = moments
    norm = jnp.sqrt(sum((slope**2).sum() for slope in slopes.values()))
    slopes = {name: slope * jnp.minimum(1, 0.5 / norm) for name, slope in slopes.items()}
    count += 1
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, slopes)
    second = jax.tree.map(lambda m, g: 0.999 * m + 0.001 * g * g, second, slopes)
    bias1, bias2 = 1 - 0.9**count, 1 - 0.999**count
    weights = jax.tree.map(
        lambda w, m, v: w - rate * (m / bias1) / (jnp.sqrt(v / bias2) + 1e-8),
        weights,
        first,
        second,
    )
    return weights, (first, second, count)


@partial(jax.jit, static_argnames=("steps", "parts", "rounds"), donate_argnums=(0, 1, 2))
def improve(
    weights: Weights, moments: Any, states: Any, key: Array, rate: Array, *, steps: int,
    parts: int, rounds: int,
) -> tuple[Weights, Any, Any]:  # fmt: skip
    """Play this many steps in every game, then learn from them."""
    play, mix = jax.random.split(key)
    states, samples = jax.lax.scan(
        lambda states, key: decide(weights, states, key), states, jax.random.split(play, steps)
    )
    seat = jax.vmap(GAME.to_act)(states)
    seen, legal = jax.vmap(GAME.observe)(states, seat), jax.vmap(GAME.legal)(states)
    gains = advantages(samples, think(weights, seen, legal)[1], seat)
    flat = jax.tree.map(lambda field: field.reshape(-1, *field.shape[2:]), (samples, gains))

    def learn(carried: Any, chosen: Array) -> tuple[Any, None]:
        part = jax.tree.map(lambda field: field[chosen], flat)
        slopes = jax.grad(loss)(carried[0], *part)
        return adam(carried[0], slopes, carried[1], rate), None

    total = flat[1].size
    orders = [
        jax.random.permutation(draw, total).reshape(parts, -1)
        for draw in jax.random.split(mix, rounds)
    ]
    (weights, moments), _ = jax.lax.scan(learn, (weights, moments), jnp.concatenate(orders))
    return weights, moments, states


def train(asked: argparse.Namespace) -> dict[int, Plain]:
    """Learn; the weights after 1, 2, 4, 8, … rounds and after the last, by actions played."""
    key = jax.random.key(asked.seed)
    weights = fresh(key)
    nothing = jax.tree.map(jnp.zeros_like, weights)
    moments = (nothing, jax.tree.map(jnp.copy, nothing), jnp.zeros(()))
    states = jax.jit(jax.vmap(GAME.init))(jax.random.split(key, asked.games))
    began, rounds, kept = time.monotonic(), 0, {}
    while (spent := (time.monotonic() - began) / (60 * asked.minutes)) < 1:
        rate = jnp.float32(asked.rate * (1 - spent))
        weights, moments, states = improve(
            weights, moments, states, jax.random.fold_in(key, rounds), rate,
            steps=asked.steps, parts=PARTS, rounds=2,
        )  # fmt: skip
        weights["bv"].block_until_ready()
        rounds += 1
        if rounds & (rounds - 1) == 0:
            kept[rounds * asked.games * asked.steps] = halves(weights)
            print(f"{max(kept):,} actions, {time.monotonic() - began:.0f} s", flush=True)
    return kept | {rounds * asked.games * asked.steps: halves(weights)}


def halves(weights: Weights) -> Plain:
    """Weights of 16 bits, as they are kept; half precision is enough to play."""
    return {name: np.asarray(weight, np.float16) for name, weight in weights.items()}


def draw(kept: dict[int, Plain], asked: argparse.Namespace) -> str:
    """The learning curve of all weights that were kept."""
    points = []
    for actions, weights in kept.items():
        sharp = {name: weight.astype(np.float32) for name, weight in weights.items()}
        for level in LEVELS:
            points.append(measured(sharp, actions, level, asked.measured))
            won = points[-1].wins / asked.measured
            print(f"{actions:13,} actions: {won:6.1%} against {level}", flush=True)
    return curve(points, told(asked))


def told(asked: argparse.Namespace) -> str:
    """Which run it was."""
    kind = jax.devices()[0].device_kind.replace("cpu", "processor")
    where = f"{asked.minutes:g} minutes on one {kind}, JAX {jax.__version__}"
    return f"{where}; {asked.games:,} games side by side; seed {asked.seed}"


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("weights", help="where the trained weights go (.npz)")
    words.add_argument("--minutes", type=float, default=4)
    words.add_argument("--games", type=int, default=4096, help="games side by side")
    words.add_argument("--steps", type=int, default=64, help="actions in each before learning")
    words.add_argument("--rate", type=float, default=5e-4)
    words.add_argument("--seed", type=int, default=0)
    words.add_argument("--curve", type=Path, help="where to draw the learning curve (.svg)")
    words.add_argument("--measured", type=int, default=300, help="games for each of its points")
    asked = words.parse_args()
    if min(asked.minutes, asked.games, asked.steps, asked.measured) <= 0:
        words.error("minutes, games, steps and games measured must be more than 0")
    if asked.games * asked.steps % PARTS:
        words.error(f"games times steps must be a multiple of {PARTS}")
    kept = train(asked)
    last: dict[str, Any] = kept[max(kept)]
    np.savez(asked.weights, **last)
    print(f"{max(kept):,} actions of self-play; {asked.weights} written", flush=True)
    if asked.curve:
        asked.curve.write_text(draw(kept, asked), encoding="utf-8")


if __name__ == "__main__":
    main()
