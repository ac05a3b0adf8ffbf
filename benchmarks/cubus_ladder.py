"""Each level of Cubus against the one below, with two and with four players, and dismantling."""

from itertools import pairwise

from benchmarks.ladder import HEADER, duel, row, steps
from quartett.bots import LEVELS

GAMES = 1000
DISMANTLING = 300


def main() -> str:
    rows = [HEADER, *steps("cubus", GAMES, LEVELS)]
    for below, level in pairwise(LEVELS):
        names = (level, *[below] * 3)
        rows.append(row(duel("cubus", names, GAMES), f"`{level}` – 3 × `{below}`"))
    alone = {"dismantling": "alone"}
    for below, level in pairwise(LEVELS):
        standings = duel("cubus", (level, below), DISMANTLING, options=alone)
        rows.append(row(standings, f"dismantling: `{level}` – `{below}`"))
    return (
        "With four players one of the level plays three of the level below: an equal one would "
        "win 25 %. The longest decision is the first of a process, which loads the compiled "
        "search and fills its tables.\n\n" + "\n".join(rows)
    )
