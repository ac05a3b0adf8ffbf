"""Matches between levels and bots of ours that are no levels, on all cores.

Series start a process for every bot from a file, as it may be anybody's. These are our own: they
play in the workers, which makes thousands of quick games possible.
"""

import os
from collections.abc import Iterator, Sequence
from importlib import import_module

from msgspec import Struct

import quartett
from quartett.arena import Match, Outcome, Standing, cores
from quartett.arena.results import Fixture, ThinkingTime
from quartett.arena.workers import each
from quartett.bots import Bot, find_bot
from quartett.core import fairness


class Player(Struct, frozen=True):
    """A level, or a class of a module of ours."""

    name: str
    module: str = ""
    bot: str = ""

    def seated(self, game: str, seed: str) -> Bot:
        number = int.from_bytes(fairness.seeded(seed, "bot"), "big")
        if not self.module:
            return find_bot(quartett.game(game), self.name)(number)
        made: Bot = getattr(import_module(self.module), self.bot)(number)
        return made


class Pairing(Struct, frozen=True):
    """This many games of two; they change seats, and each two games share their dice."""

    game: str
    players: tuple[Player, Player]
    games: int
    seed: str

    def tasks(self) -> Iterator[tuple["Pairing", int]]:
        for number in range(self.games):
            yield self, number


def play_one(pairing: Pairing, number: int) -> Outcome:
    """One game; the same on every machine, where no bot looks at the clock."""
    round, turn = divmod(number, 2)
    seed = f"{pairing.seed}/{round}"
    order = [(turn + seat) % 2 for seat in range(2)]
    players = [pairing.players[who] for who in order]
    bots = [
        player.seated(pairing.game, f"{seed}/{who}")
        for player, who in zip(players, order, strict=True)
    ]
    names = [player.name for player in players]
    match = Match(pairing.game, bots, seed=seed, seats=names, forfeit=False)
    for _ in match.steps():
        pass
    names = [player.name for player in pairing.players]
    return Outcome.of(Fixture(tuple(names), round, turn), match)


def play_all(pairings: Sequence[Pairing]) -> Iterator[Outcome]:
    """All games of all pairings, in the order in which they end."""
    tasks = [task for pairing in pairings for task in pairing.tasks()]
    with cores(os.cpu_count() or 1) as pool:
        yield from each(pool, play_one, tasks)


def decided(group: tuple[str, str], won: float, number: int) -> Outcome:
    """A game of which only is known what the first of both won: 1, ½ or 0."""
    winners = {1.0: (0,), 0.5: (0, 1), 0.0: (1,)}[won]
    scores, clock = (round(2 * won), round(2 - 2 * won)), ThinkingTime((0.0, 0.0), (0.0, 0.0))
    return Outcome(
        Fixture(group, *divmod(number, 2)), group, scores, winners, (), (0, 0), 0, "", clock
    )


def standings(outcomes: Sequence[Outcome], first: str, second: str) -> list[Standing]:
    """What the games between these two come to."""
    found = [Standing(first), Standing(second)]
    for outcome in outcomes:
        if outcome.fixture.group != (first, second):
            continue
        for seat, name in enumerate(outcome.seats):
            found[(first, second).index(name)].add(outcome, seat)
    return found


HEADER = """\
| match | games | wins | 95 % interval | mean scores | ms a decision | longest, ms |
|---|---|---|---|---|---|---|"""


def row(standings: Sequence[Standing]) -> str:
    """One line of the table, from the first one's side."""
    first = standings[0]
    low, high = first.interval
    title = " – ".join(f"`{standing.name}`" for standing in standings)
    scores = " : ".join(f"{standing.mean_score:.1f}" for standing in standings)
    return (
        f"| {title} | {first.games:,} | {first.share:.1%} | {low:.1%} – {high:.1%} | {scores} "
        f"| {first.seconds_a_decision * 1000:.1f} | {first.slowest * 1000:.0f} |"
    )
