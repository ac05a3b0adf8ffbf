"""A tournament being played: the games of a plan, counted in the order of the plan."""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from typing import TypeAlias

import msgspec
from msgspec import Struct

from quartett.arena.plan import Plan
from quartett.arena.results import Fixture, Group, Outcome
from quartett.arena.spec import play_spec
from quartett.arena.workers import Pool, each
from quartett.core.record import Record

Pair: TypeAlias = tuple[str, str]


class Comparison(Struct, frozen=True):
    """How often the one finished ahead of the other in a group, with its interval."""

    group: Group
    one: str
    other: str
    rounds: int
    share: float
    low: float
    high: float
    margin: float

    @property
    def verdict(self) -> str:
        """`ahead`, `behind`, `equal` within the margin, or `open`."""
        if self.low >= 0.5:
            return "ahead"
        if self.high <= 0.5:
            return "behind"
        inside = self.low >= 0.5 - self.margin and self.high <= 0.5 + self.margin
        return "equal" if inside else "open"

    def turned(self) -> "Comparison":
        """The same from the other's side."""
        share, low, high = 1 - self.share, 1 - self.high, 1 - self.low
        return msgspec.structs.replace(
            self, one=self.other, other=self.one, share=share, low=low, high=high
        )


class Standings:
    """One group's results, round by round.

    A round counts when all its games and all rounds before it are over, whatever the order in
    which the games ended. Hence a group stops after the same round on one core and on many.
    """

    def __init__(self, plan: Plan, group: Group) -> None:
        from quartett.arena.certainty import Running  # NumPy only where something is counted

        self._plan = plan
        self.group = group
        self.rounds: list[tuple[Outcome, ...]] = []
        self._early: dict[Fixture, Outcome] = {}
        self._means: dict[Pair, Running] = {
            pair: Running(plan.alpha) for pair in combinations(group, 2)
        }
        self._stopped = False

    @property
    def comparisons(self) -> list[Comparison]:
        return [
            Comparison(
                self.group, *pair, mean.count, mean.mean, mean.low, mean.high, self._plan.margin
            )
            for pair, mean in self._means.items()
        ]

    @property
    def certain(self) -> bool:
        return all(comparison.verdict != "open" for comparison in self.comparisons)

    def wants(self, round: int) -> bool:
        """Whether this round is still to be played, as far as the results so far show."""
        return round < self._plan.rounds(self.group) and not self._stopped

    @property
    def played(self) -> int:
        """Games that are over, those of unfinished rounds included."""
        return len(self.group) * len(self.rounds) + len(self._early)

    def has(self, fixture: Fixture) -> bool:
        return fixture in self._early or fixture.round < len(self.rounds)

    def enter(self, result: Outcome) -> None:
        self._early[result.fixture] = result
        while self.wants(len(self.rounds)):
            turns = list(self._plan.turns(self.group, len(self.rounds)))
            if not all(turn in self._early for turn in turns):
                return
            self._count(tuple(self._early.pop(turn) for turn in turns))

    def _count(self, games: tuple[Outcome, ...]) -> None:
        self.rounds.append(games)
        for (one, other), mean in self._means.items():
            mean.add(sum(game.ahead(one, other) for game in games) / len(games))
        self._stopped = self._plan.until_certain and self.certain


class Tournament:
    """The state of a tournament: what has been played, and what is still to be."""

    def __init__(self, plan: Plan, played: Iterable[Outcome] = ()) -> None:
        plan.check()
        self.plan = plan
        self.groups = {group: Standings(plan, group) for group in plan.groups}
        for result in played:
            self.enter(result)

    def play(self, pool: Pool) -> Iterator[tuple[Outcome, Record]]:
        """Play what is missing; the caller enters each result."""
        tasks = ((fixture, self.plan.spec(fixture)) for fixture in self._missing())
        return each(pool, play_spec, tasks)

    def enter(self, result: Outcome) -> None:
        """Count a game; one that is not in the plan is ignored."""
        if result.fixture.group in self.groups:
            self.groups[result.fixture.group].enter(result)

    @property
    def outcomes(self) -> list[Outcome]:
        """The games that count, in the order of the plan: round by round, group by group."""
        last = max(len(standings.rounds) for standings in self.groups.values())
        rounds = (
            standings.rounds[round]
            for round in range(last)
            for standings in self.groups.values()
            if round < len(standings.rounds)
        )
        return list(chain.from_iterable(rounds))

    @property
    def played(self) -> int:
        """Games that are over; they count once their round is whole."""
        return sum(standings.played for standings in self.groups.values())

    @property
    def comparisons(self) -> list[Comparison]:
        return [one for standings in self.groups.values() for one in standings.comparisons]

    @property
    def over(self) -> bool:
        return not any(one.wants(len(one.rounds)) for one in self.groups.values())

    @property
    def left(self) -> int:
        """The most games still to be counted."""
        return sum(
            len(one.group) * (self.plan.rounds(one.group) - len(one.rounds))
            for one in self.groups.values()
            if one.wants(len(one.rounds))
        )

    def _missing(self) -> Iterator[Fixture]:
        """Games to play, generated one by one while results come in."""
        for round in range(max(map(self.plan.rounds, self.groups))):
            for group, standings in self.groups.items():
                for fixture in self.plan.turns(group, round):
                    if standings.wants(round) and not standings.has(fixture):
                        yield fixture
