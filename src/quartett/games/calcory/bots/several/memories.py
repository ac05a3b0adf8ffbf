"""What every seat knows of the cards that lie face down, as far as one seat can tell.

All have seen every card that was ever turned. What one put back is known to that seat alone; the
others know the set it came from, until somebody turns the card.
"""

from msgspec import Struct
from msgspec.structs import replace

from quartett.games.calcory.bots.beliefs import Knowledge
from quartett.games.calcory.bots.sums import Counts
from quartett.games.calcory.view import View


class Memories(Struct, frozen=True):
    """In digits. Seats are counted from the one that remembers, which is 0, in order of turns."""

    shown: Counts
    """Cards that all have seen."""
    mine: Counts
    """Cards that this seat put back."""
    sets: tuple[tuple[int, tuple[int, ...]], ...]
    """Cards that others put back: the seat, and the digits that it may be."""
    scores: tuple[int, ...]
    bidder: int
    """Whose bid lies out; 0: nobody's."""

    @property
    def players(self) -> int:
        return len(self.scores)

    def split(self, known: Counts) -> tuple[Counts, Counts]:
        """Of the cards that this seat knows and that are left: those all have seen, and its own.

        It turns what all have seen before what it put back.
        """
        mine = tuple([min(pair) for pair in zip(self.mine, known, strict=True)])
        return tuple([a - b for a, b in zip(known, mine, strict=True)]), mine


def memories(view: View, mind: Knowledge) -> Memories:
    assert view.seat is not None
    shown, mine = [0] * 10, [0] * 10
    for place, digit in mind.known.items():
        (mine if place in mind.holders else shown)[digit] += 1
    return Memories(
        tuple(shown),
        tuple(mine),
        tuple((_after(view, mind.holders[place]), digits) for place, digits in mind.maybe.items()),
        tuple(view.scores[(view.seat + step) % view.players] for step in range(view.players)),
        _after(view, view.bid.seat) if view.bid else 0,
    )


def shown_first(mind: Knowledge) -> Knowledge:
    """The same, so that of equal cards one that all have seen is turned, and no secret told."""
    known = sorted(mind.known.items(), key=lambda lying: lying[0] in mind.holders)
    return replace(mind, known=dict(known))


def _after(view: View, seat: int) -> int:
    """How many turns after the viewing seat this one has its own."""
    assert view.seat is not None
    return (seat - view.seat) % view.players
