"""Results of single games between bots, and their sums."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from math import sqrt
from typing import TypeAlias

import msgspec
from msgspec import Struct

from quartett.bots.match import Match
from quartett.core.event import Seat
from quartett.core.record import Forfeit

Z95 = 1.959964

Group: TypeAlias = tuple[str, ...]
"""The names that play against each other; in a tournament in the order of the alphabet."""


class Fixture(Struct, frozen=True):
    """Identifies a game: a group's round, and how far the seats are rotated in it."""

    group: Group
    round: int
    turn: int


class ThinkingTime(Struct, frozen=True):
    """How long the seats took: the only part of a result that differs from run to run."""

    seconds: tuple[float, ...]
    slowest: tuple[float, ...]


class Outcome(Struct, frozen=True):
    """A game that is over, in a series or a tournament; lists go by seats."""

    fixture: Fixture
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    forfeits: tuple[Forfeit, ...]
    decisions: tuple[int, ...]
    events: int
    commit: str
    """The commitment of the record: which dice they were."""
    clock: ThinkingTime

    @classmethod
    def of(cls, fixture: Fixture, match: Match) -> "Outcome":
        """What is kept of a match that is over."""
        result = match.record().result
        assert result is not None
        return cls(
            fixture,
            match.head.seats,
            result.scores,
            result.winners,
            result.forfeits,
            tuple(match.decisions),
            len(match.events),
            match.head.commit,
            ThinkingTime(tuple(match.thinking), tuple(match.slowest)),
        )

    @property
    def places(self) -> tuple[int, ...]:
        """1 for the winners, then by scores, last those who forfeited; equals share a place."""
        lost = {forfeit.seat for forfeit in self.forfeits}
        merits = [
            (seat in self.winners, seat not in lost, 0 if seat in lost else score)
            for seat, score in enumerate(self.scores)
        ]
        return tuple(1 + sum(other > mine for other in merits) for mine in merits)

    def ahead(self, one: str, other: str) -> float:
        """1 if the one finished ahead of the other, ½ if they share a place."""
        places = dict(zip(self.seats, self.places, strict=True))
        return 0.5 + 0.5 * ((places[one] < places[other]) - (places[one] > places[other]))

    def win(self, seat: Seat) -> float:
        """The seat's part of the win, which is shared among the winners."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def forfeit(self, seat: Seat) -> str | None:
        """Why the seat forfeited; None if it did not."""
        return next((forfeit.why for forfeit in self.forfeits if forfeit.seat == seat), None)


class Standing(Struct):
    """One entrant's results over many games."""

    name: str
    games: int = 0
    wins: float = 0.0
    points: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    """The longest decision, in seconds."""
    decisions: int = 0
    forfeits: int = 0

    def add(self, outcome: Outcome, seat: Seat) -> None:
        """Count a game in which the entrant sat there."""
        self.games += 1
        self.wins += outcome.win(seat)
        self.points += outcome.scores[seat]
        self.seconds += outcome.clock.seconds[seat]
        self.slowest = max(self.slowest, outcome.clock.slowest[seat])
        self.decisions += outcome.decisions[seat]
        self.forfeits += outcome.forfeit(seat) is not None

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.games)

    @property
    def mean_score(self) -> float:
        return self.points / self.games if self.games else 0.0

    @property
    def seconds_a_decision(self) -> float:
        return self.seconds / self.decisions if self.decisions else 0.0


def by_entrant(names: Sequence[str], outcomes: Iterable[Outcome]) -> list[Standing]:
    """The standing of each entrant, where all have different names."""
    standings = {name: Standing(name) for name in names}
    for outcome in outcomes:
        for seat, name in enumerate(outcome.seats):
            standings[name].add(outcome, seat)
    return list(standings.values())


def with_players(outcomes: Iterable[Outcome], players: int) -> list[Outcome]:
    """The games with this number of players."""
    return [outcome for outcome in outcomes if len(outcome.seats) == players]


def fingerprint(outcomes: Iterable[Outcome]) -> str:
    """A digest of everything but the clock: equal runs have equal fingerprints."""
    digest = sha256()
    for one in outcomes:
        digest.update(msgspec.json.encode(msgspec.structs.replace(one, clock=ThinkingTime((), ()))))
    return digest.hexdigest()


def wilson(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The 95 % interval of a share of wins; shared wins count in part.

    >>> low, high = wilson(60, 100)
    >>> round(low, 3), round(high, 3)
    (0.502, 0.691)
    """
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    reach = spread / (1 + z * z / games)
    return max(0.0, centre - reach), min(1.0, centre + reach)
