"""How fast all plays of a rack are found, and how fast one play is judged.

Positions come from self-play of two seats that always lay the play with the most points. Racks
without jokers are measured as they are; then their last tiles are replaced by jokers.
"""

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np

from quartett import CHANCE, Event
from quartett.games.calculissimo import Calculissimo, Options, Play, State, edition
from quartett.games.calculissimo.board.grid import Board
from quartett.games.calculissimo.board.laying import check_laying
from quartett.games.calculissimo.board.moves.fast import PROGRAM, find_plays
from quartett.games.calculissimo.board.score import worth
from quartett.games.calculissimo.board.tiles import JOKER
from quartett.games.calculissimo.view import PASS

Position: TypeAlias = tuple[Board, tuple[str, ...]]

GAME = Calculissimo()
EDITION = edition("standard")
TARGETS = {0: "median 10 ms, p99 100 ms", 1: "median 100 ms", 2: "under 2 s"}


def main(wanted: int = 600) -> str:
    positions = [position for _, position in zip(range(wanted), without_jokers(1), strict=False)]
    PROGRAM.compile()
    rows = [
        f"All legal plays of a rack of seven, {wanted} positions of self-play, one core.\n",
        "| jokers | plays, median | most | time, median | p99 | longest | target |",
        "|---:|---:|---:|---:|---:|---:|---|",
        *(finding(positions, jokers) for jokers in TARGETS),
    ]
    return "\n".join([*rows, judging(positions)])


def finding(positions: Sequence[Position], jokers: int) -> str:
    """A row of the table: the last tiles of every rack replaced by this many jokers."""
    times, plays = [], []
    for board, rack in positions:
        tiles = (*rack[: len(rack) - jokers], *(JOKER,) * jokers)
        began = time.perf_counter()
        found = find_plays(EDITION, board, tiles)
        times.append((time.perf_counter() - began) * 1e3)
        plays.append(len(found))
    return (
        f"| {jokers} | {np.median(plays):,.0f} | {max(plays):,} | {np.median(times):.2f} ms "
        f"| {np.percentile(times, 99):.1f} ms | {max(times):.1f} ms | {TARGETS[jokers]} |"
    )


def judging(positions: Sequence[Position]) -> str:
    """`Is this legal, and what does it score`, for the page's live preview."""
    times = []
    for board, rack in positions:
        for tiles, points in find_plays(EDITION, board, rack).best_first(5):
            began = time.perf_counter()
            check_laying(EDITION, board, tiles)
            judged = worth(EDITION, board, tiles).points
            times.append((time.perf_counter() - began) * 1e6)
            assert judged == points
    return (
        f"\nOne play judged (legal, and its points line by line), {len(times):,} plays: "
        f"median {np.median(times):.0f} µs, p99 {np.percentile(times, 99):.0f} µs."
    )


def without_jokers(seed: int) -> Iterator[Position]:
    """Boards and full racks of the seat to move, game after game."""
    return (found for found in self_play(seed) if JOKER not in found[1] and len(found[1]) == 7)


def self_play(seed: int) -> Iterator[Position]:
    rng = random.Random(seed)
    while True:
        state = GAME.start(2, Options(start_player=0))
        while not state.over:
            assert isinstance(state, State)
            if state.is_chance:
                state = state.apply(Event(CHANCE, state.sample(rng)))
                continue
            (seat,) = state.to_act
            yield state.board, state.racks[seat]
            plays = find_plays(state.edition, state.board, state.racks[seat])
            action = Play(plays.tiles(int(plays.points.argmax()))) if len(plays) else PASS
            state = state.apply(Event(seat, action))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=600)
    print(main(parser.parse_args().positions))
