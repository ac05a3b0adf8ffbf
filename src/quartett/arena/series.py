"""Many games between the same entrants, on one core or several, with the same results."""

import math
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from quartett.arena.entrants import Entrant
from quartett.arena.stats import Standing
from quartett.arena.table import Table
from quartett.arena.workers.pools import Pool, cores, each
from quartett.core.event import Seat
from quartett.core.record import Forfeit, Record


class Series(Struct, frozen=True):
    """What is played. Seats rotate from game to game; each round of rotations shares its dice."""

    game: str
    entrants: tuple[Entrant, ...]
    games: int
    seed: int | str
    options: dict[str, Any]
    seconds: float = math.inf
    """The longest a guest may take for one answer."""

    def run(self, jobs: int = 1) -> Iterator["Played"]:
        """All games; with several jobs in the order in which they end."""
        with cores(min(jobs, self.games)) as pool:
            yield from self.run_on(pool)

    def run_on(self, pool: Pool) -> Iterator["Played"]:
        """All games on a pool of workers, in the order in which they end."""
        return each(pool, play_one, ((self, number) for number in range(self.games)))


class Played(Struct, frozen=True):
    """One game of a series; seats name entrants by their place in it."""

    number: int
    seats: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    forfeits: tuple[Forfeit, ...]
    seconds: tuple[float, ...]
    slowest: tuple[float, ...]
    decisions: tuple[int, ...]
    record: Record


def play_one(series: Series, number: int) -> Played:
    """Game `number` of the series, the same on every machine."""
    count = len(series.entrants)
    seats = tuple((number + seat) % count for seat in range(count))
    seed = f"{series.seed}/{number // count}"
    match = Table(
        series.game,
        tuple(series.entrants[who] for who in seats),
        seed,
        tuple(f"{seed}/{who}" for who in seats),
        series.options,
        series.seconds,
    ).played()
    record = match.record()
    assert record.result is not None
    return Played(
        number,
        seats,
        record.result.scores,
        record.result.winners,
        record.result.forfeits,
        tuple(match.thinking),
        tuple(match.slowest),
        tuple(match.decisions),
        record,
    )


def count(standings: list[Standing], played: Played) -> None:
    """Enter a game into the standings; a win is shared among the winners."""
    for seat, who in enumerate(played.seats):
        standing = standings[who]
        standing.games += 1
        standing.points += played.scores[seat]
        standing.seconds += played.seconds[seat]
        standing.slowest = max(standing.slowest, played.slowest[seat])
        standing.decisions += played.decisions[seat]
        standing.forfeits += any(forfeit.seat == seat for forfeit in played.forfeits)
        if seat in played.winners:
            standing.wins += 1 / len(played.winners)
