"""Self-play in C++, and a network fitted to who won.

    python -m tools.training.calcory.train 3 --generations 10000 --out trained-3.npz

The first generation are games of experts of November 2026, those after it of the network of now
among some of them. All games count for every fit. At the end the network plays against experts of
November 2026.
"""

import argparse
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

HERE: Final = Path(__file__).parent
HIDDEN: Final = 32
BATCH: Final = 2048
RATE: Final = 2e-3
DECAY: Final = 1e-4
CARELESS: Final = (0.15, 0.12)
"""In the first generation, and after it."""
OLD: Final = 0.15
"""The share of experts of November 2026 after the first generation."""

Weights: TypeAlias = list[NDArray[np.float32]]
Samples: TypeAlias = NDArray[np.float16]


def inputs_for(players: int) -> int:
    return 53 + 11 * players + 2 * (players - 1) + players + 2 + 2 + players + 6


def begin(players: int, rng: np.random.Generator) -> Weights:
    inputs = inputs_for(players)
    first = rng.normal(size=(inputs, HIDDEN)) * np.sqrt(1 / inputs)
    second = rng.normal(size=(HIDDEN, players)) * 0.1
    parts = [first, np.zeros(HIDDEN), second, np.zeros(players)]
    return [part.astype(np.float32) for part in parts]


def fit(weights: Weights, samples: Samples, epochs: int, rng: np.random.Generator) -> Weights:
    """Cross entropy, by Adam with a rate that falls to nothing."""
    inputs = len(weights[0])
    means, squares = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]
    steps = len(samples) * epochs // BATCH
    order, at = rng.permutation(len(samples)), 0
    for step in range(1, steps + 1):
        if at + BATCH > len(samples):
            order, at = rng.permutation(len(samples)), 0
        batch = samples[np.sort(order[at : at + BATCH])].astype(np.float32)
        at += BATCH
        rate = RATE * (1 - step / steps) + 1e-5
        for n, slope in enumerate(slopes(weights, batch[:, :inputs], batch[:, inputs:])):
            means[n] = 0.9 * means[n] + 0.1 * slope
            squares[n] = 0.999 * squares[n] + 0.001 * slope**2
            root = np.sqrt(squares[n] / (1 - 0.999**step)) + 1e-8
            weights[n] -= rate * means[n] / (1 - 0.9**step) / root
            if weights[n].ndim == 2:
                weights[n] -= rate * DECAY * weights[n]
    return weights


def slopes(weights: Weights, read: NDArray[np.float32], won: NDArray[np.float32]) -> Weights:
    first, first_bias, second, second_bias = weights
    hidden = np.maximum(read @ first + first_bias, 0)
    logits = hidden @ second + second_bias
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    error = (odds / odds.sum(axis=1, keepdims=True) - won) / len(won)
    back = (error @ second.T) * (hidden > 0)
    return [read.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(axis=0)]


def write(weights: Weights, players: int, path: Path) -> None:
    """As the games read it."""
    sizes = np.array([players, len(weights[0]), HIDDEN], np.int32)
    path.write_bytes(sizes.tobytes() + b"".join(part.tobytes() for part in weights))


def read(path: Path, players: int) -> Samples:
    width = inputs_for(players) + players
    return np.fromfile(path, np.float32).reshape(-1, width).astype(np.float16)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", type=int, choices=(3, 4))
    parser.add_argument("--generations", type=int, nargs="+", default=[10_000])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--match", type=int, default=1_500, help="games to measure it by")
    asked = parser.parse_args()
    rng = np.random.default_rng(0)
    weights, samples = begin(asked.players, rng), list[Samples]()
    with TemporaryDirectory() as folder:
        program, network = Path(folder) / "selfplay", Path(folder) / "network"
        source = HERE / "selfplay.cpp"
        subprocess.run(
            ["c++", "-std=c++17", "-O3", "-march=native", "-o", program, source], check=True
        )
        for number, games in enumerate(asked.generations):
            who = network if number else "-"
            careless, old = CARELESS[min(number, 1)], OLD if number else 0
            file = Path(folder) / "games"
            words = [asked.players, games, number + 1, who, file, careless, old]
            subprocess.run([program, "games", *map(str, words)], check=True)
            samples.append(read(file, asked.players))
            weights = fit(weights, np.concatenate(samples), asked.epochs, rng)
            write(weights, asked.players, network)
        words = [asked.players, asked.match, 11, network]
        subprocess.run([program, "match", *map(str, words)], check=True)
    names = ("w0", "b0", "w1", "b1")
    np.savez_compressed(asked.out, **dict(zip(names, weights, strict=True)))  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
