"""Many games between the same entrants, on one core or several, with the same results."""

import math
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct

from quartett.arena.guest import Guest
from quartett.arena.match import Match
from quartett.arena.stats import Standing
from quartett.arena.workers import workers
from quartett.bots import Bot, find_bot
from quartett.core import fairness
from quartett.core.event import Seat
from quartett.core.record import Forfeit, Record
from quartett.core.registry import game as find_game


class Entrant(Struct, frozen=True):
    """Who plays: a level of the game, or a class in a file of one's own."""

    name: str
    code: Path | None = None
    class_name: str = ""


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
        if jobs <= 1:
            for number in range(self.games):
                yield play_one(self, number)
        else:
            yield from self._run_in_parallel(jobs)

    def _run_in_parallel(self, jobs: int) -> Iterator["Played"]:
        numbers = iter(range(self.games))
        pool = workers(jobs)
        try:
            waiting: set[Future[Played]] = set()
            while True:
                # A few games ahead of every worker keep all of them busy, and memory small.
                for number in islice(numbers, 4 * jobs - len(waiting)):
                    waiting.add(pool.submit(play_one, self, number))
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


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
    game = find_game(series.game)
    with ExitStack() as stack:
        bots = [_bot(series, series.entrants[who], f"{seed}/{who}", stack) for who in seats]
        names = [series.entrants[who].name for who in seats]
        match = Match(game, bots, seed=seed, options=game.options(series.options), seats=names)
        for _ in match.steps():
            pass
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


def _bot(series: Series, entrant: Entrant, seed: str, stack: ExitStack) -> Bot:
    number = int.from_bytes(fairness.seeded(seed, "bot"), "big")
    if entrant.code is None:
        return find_bot(find_game(series.game), entrant.name)(number)
    guest = Guest(series.game, entrant.code, entrant.class_name, number, series.seconds)
    stack.callback(guest.close)
    return guest
