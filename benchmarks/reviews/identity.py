"""Reviews of many games: that luck and skill explain results, and how long it takes.

    OPENBLAS_NUM_THREADS=1 python -m benchmarks.reviews.identity calcory --games 1000

Every game judged is kept as a line in `build/review/`: a run that was stopped goes on where it was.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import track

import quartett
from quartett.bots import levels
from quartett.core.kernels import Program
from quartett.review import review

GAMES = 1000
KEPT = Path(__file__).parents[2] / "build" / "review"
LEVELS = ("easy", "medium", "hard")
TABLES: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "calavera": [(2, {}), (3, {}), (4, {}), (2, {"sheet": "short"}), (3, {"sheet": "short"})],
    "calcory": [(2, {}), (3, {}), (4, {}), (2, {"max_turns": 40})],
    "calculissimo": [
        (2, {}),
        (3, {}),
        (4, {}),
        (2, {"edition": "children"}),
        (3, {"challenge": True}),
    ],
    "cubus": [
        (2, {}),
        (3, {}),
        (4, {}),
        (2, {"last_build": "contest", "dismantling": "after"}),
        (3, {"knocking": False, "dismantling": "cards"}),
        (2, {"dismantling": "alone"}),
        (2, {"dismantling": "alone", "both_start": False}),
        (3, {"dismantling": "alone"}),
    ],
}
"""Players and options; one game of each in turn."""


class Judged(msgspec.Struct, frozen=True):
    """A game that was reviewed."""

    seed: int
    players: int
    options: str
    events: int
    off: float
    """How far luck and skill are from result less start, in the seat where it is most."""
    seconds: float
    """Of one core."""


def main(games: int = GAMES) -> str:
    """The identity and the time, over many games of each."""
    rows = [
        "| game | players | options | games | largest error | seconds a game | slowest |",
        "|---|---|---|---|---|---|---|",
    ]
    for id in TABLES:
        for _ in track(judging(id, games), id, total=games, console=Console(stderr=True)):
            pass
        rows += _rows(id)
    return "Levels `easy` to `hard`, seconds of one core.\n\n" + "\n".join(rows)


def judging(id: str, games: int) -> Iterator[Judged]:
    """Those that are kept, then the rest, each written down as it comes."""
    KEPT.mkdir(parents=True, exist_ok=True)
    kept = _kept(id)
    yield from kept.values()
    levels(quartett.game(id))  # its bots bring their programs along
    for program in Program.every:
        program.compile()
    with (KEPT / f"{id}.jsonl").open("ab") as file:
        for seed in range(games):
            if seed not in kept:
                judged = _judged(id, seed)
                file.write(msgspec.json.encode(judged) + b"\n")
                file.flush()
                yield judged


def _kept(id: str) -> dict[int, Judged]:
    file = KEPT / f"{id}.jsonl"
    lines = file.read_bytes().splitlines() if file.exists() else []
    found = (msgspec.json.decode(line, type=Judged) for line in lines)
    return {judged.seed: judged for judged in found}


def _judged(id: str, seed: int) -> Judged:
    players, options = TABLES[id][seed % len(TABLES[id])]
    record = played(id, players, options, seed)
    began = time.process_time()
    found = review(record)
    seconds = time.process_time() - began
    off = max(abs(one.luck + one.skill - (one.result - one.start)) for one in found.seats)
    return Judged(seed, players, _said(options), len(record.events), off, seconds)


def played(id: str, players: int, options: dict[str, Any], seed: int) -> quartett.Record:
    """A game of bots, each of another level."""
    game = quartett.game(id)
    bots = [LEVELS[(seed + seat) % len(LEVELS)] for seat in range(players)]
    return quartett.play(game, bots, seed=seed, options=game.options(options))


def _said(options: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in options.items())


def _rows(id: str) -> Iterator[str]:
    kept = _kept(id).values()
    for players, options in TABLES[id]:
        these = [one for one in kept if (one.players, one.options) == (players, _said(options))]
        if these:
            off = max(one.off for one in these)
            mean = sum(one.seconds for one in these) / len(these)
            slowest = max(one.seconds for one in these)
            yield (
                f"| {id} | {players} | {_said(options)} | {len(these):,} | {off:.1e} "
                f"| {mean:.2f} | {slowest:.2f} |"
            )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=TABLES)
    parser.add_argument("--games", type=int, default=GAMES)
    asked = parser.parse_args()
    for _ in judging(asked.game, asked.games):
        pass
    print("\n".join(_rows(asked.game)))
