"""Each level of Calculissimo's bots against the one below it, two players, seats in turn.

Pairs of games share their chance, so that both sides have the same luck.
"""

import argparse
import time
from math import sqrt

from msgspec import Struct
from rich.console import Console
from rich.progress import track

from quartett.arena import Match
from quartett.bots import find_bot
from quartett.core.registry import game

GAME = game("calculissimo")
STEPS = (("medium", "easy"), ("hard", "medium"), ("expert", "hard"))


class Tally(Struct):
    won: float = 0
    games: int = 0
    ahead: float = 0
    thinking: float = 0
    decisions: int = 0
    slowest: float = 0
    late: int = 0
    """Decisions that took more than a second."""


def main(games: int = 1000, steps: tuple[tuple[str, str], ...] = STEPS) -> str:
    rows = [
        "Two-player games of the standard edition; a tie counts half; 95 % Wilson intervals.\n",
        "| stronger | weaker | games | won | interval | ahead | decision | slowest | over 1 s |",
        "|---|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for stronger, weaker in steps:
        rows.append(row(stronger, weaker, games if weaker == "hard" else max(20, games // 5)))
    return "\n".join(rows)


def row(stronger: str, weaker: str, games: int) -> str:
    tally = played(stronger, weaker, games)
    low, high = wilson(tally.won / tally.games, tally.games)
    return (
        f"| {stronger} | {weaker} | {tally.games} | {tally.won / tally.games:.1%} "
        f"| {low:.1%} to {high:.1%} | {tally.ahead / tally.games:.0f} points "
        f"| {1000 * tally.thinking / tally.decisions:.1f} ms | {1000 * tally.slowest:.0f} ms "
        f"| {tally.late} of {tally.decisions:,} |"
    )


def played(stronger: str, weaker: str, games: int) -> Tally:
    tally, console = Tally(), Console(stderr=True)
    for number in track(range(games), f"{stronger} and {weaker}", console=console):
        seat = number % 2
        names = (stronger, weaker) if seat == 0 else (weaker, stronger)
        bots = [find_bot(GAME, name)(number) for name in names]
        match = Match(GAME, bots, seed=f"ladder {number // 2}")
        began = time.perf_counter()
        for event in match.steps():
            took = time.perf_counter() - began
            if event.actor == seat:
                tally.slowest = max(tally.slowest, took)
                tally.late += took > 1
            began = time.perf_counter()
        if match.forfeits:
            raise SystemExit(f"a bot forfeited: {match.forfeits}")
        scores = match.state.scores()
        ahead = scores[seat] - scores[1 - seat]
        tally.games += 1
        tally.won += 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
        tally.ahead += ahead
        tally.thinking += match.thinking[seat]
        tally.decisions += match.decisions[seat]
    return tally


def wilson(share: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The interval for a share that is seen in so many games."""
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return (middle - spread) / whole, (middle + spread) / whole


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    print(main(parser.parse_args().games))
