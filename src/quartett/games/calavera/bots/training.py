"""Self-play that teaches the expert what a position is worth.

    python -m quartett.games.calavera.bots.training --players 2 --out standard-2.npz

Each generation plays games with the value learned so far, notes the position at the
start of every turn, and fits the network to who won from there.
"""

import argparse
import random
from collections import deque
from itertools import pairwise
from pathlib import Path

import numpy as np

from quartett.core.event import CHANCE, Event
from quartett.games.calavera import Calavera, Options, State
from quartett.games.calavera.bots.positions import Floats, Positions
from quartett.games.calavera.bots.reckoner import Reckoner
from quartett.games.calavera.bots.value import Network, Value, features, own_sheet
from quartett.games.calavera.sheet import PADS
from quartett.games.calavera.view import View

HIDDEN = (64, 32)
WINDOW = 4
"""Generations that a fit looks back on."""


class Learner(Reckoner):
    """A player with the value learned so far."""

    learned: Value = staticmethod(own_sheet)

    def value(self, view: View) -> Value:
        return type(self).learned


def main() -> None:
    args = _arguments()
    rng = random.Random(args.seed)
    shuffle = np.random.default_rng(args.seed)
    weights: dict[str, Floats] = {}
    window: deque[tuple[Floats, Floats]] = deque(maxlen=WINDOW)
    for generation in range(args.generations):
        window.append(self_play(args.players, args.sheet, args.games, rng))
        x = np.concatenate([x for x, _ in window])
        y = np.concatenate([y for _, y in window])
        weights = weights or first_weights(x.shape[1], shuffle)
        loss = fit(weights, x, y, shuffle)
        Learner.learned = Network(weights)
        np.savez_compressed(args.out, **{k: v.astype(np.float32) for k, v in weights.items()})  # type: ignore[arg-type]
        print(f"generation {generation}: {len(y)} positions, log loss {loss:.4f}", flush=True)


def self_play(players: int, sheet: str, games: int, rng: random.Random) -> tuple[Floats, Floats]:
    """Features and win shares, for every seat, of all turns of so many games."""
    xs, ys = [], []
    game = Calavera()
    options = game.options({"sheet": sheet})
    assert isinstance(options, Options)
    for _ in range(games):
        turns, last = _one_game(game.begin(players, options), rng)
        there = _gathered(turns)
        for seat in range(players):
            xs.append(features(there, seat, PADS[sheet]))
            won = seat in last.winners()
            ys.append(np.full(len(turns), won / len(last.winners())))
    return np.concatenate(xs), np.concatenate(ys)


def _one_game(state: State, rng: random.Random) -> tuple[list[State], State]:
    bots = [Learner(rng.getrandbits(32)) for _ in range(state.players)]
    turns = []
    while not state.over:
        if state.is_chance:
            if state.phase == "roll" and state.rolls == 0:
                turns.append(state)
            event = Event(CHANCE, state.sample(rng))
        else:
            seat = min(state.to_act)
            event = Event(seat, bots[seat].choose(state.view(seat), float("inf")))
        state = state.apply(event)
    return turns, state


def _gathered(turns: list[State]) -> Positions:
    return Positions(
        np.array([[sheet.crosses for sheet in state.sheets] for state in turns]),
        np.array([[sheet.frozen for sheet in state.sheets] for state in turns]),
        np.array([[sheet.bonus for sheet in state.sheets] for state in turns]),
        np.array([state.active for state in turns]),
        np.zeros(len(turns), bool),
    )


def first_weights(inputs: int, rng: np.random.Generator) -> dict[str, Floats]:
    weights = {}
    sizes = (inputs, *HIDDEN, 1)
    for n, (rows, columns) in enumerate(pairwise(sizes)):
        weights[f"w{n}"] = rng.normal(0, np.sqrt(2 / rows), (rows, columns))
        weights[f"b{n}"] = np.zeros(columns)
    return weights


def fit(
    weights: dict[str, Floats],
    x: Floats,
    y: Floats,
    rng: np.random.Generator,
    epochs: int = 6,
    batch: int = 512,
) -> float:
    """Adam on the log loss, the step shrinking to nothing; the mean loss of the last epoch."""
    first = {name: np.zeros_like(w) for name, w in weights.items()}
    second = {name: np.zeros_like(w) for name, w in weights.items()}
    steps = epochs * (len(y) // batch)
    losses: list[float] = []
    for step in range(steps):
        chosen = rng.integers(0, len(y), batch)
        loss, slopes = _slopes(weights, x[chosen], y[chosen])
        losses.append(loss)
        rate = 2e-3 * (1 - step / steps)
        for name, slope in slopes.items():
            first[name] += 0.1 * (slope - first[name])
            second[name] += 0.001 * (slope**2 - second[name])
            mean = first[name] / (1 - 0.9 ** (step + 1))
            spread = np.sqrt(second[name] / (1 - 0.999 ** (step + 1)))
            weights[name] -= rate * mean / (spread + 1e-8)
    return float(np.mean(losses[-steps // epochs :]))


def _slopes(weights: dict[str, Floats], x: Floats, y: Floats) -> tuple[float, dict[str, Floats]]:
    layers = len(weights) // 2
    hidden = [x]
    for n in range(layers - 1):
        hidden.append(np.maximum(hidden[-1] @ weights[f"w{n}"] + weights[f"b{n}"], 0))
    logit = (hidden[-1] @ weights[f"w{layers - 1}"] + weights[f"b{layers - 1}"])[:, 0]
    guess = 1 / (1 + np.exp(-logit))
    loss = -np.mean(y * np.log(guess + 1e-9) + (1 - y) * np.log(1 - guess + 1e-9))
    error = ((guess - y) / len(y))[:, None]
    slopes: dict[str, Floats] = {}
    for n in reversed(range(layers)):
        slopes[f"w{n}"] = hidden[n].T @ error
        slopes[f"b{n}"] = error.sum(axis=0)
        error = (error @ weights[f"w{n}"].T) * (hidden[n] > 0)
    return float(loss), slopes


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=2, choices=range(2, 5))
    parser.add_argument("--sheet", default="standard", choices=list(PADS))
    parser.add_argument("--generations", type=int, default=8)
    parser.add_argument("--games", type=int, default=2000, help="games a generation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


if __name__ == "__main__":
    main()
