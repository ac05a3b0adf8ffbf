"""What is kept of a game of a tournament: one line of the results file."""

from collections.abc import Iterable
from hashlib import sha256

import msgspec
from msgspec import Struct

from quartett.arena.match import Match
from quartett.arena.plan import Fixture
from quartett.core.event import Seat
from quartett.core.record import Forfeit


class Clock(Struct, frozen=True):
    """How long the seats took: all of an outcome that is not the same on every run."""

    seconds: tuple[float, ...]
    slowest: tuple[float, ...]


class Outcome(Struct, frozen=True):
    """A game that is over; lists go by seats."""

    fixture: Fixture
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    forfeits: tuple[Forfeit, ...]
    decisions: tuple[int, ...]
    events: int
    commit: str
    """The commitment of the record: which dice they were."""
    clock: Clock

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
        """The seat's part of the win."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


def outcome(fixture: Fixture, match: Match) -> Outcome:
    """What is kept of a match that is over."""
    result = match.record().result
    assert result is not None
    return Outcome(
        fixture,
        match.head.seats,
        result.scores,
        result.winners,
        result.forfeits,
        tuple(match.decisions),
        len(match.events),
        match.head.commit,
        Clock(tuple(match.thinking), tuple(match.slowest)),
    )


def fingerprint(outcomes: Iterable[Outcome]) -> str:
    """A digest of everything but the clock: equal runs have equal fingerprints."""
    digest = sha256()
    for one in outcomes:
        digest.update(msgspec.json.encode(msgspec.structs.replace(one, clock=Clock((), ()))))
    return digest.hexdigest()
