"""Matches between levels, as tables with intervals."""

import os
import sys
from collections.abc import Sequence
from typing import Any

from quartett.arena import Entrant, Series, Standing

HEADER = """\
| match | games | wins | 95 % interval | mean scores | ms a decision | longest, ms |
|---|---|---|---|---|---|---|"""


def duel(
    game: str,
    entrants: Sequence[Entrant | str],
    games: int,
    seed: str = "ladder",
    options: dict[str, Any] | None = None,
) -> list[Standing]:
    """Play a series on all cores."""
    named = tuple(Entrant(one) if isinstance(one, str) else one for one in entrants)
    series = Series(game, named, games, seed, options or {})
    return series.standings(outcome for outcome, _ in series.run(os.cpu_count() or 1))


def row(standings: list[Standing], title: str = "") -> str:
    """One line of the table, from the first entrant's side."""
    first = standings[0]
    low, high = first.interval
    title = title or " – ".join(f"`{standing.name}`" for standing in standings)
    scores = " : ".join(f"{standing.mean_score:.1f}" for standing in standings)
    line = (
        f"| {title} | {first.games:,} | {first.share:.1%} | {low:.1%} – {high:.1%} | {scores} "
        f"| {first.seconds_a_decision * 1000:.1f} | {first.slowest * 1000:.0f} |"
    )
    print(line, file=sys.stderr, flush=True)
    return line


def steps(game: str, games: int, levels: Sequence[str]) -> list[str]:
    """Each level against the one below, two players."""
    pairs = zip(levels[1:], levels, strict=False)
    return [row(duel(game, pair, games)) for pair in pairs]
