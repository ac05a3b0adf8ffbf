"""Matches between levels, as tables with intervals."""

import os

from quartett.arena import Entrant, Series, Standing, count


def duel(game: str, names: tuple[str, ...], games: int, seed: str = "ladder") -> list[Standing]:
    """Play a series on all cores."""
    standings = [Standing(name) for name in names]
    series = Series(game, tuple(Entrant(name) for name in names), games, seed, {})
    for played in series.run(os.cpu_count() or 1):
        count(standings, played)
    return standings


HEADER = """\
| match | games | wins | 95 % interval | mean scores | ms a decision |
|---|---|---|---|---|---|"""


def row(standings: list[Standing], title: str = "") -> str:
    """One line of the table, from the first entrant's side."""
    first = standings[0]
    low, high = first.interval
    title = title or " – ".join(f"`{standing.name}`" for standing in standings)
    scores = " : ".join(f"{standing.mean_score:.1f}" for standing in standings)
    return (
        f"| {title} | {first.games:,} | {first.share:.1%} | {low:.1%} – {high:.1%} | {scores} "
        f"| {first.seconds_a_decision * 1000:.1f} |"
    )
