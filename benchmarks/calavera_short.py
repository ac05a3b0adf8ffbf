"""Levels of Calavera where rows fill quickly: on the short sheet, and with more players."""

import sys
from itertools import pairwise

from benchmarks.ladder import duel
from quartett.arena import Standing
from quartett.bots import LEVELS

LADDER = ("random", *LEVELS)
GAMES = 1200
"""Everybody sits in every seat equally often, with two, three and four players."""
WHAT = """\
its share of wins with the 95 % interval, and in brackets its mean score and that of the best of \
the others, over {games:,} games each. `random` plays any legal action, all equally likely."""


def main() -> str:
    """Each level on the short sheet against one, two and three of the level below."""
    rows = [_row(level, below, "short", (2, 3, 4)) for below, level in pairwise(LADDER)]
    return (
        "One of the level plays one, two or three of the level below, on the sheet with nine boxes "
        f"a row: {WHAT.format(games=GAMES)} An equal one would win 50 %, 33.3 % and 25 %.\n\n"
        "| match | two players | three | four |\n|---|---|---|---|\n" + "\n".join(rows)
    )


def more_players() -> str:
    """The lower levels on the standard sheet with three and four."""
    rows = [_row(level, below, "standard", (3, 4)) for below, level in pairwise(LADDER[:3])]
    return (
        "One of the level plays two or three of the level below, on the standard sheet: "
        f"{WHAT.format(games=GAMES)} An equal one would win 33.3 % and 25 %.\n\n"
        "| match | three players | four |\n|---|---|---|\n" + "\n".join(rows)
    )


def _row(level: str, below: str, sheet: str, players: tuple[int, ...]) -> str:
    cells = [_cell((level, *[below] * (count - 1)), sheet) for count in players]
    line = f"| `{level}` – `{below}` | {' | '.join(cells)} |"
    print(line, file=sys.stderr, flush=True)
    return line


def _cell(names: tuple[str, ...], sheet: str) -> str:
    first, *rest = duel("calavera", names, GAMES, options={"sheet": sheet})
    return f"{_share(first)} ({first.mean_score:.1f} : {max(s.mean_score for s in rest):.1f})"


def _share(standing: Standing) -> str:
    low, high = standing.interval
    return f"{standing.share:.1%}, {low:.1%} – {high:.1%}"
