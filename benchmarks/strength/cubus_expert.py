"""Cubus for two: the expert against the one before and the levels below, without a clock.

    python -m benchmarks.strength.cubus_expert expert expert-2026 200        this many games
    python -m benchmarks.strength.cubus_expert expert expert-2026 200 100    without the first 100

Seats are exchanged, each two games on the same cards. With a clock a busy machine would decide
how many builds are weighed.
"""

import math
import sys
from collections.abc import Iterator

from benchmarks.strength.expert_2026 import Cubus2026
from benchmarks.strength.players import Pairing, Player, play_one
from quartett.arena import Outcome, wilson
from quartett.games.cubus.bots.levels import Expert, Hard
from quartett.games.cubus.builder.engine import PROGRAM

SEED = "cubus expert"
MATCHES = [("expert", "expert-2026", 400), ("expert", "hard", 200), ("hard", "advanced", 200)]


class UnhurriedExpert(Expert):
    WEIGHS = math.inf


class UnhurriedHard(Hard):
    WEIGHS = math.inf


class Unhurried2026(Cubus2026):
    WEIGHS = math.inf


UNHURRIED = {
    "expert": "UnhurriedExpert",
    "hard": "UnhurriedHard",
    "expert-2026": "Unhurried2026",
}
HEADER = """\
| match | games | wins | 95 % interval | points a game | ms a decision |
|---|---:|---:|---|---:|---:|"""


def outcomes(one: str, other: str, games: int, first: int = 0) -> Iterator[Outcome]:
    PROGRAM.compile()
    pairing = Pairing("cubus", (_player(one), _player(other)), games, SEED)
    for number in range(first, games):
        yield play_one(pairing, number)


def _player(name: str) -> Player:
    bot = UNHURRIED.get(name, "")
    return Player(name, "benchmarks.strength.cubus_expert" if bot else "", bot)


def row(one: str, other: str, found: list[Outcome]) -> str:
    won = lead = spent = decisions = 0.0
    for outcome in found:
        seat = outcome.seats.index(one)
        won += outcome.win(seat)
        lead += outcome.scores[seat] - outcome.scores[1 - seat]
        spent += outcome.clock.seconds[seat]
        decisions += outcome.decisions[seat]
    games = len(found)
    low, high = wilson(won, games)
    return (
        f"| `{one}` – `{other}` | {games:,} | {won / games:.1%} | {low:.1%} – {high:.1%} "
        f"| {lead / games:+.1f} | {1000 * spent / decisions:.0f} |"
    )


def main() -> str:
    rows = [row(one, other, list(outcomes(one, other, games))) for one, other, games in MATCHES]
    return "\n".join([HEADER, *rows])


if __name__ == "__main__":
    one, other, *numbers = sys.argv[1:]
    played: list[Outcome] = []
    for outcome in outcomes(one, other, *map(int, numbers)):
        played.append(outcome)
        if len(played) % 20 == 0:
            print(row(one, other, played), flush=True)
