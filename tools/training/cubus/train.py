"""Teach the expert of Cubus what a turn leaves in a game of two: one core, some minutes.

    python -m tools.training.cubus.train --seconds 240 \
        --out src/quartett/games/cubus/bots/learned.npz

Games are played in numbers of cards (`play.py`) by the network of now, averaged over time. The
same positions with left and right exchanged are learned as well.
"""

import argparse
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from tools.training.cubus.play import (
    FEATURES,
    HIDDEN,
    MOST_TURNS,
    PROGRAM,
    Network,
    played,
    scratch,
    tables,
)

from quartett.core.arrays import Floats, Ints
from quartett.games.cubus.bots.learned import UNIT

GAMES = 60
"""Games between two rounds of learning."""
CARELESS = 0.15
"""How often a build is any, or the largest one."""
KEPT = 40
"""How many lots of games are learned from."""
STEPS, BATCH = 24, 512
RATE = 2e-3
CLOSEST = 2.0
"""Larger errors count no more than in proportion."""


class Learner:
    """A network that learns by Adam, and its average over time, which plays."""

    def __init__(self, rng: np.random.Generator) -> None:
        sizes = (FEATURES, *HIDDEN, 1)
        self.parts: list[Floats] = []
        for inside, outside in pairwise(sizes):
            scale = np.sqrt(2 / inside) if outside > 1 else 0.1 * np.sqrt(2 / inside)
            self.parts += [scale * rng.standard_normal((outside, inside)), np.zeros(outside)]
        self.average = [part.copy() for part in self.parts]
        self.means = [np.zeros_like(part) for part in self.parts]
        self.squares = [np.zeros_like(part) for part in self.parts]
        self.steps = 0

    @property
    def network(self) -> Network:
        return Network(*self.average)

    def learn(self, rows: Floats, targets: Floats, rate: float) -> float:
        """One step; the mean squared error before it."""
        w0, b0, w1, b1, w2, b2 = self.parts
        first = np.maximum(rows @ w0.T + b0, 0)
        second = np.maximum(first @ w1.T + b1, 0)
        error = (second @ w2.T + b2)[:, 0] - targets
        up = np.clip(error, -CLOSEST, CLOSEST)[:, None] / len(rows)
        up_second = up @ w2 * (second > 0)
        up_first = up_second @ w1 * (first > 0)
        self._step(
            [
                up_first.T @ rows, up_first.sum(axis=0),
                up_second.T @ first, up_second.sum(axis=0),
                up.T @ second, up.sum(axis=0),
            ],
            rate,
        )  # fmt: skip
        return float((error**2).mean())

    def _step(self, slopes: list[Floats], rate: float) -> None:
        self.steps += 1
        for n, slope in enumerate(slopes):
            self.means[n] = 0.9 * self.means[n] + 0.1 * slope
            self.squares[n] = 0.999 * self.squares[n] + 0.001 * slope**2
            mean = self.means[n] / (1 - 0.9**self.steps)
            square = self.squares[n] / (1 - 0.999**self.steps)
            self.parts[n] = self.parts[n] - rate * mean / (np.sqrt(square) + 1e-8)
            self.average[n] = 0.998 * self.average[n] + 0.002 * self.parts[n]

    def save(self, file: Path) -> None:
        layers = zip(self.average[::2], self.average[1::2], strict=True)
        arrays: dict[str, Any] = {}
        for n, (weights, bias) in enumerate(layers):
            arrays |= {f"w{n}": np.ascontiguousarray(weights.T, np.float32)}
            arrays |= {f"b{n}": bias.astype(np.float32)}
        np.savez(file, **arrays)


def mirrored() -> Ints:
    """Where each feature stands when left and right are exchanged."""
    places = np.arange(FEATURES)
    pairs = [(2, 3), (5, 6), (8, 9), (11, 12), (38, 39), (42, 43)]
    for start in (17, 27):
        pairs += [(start + 1, start + 2), (start + 4, start + 5), (start + 8, start + 9)]
    for one, other in pairs:
        places[one], places[other] = other, one
    return places


def taught(seconds: float, seed: int) -> Learner:
    """A network after this many seconds of this process's time."""
    rng = np.random.default_rng(seed)
    learner, table, mirror = Learner(rng), tables(), mirrored()
    room = scratch()
    rows = np.zeros((GAMES * MOST_TURNS, FEATURES))
    targets = np.zeros(GAMES * MOST_TURNS)
    lots: list[tuple[Floats, Floats]] = []
    began, games = time.process_time(), 0
    while (part := (time.process_time() - began) / seconds) < 1:
        trace = 1 - 0.5 * min(1, 2 * part)
        count = PROGRAM[played](
            int(rng.integers(1 << 30)), GAMES, CARELESS, trace, learner.network, table, room,
            rows, targets,
        )  # fmt: skip
        games += GAMES
        lots = [*lots, (rows[:count].copy(), targets[:count] / UNIT)][-KEPT:]
        errors = []
        for _ in range(STEPS):
            some_rows, some_targets = lots[rng.integers(len(lots))]
            chosen = rng.integers(len(some_rows), size=BATCH)
            seen = some_rows[chosen]
            if rng.random() < 0.5:
                seen = seen[:, mirror]
            errors.append(learner.learn(seen, some_targets[chosen], RATE * (1 - part) + 5e-5))
        if games % (100 * GAMES) == 0:
            print(f"{part:.0%} {games:,} games, error {UNIT * np.mean(errors) ** 0.5:.1f} points")
    return learner


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    PROGRAM.compile()
    taught(asked.seconds, asked.seed).save(asked.out)


if __name__ == "__main__":
    main()
