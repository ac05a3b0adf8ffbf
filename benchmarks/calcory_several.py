"""The expert of Calcory with three and four players against the one before.

    python -m benchmarks.calcory_several 3 1 1600     one new among old ones
    python -m benchmarks.calcory_several 3 2 1600     two new and one old

Seats rotate, and the games of a rotation share their deal. One line of JSON for each game.
"""

import os
import sys
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from benchmarks.players import Player
from quartett.arena import Match, wilson
from quartett.arena.workers import cores, each

NEW = Player("expert")
OLD = Player("expert-2026", "benchmarks.expert_2026", "Calcory2026")
GAMES = 1680
SEED = "several"


class Table(Struct, frozen=True):
    """How many players, and how many of them are new ones."""

    players: int
    new: int


class Played(Struct, frozen=True):
    """What the new ones won of a game, and how long their decisions took."""

    table: Table
    number: int
    won: float
    decisions: int
    seconds: float
    slowest: float


def play_one(table: Table, number: int) -> Played:
    """The same on every machine, but for the times."""
    round, turn = divmod(number, table.players)
    seed = f"{SEED}/{round}"
    mine = {(turn + n) % table.players for n in range(table.new)}
    bots = [
        (NEW if seat in mine else OLD).seated("calcory", f"{seed}/{seat}")
        for seat in range(table.players)
    ]
    match = Match("calcory", bots, seed=seed, forfeit=False)
    for _ in match.steps():
        pass
    result = match.record().result
    assert result is not None
    won = result.winners
    return Played(
        table, number, len(mine & set(won)) / len(won),
        sum(match.decisions[seat] for seat in mine),
        sum(match.thinking[seat] for seat in mine),
        max(match.slowest[seat] for seat in mine),
    )  # fmt: skip


def play(tables: list[Table], games: int, processes: int) -> Iterator[Played]:
    """In the order in which games end."""
    tasks = [(table, number) for number in range(games) for table in tables]
    with cores(processes) as pool:
        yield from each(pool, play_one, tasks)


def row(table: Table, played: list[Played]) -> str:
    """The mean share of one of the new players."""
    games, won = len(played), sum(one.won for one in played)
    low, high = (bound / table.new for bound in wilson(won, games))
    decisions = sum(one.decisions for one in played)
    spent = 1000 * sum(one.seconds for one in played) / decisions
    others = table.players - table.new
    return (
        f"| {table.new} – {others} | {games:,} | {won / games / table.new:.1%} "
        f"| {low:.1%} – {high:.1%} | {1 / table.players:.1%} | {spent:.1f} |"
    )


HEADER = """\
| `expert` – `expert-2026` | games | wins of one `expert` | 95 % interval | even | ms |
|---|---:|---:|---|---:|---:|"""


def main() -> str:
    tables = [Table(players, new) for players in (3, 4) for new in (1, players - 1)]
    played = list(play(tables, GAMES, os.cpu_count() or 1))
    rows = [row(table, [one for one in played if one.table == table]) for table in tables]
    return "\n".join(
        [
            "Seats rotate, and the games of a rotation share their deal. The last column is the "
            "mean time of a decision of `expert`, all cores being busy.\n",
            HEADER,
            *rows,
        ]
    )


if __name__ == "__main__":
    players, new, games, *rest = sys.argv[1:]
    asked = Table(int(players), int(new))
    for one in play([asked], int(games), int(rest[0]) if rest else os.cpu_count() or 1):
        print(msgspec.json.encode(one).decode(), flush=True)
