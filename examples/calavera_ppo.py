"""Learn Calavera against `easy` with masked PPO, in NumPy alone.

    python examples/calavera_ppo.py --moves 400000 --curve docs/pictures/calavera-ppo.svg

One file in the manner of CleanRL: the environment is `quartett/Calavera-v1`, sixteen tables at a
time; the network has one hidden layer for the policy and one for the value. Everything that is
random follows from the seed.
"""

import argparse
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import quartett.envs.gymnasium  # noqa: F401 (registers the environments)
from quartett.arena.results import wilson

Floats = NDArray[np.float64]

TABLES, STEPS, EPOCHS, PARTS = 16, 128, 4, 4
HIDDEN, RATE, DISCOUNT, TRACE = 128, 1.5e-3, 0.997, 0.95
CLIP, ENTROPY, VALUE = 0.2, 0.01, 0.5


class Network:
    """Two small networks side by side, policy and value, trained with Adam."""

    def __init__(self, inputs: int, moves: int, rng: np.random.Generator) -> None:
        def layer(rows: int, columns: int, scale: float) -> Floats:
            drawn: Floats = rng.normal(size=(rows, columns)) * scale / np.sqrt(rows)
            return drawn

        self.weights = {
            "p1": layer(inputs, HIDDEN, 1.4),
            "p2": layer(HIDDEN, moves, 0.01),
            "v1": layer(inputs, HIDDEN, 1.4),
            "v2": layer(HIDDEN, 1, 1.0),
        }
        biases = {f"{name}b": np.zeros(w.shape[1]) for name, w in self.weights.items()}
        self.weights |= biases
        self._moments = {name: (0 * w, 0 * w) for name, w in self.weights.items()}
        self._updates = 0

    def __call__(self, seen: Floats, mask: Floats) -> tuple[Floats, Floats, Any]:
        """The probabilities of the legal moves, the value, and what `learn` needs of it."""
        w = self.weights
        policy = np.tanh(seen @ w["p1"] + w["p1b"])
        judge = np.tanh(seen @ w["v1"] + w["v1b"])
        logits = np.where(mask > 0, policy @ w["p2"] + w["p2b"], -1e9)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances = odds / odds.sum(axis=1, keepdims=True)
        return chances, (judge @ w["v2"] + w["v2b"])[:, 0], (seen, policy, judge)

    def learn(self, kept: Any, by_logits: Floats, by_value: Floats, rate: float) -> None:
        """One step of Adam down these gradients."""
        seen, policy, judge = kept
        w = self.weights
        back_policy = (by_logits @ w["p2"].T) * (1 - policy**2)
        back_judge = (by_value[:, None] @ w["v2"].T) * (1 - judge**2)
        slopes = {
            "p2": policy.T @ by_logits,
            "p1": seen.T @ back_policy,
            "v2": judge.T @ by_value[:, None],
            "v1": seen.T @ back_judge,
            "p2b": by_logits.sum(0),
            "p1b": back_policy.sum(0),
            "v2b": by_value[:, None].sum(0),
            "v1b": back_judge.sum(0),
        }
        norm = np.sqrt(sum(float((slope**2).sum()) for slope in slopes.values()))
        self._updates += 1
        for name, slope in slopes.items():
            slope = slope * min(1.0, 0.5 / (norm + 1e-8))
            first, second = self._moments[name]
            first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
            self._moments[name] = first, second
            even = np.sqrt(second / (1 - 0.999**self._updates)) + 1e-8
            w[name] -= rate * first / (1 - 0.9**self._updates) / even


class Learner:
    def __init__(self, seed: int, tables: int = TABLES, opponents: str = "easy") -> None:
        self.rng = np.random.default_rng(seed)
        self.envs: Any = gymnasium.make_vec(
            "quartett/Calavera-v1",
            num_envs=tables,
            vectorization_mode="vector_entry_point",
            opponents=opponents,
        )
        space: Any = self.envs.single_observation_space
        self.scale = 1 / np.maximum(np.abs(space.low), np.abs(space.high))
        moves: Any = self.envs.single_action_space
        self.network = Network(space.shape[0], int(moves.n), self.rng)
        self.seen, info = self.envs.reset(seed=seed)
        self.mask = info["action_mask"]
        self.ended = np.zeros(tables, np.bool_)
        self.results: list[float] = []

    def play(self, steps: int) -> dict[str, NDArray[Any]]:
        """This many steps at every table, as columns of a batch."""
        rows: dict[str, list[Any]] = {name: [] for name in _COLUMNS}
        for _ in range(steps):
            seen = self.seen * self.scale
            mask = np.where(self.ended[:, None], 1, self.mask)  # the step that begins a game
            chances, value, _ = self.network(seen, mask)
            move = (chances.cumsum(1) > self.rng.random((len(seen), 1))).argmax(1)
            chance = chances[np.arange(len(seen)), move]
            before = self.ended
            self.seen, reward, self.ended, _, info = self.envs.step(move)
            self.mask = info["action_mask"]
            self.results += reward[self.ended].tolist()
            row = (seen, mask, move, chance, value, reward, self.ended, ~before)
            for name, column in zip(_COLUMNS, row, strict=True):
                rows[name].append(column)
        batch = {name: np.array(column) for name, column in rows.items()}
        _, last, _ = self.network(self.seen * self.scale, np.maximum(self.mask, 1))
        batch["gain"] = _advantages(batch, last)
        batch["target"] = batch["gain"] + batch["value"]
        return {
            name: column.reshape(-1, *column.shape[2:])[batch["real"].reshape(-1)]
            for name, column in batch.items()
        }

    def learn(self, batch: dict[str, NDArray[Any]], rate: float) -> None:
        count = len(batch["move"])
        for _ in range(EPOCHS):
            for part in np.array_split(self.rng.permutation(count), PARTS):
                self._learn_part({name: column[part] for name, column in batch.items()}, rate)

    def _learn_part(self, part: dict[str, NDArray[Any]], rate: float) -> None:
        rows = np.arange(len(part["move"]))
        chances, value, kept = self.network(part["seen"], part["mask"])
        ratio = chances[rows, part["move"]] / part["chance"]
        gain = (part["gain"] - part["gain"].mean()) / (part["gain"].std() + 1e-8)
        held = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        chosen = np.zeros_like(chances)
        chosen[rows, part["move"]] = 1
        by_logits = -(held * gain * ratio)[:, None] * (chosen - chances)
        logs = np.log(np.maximum(chances, 1e-12))
        spread = -(chances * logs).sum(1, keepdims=True)
        by_logits += ENTROPY * chances * (logs + spread)
        by_value = VALUE * (value - part["target"])
        self.network.learn(kept, by_logits / len(rows), by_value / len(rows), rate)


