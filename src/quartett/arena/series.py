"""Many games between the same entrants, on one core or several, with the same results."""

import math
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from quartett.arena.entrants import Entrant
from quartett.arena.results import Fixture, Outcome, Standing
from quartett.arena.spec import MatchSpec, play_spec
from quartett.arena.workers import Pool, cores, each
from quartett.core.event import Seat
from quartett.core.record import Record


class Series(Struct, frozen=True):
    """What is played. Seats rotate from game to game; each round of rotations shares its dice."""

    game: str
    entrants: tuple[Entrant, ...]
    games: int
    seed: int | str
    options: dict[str, Any]
    seconds: float = math.inf
    """The longest a guest may take for one answer."""

    def run(self, jobs: int = 1) -> Iterator[tuple[Outcome, Record]]:
        """All games; with several jobs in the order in which they end."""
        with cores(min(jobs, self.games)) as pool:
            yield from self.run_on(pool)

    def run_on(self, pool: Pool) -> Iterator[tuple[Outcome, Record]]:
        """All games on a pool of workers, in the order in which they end."""
        return each(pool, play_spec, map(self.task, range(self.games)))

    def task(self, number: int) -> tuple[Fixture, MatchSpec]:
        """Game `number` of the series, the same on every machine."""
        count = len(self.entrants)
        round, turn = divmod(number, count)
        seed = f"{self.seed}/{round}"
        order = [(turn + seat) % count for seat in range(count)]
        spec = MatchSpec(
            self.game,
            tuple(self.entrants[who] for who in order),
            seed,
            tuple(f"{seed}/{who}" for who in order),
            self.options,
            self.seconds,
        )
        return Fixture(tuple(entrant.name for entrant in self.entrants), round, turn), spec

    def number(self, outcome: Outcome) -> int:
        """Which game of the series it was, from 0."""
        return outcome.fixture.round * len(self.entrants) + outcome.fixture.turn

    def entrant(self, outcome: Outcome, seat: Seat) -> int:
        """Who sat there, by place in `entrants`: two of them may have the same name."""
        return (outcome.fixture.turn + seat) % len(self.entrants)

    def standings(self, outcomes: Iterable[Outcome]) -> list[Standing]:
        """What the games come to, in the order of the entrants."""
        standings = [Standing(entrant.name) for entrant in self.entrants]
        for outcome in outcomes:
            for seat in range(len(self.entrants)):
                standings[self.entrant(outcome, seat)].add(outcome, seat)
        return standings
