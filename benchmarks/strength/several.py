"""Experts with three and four players against those before.

    python -m benchmarks.strength.several calcory 3 1 1600                    one new among old ones
    python -m benchmarks.strength.several calavera 3 2 1600 --sheet short     two new and one old

Seats rotate, and the games of a rotation share their chance. One line of JSON for each game.
"""

import argparse
import os
from collections.abc import Iterator

import msgspec
from msgspec import Struct

import quartett
from benchmarks.strength.players import Player
from quartett.arena import Match, wilson
from quartett.arena.workers import cores, each

NEW = Player("expert")
OLD = {
    "calavera": Player("expert-2026", "benchmarks.strength.expert_2026", "Expert2026"),
    "calcory": Player("expert-2026", "benchmarks.strength.expert_2026", "Calcory2026"),
}
GAMES = 1680
SEED = "several"


class Table(Struct, frozen=True):
    """A game for this many players, of whom some are new ones; a sheet for Calavera."""

    game: str
    players: int
    new: int
    sheet: str | None = None

    @property
    def options(self) -> dict[str, str]:
        return {} if self.sheet is None else {"sheet": self.sheet}


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
        (NEW if seat in mine else OLD[table.game]).seated(table.game, f"{seed}/{seat}")
        for seat in range(table.players)
    ]
    options = quartett.game(table.game).options(table.options)
    match = Match(table.game, bots, seed=seed, options=options, forfeit=False)
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
        f"| {table.sheet or '–'} | {table.new} – {others} | {games:,} "
        f"| {won / games / table.new:.1%} | {low:.1%} – {high:.1%} "
        f"| {1 / table.players:.1%} | {spent:.1f} |"
    )


HEADER = """\
| sheet | `expert` – `expert-2026` | games | wins of one `expert` | 95 % interval | even | ms |
|---|---|---:|---:|---|---:|---:|"""


def calavera() -> str:
    return _section("calavera", ("standard", "short"))


def calcory() -> str:
    return _section("calcory", (None,))


def _section(game: str, sheets: tuple[str | None, ...]) -> str:
    tables = [
        Table(game, players, new, sheet)
        for players in (3, 4)
        for sheet in sheets
        for new in (1, players - 1)
    ]
    played = list(play(tables, GAMES, os.cpu_count() or 1))
    rows = [row(table, [one for one in played if one.table == table]) for table in tables]
    return "\n".join(
        [
            "Seats rotate, and the games of a rotation share their chance. The last column is the "
            "mean time of a decision of `expert`, all cores being busy.\n",
            HEADER,
            *rows,
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="One line of JSON for each game.")
    parser.add_argument("game", choices=OLD)
    parser.add_argument("players", type=int)
    parser.add_argument("new", type=int)
    parser.add_argument("games", type=int)
    parser.add_argument("--sheet")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    table = Table(asked.game, asked.players, asked.new, asked.sheet)
    for one in play([table], asked.games, asked.processes):
        print(msgspec.json.encode(one).decode(), flush=True)


if __name__ == "__main__":
    main()