_COLUMNS = ("seen", "mask", "move", "chance", "value", "reward", "ended", "real")


def _advantages(batch: dict[str, NDArray[Any]], last: Floats) -> Floats:
    """Generalised advantage estimates; nothing flows back over the end of a game."""
    gains, gain, after = np.zeros_like(batch["value"]), np.zeros_like(last), last
    for at in reversed(range(len(gains))):
        goes_on = ~batch["ended"][at]
        surprise = batch["reward"][at] + DISCOUNT * after * goes_on - batch["value"][at]
        gain = surprise + DISCOUNT * TRACE * goes_on * gain
        gains[at], after = gain, batch["value"][at]
    return gains


def measure(learner: Learner, games: int, seed: int) -> tuple[float, int]:
    """Wins, a tie as half a one, in this many games of the network as it is, drawing its moves."""
    judge = Learner(seed)
    judge.network = learner.network
    while len(judge.results) < games:
        judge.play(16)
    return sum((result + 1) / 2 for result in judge.results[:games]), games


def curve(points: list[tuple[int, float, int]]) -> str:
    """The learning curve with 95 % intervals."""
    last = max(steps for steps, _, _ in points) or 1
    spots = [(60 + 680 * s / last, w, n) for s, w, n in points]
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 780 360" fill="#222" '
        'font-family="system-ui, sans-serif" font-size="13"><rect width="780" height="360" '
        'fill="#fff"/><text x="60" y="22">Masked PPO against easy: games won, by moves learnt '
        "from</text>"
    ]
    for tenth in range(0, 11, 2):
        y = 320 - 28 * tenth
        parts.append(
            f'<line x1="60" x2="740" y1="{y}" y2="{y}" stroke="#ddd"/>'
            f'<text x="52" y="{y + 4}" text-anchor="end">{tenth * 10} %</text>'
        )
    for x, wins, games in spots:
        low, high = wilson(wins, games)
        parts.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{320 - 280 * low:.1f}" '
            f'y2="{320 - 280 * high:.1f}" stroke="#0b7a75" stroke-opacity=".45" stroke-width="3"/>'
        )
    line = " ".join(f"{x:.1f},{320 - 280 * wins / games:.1f}" for x, wins, games in spots)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#0b7a75" stroke-width="2"/>')
    parts.append(f'<text x="740" y="344" text-anchor="end">{last:,} moves</text></svg>\n')
    return "".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--moves", type=int, default=400_000, help="moves to learn from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1000, help="games of the last measurement")
    parser.add_argument("--curve", type=Path, help="where to draw the learning curve")
    settings = parser.parse_args()
    learner, steps = Learner(settings.seed), 0
    points = [(0, *measure(learner, 100, 10_000))]
    print(f"before learning: {points[0][1]:.1f} of {points[0][2]} games won")
    while steps < settings.moves:
        batch = learner.play(STEPS)
        learner.learn(batch, RATE * (1 - 0.9 * steps / settings.moves))
        steps += len(batch["move"])
        if len(learner.results) >= 400:
            points.append((steps, sum((r + 1) / 2 for r in learner.results), len(learner.results)))
            won, of = points[-1][1:]
            print(f"{steps:9,} moves: {won / of:.1%} of {of} games won", flush=True)
            learner.results = []
    wins, games = measure(learner, settings.games, 20_000)
    low, high = wilson(wins, games)
    points.append((steps, wins, games))
    print(
        f"after {steps:,} moves: {wins / games:.1%} of {games} games won ({low:.1%} – {high:.1%})"
    )
    if settings.curve:
        settings.curve.write_text(curve(points), encoding="utf-8")


if __name__ == "__main__":
    main()
