"""Draw what perfect play looks like, from the games that `learn.py` wrote down.

python -m tools.solve_calavera.pictures standard.games.npz short.games.npz
"""

import sys
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib import pyplot as plt
from tools.solve_calavera.table import PADS, Layout

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
DICE, FACES, ROSE, SKULL = 6, 6, 4, 5
FREEZE, SKIP = 8, 12
ENOUGH = 100
"""A share of fewer cases than this is not drawn."""
COLOURS = ("#d95f02", "#1b9e77", "#7570b3", "#333333")

RESULTS = np.array(
    [
        [faces.count(face) for face in range(FACES)]
        for faces in combinations_with_replacement(range(FACES), DICE)
    ]
)


class Games:
    """Perfect games on one pad, turn by turn."""

    def __init__(self, path: Path) -> None:
        self.name = path.name.split(".")[0]
        self.layout = Layout(PADS[self.name])
        self.pad = self.layout.pad
        with np.load(path) as data:
            self.log: dict[str, Any] = {name: data[name] for name in data.files}
        self.dice = RESULTS[self.log["results"][:, -1]]

    def opening(self) -> list[float]:
        """What one to six crosses in one row in the first turn are worth to the start player."""
        places = {tuple(joint): n for n, joint in enumerate(self.log["joints"].tolist())}
        return [float(self.log["opening"][places[crosses, 0]]) for crosses in range(1, DICE + 1)]

    def frozen(self, box: int, rows: int) -> tuple[float, int]:
        """How often an offer to freeze a row at this box was taken, with this many rows frozen."""
        mine, use = self.log["mine"], self.log["use"]
        need = self.pad.roses[box - self.pad.points]
        offered = (self.dice[:, ROSE] >= need) & (self.dice[:, SKULL] < 3)
        offered &= (mine >= self.pad.death).sum(1) == rows
        at, row = np.nonzero((mine == box) & offered[:, None])
        return float((use[at] == FREEZE + row).mean()) if len(at) else 0.0, len(at)

    def endings(self) -> Any:
        """The share of rows that end frozen at each box, from the points zone on, or open."""
        order = np.lexsort((self.log["turn"], self.log["game"]))
        game = self.log["game"][order]
        last = order[np.r_[game[1:] != game[:-1], True]]
        mine, theirs = self.log["mine"][last].copy(), self.log["theirs"][last].copy()
        self._do(mine, self.log["use"][last], self.dice[last])
        pick = np.where((mine >= self.pad.death).all(1), FREEZE, self.log["pick"][last])
        self._do(theirs, np.where(pick == FREEZE, SKIP, pick), self.dice[last])
        return np.bincount(np.r_[mine, theirs].ravel(), minlength=self.layout.rows) / (
            8 * len(last)
        )

    def _do(self, rows: Any, use: Any, dice: Any) -> None:
        pad, every = self.pad, np.arange(len(use))
        shift = pad.death - pad.points
        row = use % 4
        now = rows[every, row]
        crosses = np.minimum(now + dice[every, np.where(use < 4, use % 4, ROSE)], pad.length)
        marked = np.where(crosses < pad.death, crosses, crosses + shift)
        rows[every, row] = np.select([use < FREEZE, use < SKIP], [marked, now + shift], now)


def draw_freezing(games: list[Games]) -> None:
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.4), sharey=True, layout="constrained")
    for axis, one in zip(axes, games, strict=True):
        boxes = list(range(one.pad.points, one.pad.death))
        for rows in range(4):
            found = [one.frozen(box, rows) for box in boxes]
            kept = [(box, 100 * s) for box, (s, n) in zip(boxes, found, strict=True) if n >= ENOUGH]
            axis.plot(*zip(*kept, strict=True), "o-", color=COLOURS[rows], label=f"{rows} frozen")
        names = [f"{box}\n{one.pad.boxes[box - 1]} pts" for box in boxes]
        axis.set_xticks(boxes, names)
        axis.set_title(f"{one.name} sheet")
        axis.set_ylim(0, 100)
        axis.grid(alpha=0.3)
    axes[0].set_ylabel("freezes that row, % of offers")
    axes[0].legend(title="own rows", frameon=False)
    _save(figure, "solved-freezing.svg")


def draw_opening(games: list[Games]) -> None:
    figure, axis = plt.subplots(figsize=(6, 3.2), layout="constrained")
    for colour, one in zip(COLOURS, games, strict=False):
        share = [100 * value for value in one.opening()]
        axis.plot(range(1, DICE + 1), share, "o-", color=colour, label=f"{one.name} sheet")
    axis.axhline(50, color="#999", lw=0.8)
    axis.set_xlabel("crosses in one row in the first turn, no skull")
    axis.set_ylabel("start player wins, %")
    axis.grid(alpha=0.3)
    axis.legend(frameon=False)
    _save(figure, "solved-opening.svg")


def draw_endings(games: list[Games]) -> None:
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.2), layout="constrained")
    for axis, one in zip(axes, games, strict=True):
        pad, share = one.pad, 100 * one.endings()
        boxes = np.arange(pad.length + 1)
        is_open = np.r_[share[: pad.death], np.zeros(pad.length + 1 - pad.death)]
        closed = np.r_[np.zeros(pad.points), share[pad.death :]]
        axis.bar(boxes, closed, color=COLOURS[0], label="frozen")
        axis.bar(boxes, is_open, bottom=closed, color="#bbbbbb", label="still open")
        axis.set_xticks(boxes, [f"{b}\n{pad.boxes[b - 1] if b else 0}" for b in boxes], fontsize=8)
        axis.set_title(f"{one.name} sheet: last cross of a row, its points")
    axes[0].set_ylabel("% of rows at the end")
    axes[0].legend(frameon=False)
    _save(figure, "solved-rows.svg")


def _save(figure: Any, name: str) -> None:
    figure.savefig(PICTURES / name, metadata={"Date": None})


def tell(one: Games) -> None:
    """The figures that docs/solved.md states."""
    log, dice = one.log, one.dice
    rerolls = (log["keeps"] >= 0).sum(1)
    use = np.select([log["use"] < 4, log["use"] < FREEZE, log["use"] < SKIP], [0, 1, 2], 3)
    curse = dice[:, SKULL] >= 3
    print(one.name, f"{len(log['shares']):,} games, {len(use) / len(log['shares']):.1f} turns each")
    print("  crosses at the start:", [round(100 * value, 2) for value in one.opening()])
    print("  rerolls 0, 1, 2:", [round(100 * float((rerolls == n).mean()), 1) for n in range(3)])
    print(
        "  own dice, roses, freezes, nothing:",
        [round(100 * float((use == n).mean()), 1) for n in range(4)],
    )
    print("  three skulls:", round(100 * float(curse.mean()), 1))
    print("  skips:", round(100 * float(((use == 3) & ~curse).mean()), 2))
    share = 100 * one.endings()
    shift = one.pad.death - one.pad.points
    death = {
        box: round(float(share[box + shift]), 1)
        for box in range(one.pad.points, one.pad.length + 1)
    }
    print("  rows frozen at:", death, "open:", np.round(share[: one.pad.death], 1).tolist())


def main() -> None:
    mpl.use("svg")
    plt.rcParams["svg.hashsalt"] = "solved"
    games = [Games(Path(path)) for path in sys.argv[1:]]
    for one in games:
        tell(one)
    draw_freezing(games)
    draw_opening(games)
    draw_endings(games)


if __name__ == "__main__":
    main()
