"""Each level on Calavera's short sheet against one, two and three of the level below."""

import sys
from itertools import pairwise

from benchmarks.ladder import duel
from quartett.arena import Standing
from quartett.bots import LEVELS

LADDER = ("random", *LEVELS)
GAMES = 1200
"""Everybody sits in every seat equally often, with two, three and four players."""
HEADER = """\
| match | two players | three | four |
|---|---|---|---|"""


def main() -> str:
    rows = [_row(level, below) for below, level in pairwise(LADDER)]
    return (
        "One of the level plays one, two or three of the level below, on the sheet with nine boxes "
        "a row: its share of wins with the 95 % interval, and in brackets its mean score and that "
        f"of the best of the others, over {GAMES:,} games each. An equal one would win 50 %, "
        "33.3 % and 25 %. `random` plays any legal action, all equally likely.\n\n"
        + "\n".join([HEADER, *rows])
    )


def _row(level: str, below: str) -> str:
    cells = [_cell(level, below, others) for others in (1, 2, 3)]
    line = f"| `{level}` – `{below}` | {' | '.join(cells)} |"
    print(line, file=sys.stderr, flush=True)
    return line


def _cell(level: str, below: str, others: int) -> str:
    names = (level, *[below] * others)
    first, *rest = duel("calavera", names, GAMES, options={"sheet": "short"})
    return f"{_share(first)} ({first.mean_score:.1f} : {max(s.mean_score for s in rest):.1f})"


def _share(standing: Standing) -> str:
    low, high = standing.interval
    return f"{standing.share:.1%}, {low:.1%} – {high:.1%}"
