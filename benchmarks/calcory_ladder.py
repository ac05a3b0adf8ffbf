"""Calcory: each level against the one below, and the expert against the greedy yardstick."""

import math
import sys
from collections.abc import Callable
from itertools import pairwise

import quartett
from quartett.arena import Match
from quartett.bots import LEVELS, Bot
from quartett.games.calcory.bots import LEVELS as BOTS
from quartett.games.calcory.bots import Greedy

GAME = quartett.game("calcory")
GAMES = 2_000
Z = 1.96
"""For intervals of 95 %."""


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    print("## Calcory: strength\n")
    print(
        f"Two players, {games:,} games each: every deal twice, with the seats exchanged. "
        "A shared win counts half. Wilson intervals of 95 %.\n"
    )
    print("| | against | wins | interval | cards | turns |")
    print("|---|---|---|---|---|---|")
    for weak, strong in pairwise(LEVELS):
        print(row(strong, weak, BOTS[strong], BOTS[weak], games), flush=True)
    print(row("expert", "greedy", BOTS["expert"], Greedy, games), flush=True)
    print(
        "\n`greedy` forgets nothing, takes the longest thirteen it knows, turns new cards until "
        "its sum is ten or more, and then stops."
    )


def row(
    name: str, other: str, bot: Callable[[int], Bot], against: Callable[[int], Bot], games: int
) -> str:
    points = cards = theirs = turns = 0.0
    for number in range(games):
        seat = number % 2
        pair = [bot(2 * number), against(2 * number + 1)]
        match = Match(GAME, pair if seat == 0 else pair[::-1], seed=f"{name} {number // 2}")
        for _ in match.steps():
            pass
        if match.forfeits:
            raise RuntimeError(f"a bot failed: {match.forfeits}")
        winners, scores = match.state.winners(), match.state.scores()
        points += (seat in winners) / len(winners)
        cards += scores[seat]
        theirs += scores[1 - seat]
        turns += match.state.view(None).turns  # type: ignore[attr-defined]
    low, high = wilson(points / games, games)
    return (
        f"| {name} | {other} | {points / games:.1%} | {low:.1%} to {high:.1%} | "
        f"{cards / games:.1f} : {theirs / games:.1f} | {turns / games:.0f} |"
    )


def wilson(rate: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a rate."""
    centre = rate + Z * Z / (2 * games)
    spread = Z * math.sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    scale = 1 + Z * Z / games
    return (centre - spread) / scale, (centre + spread) / scale


if __name__ == "__main__":
    main()
