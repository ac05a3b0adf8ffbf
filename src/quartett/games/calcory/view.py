"""What a seat may know: what lies open, where it put cards back itself, and no memory at all."""

from collections.abc import Iterator
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from quartett.core import state as core
from quartett.core.display import Displayed
from quartett.core.event import Action, Seat
from quartett.games.calcory.actions import Pass, Return, Stop, Turn
from quartett.games.calcory.layout.cards import STANDARD, Lying, Place, places

Phase: TypeAlias = Literal["start", "deal", "turn", "return", "over"]
Lie: TypeAlias = Literal["empty", "down", "up"]

STOP: Final = Stop()
PASS: Final = Pass()
# Actions are values: one of each serves all games, and play-outs need not build them.
TURNS: Final = {place: Turn(place) for place in places(STANDARD)}


class Options(core.Options, frozen=True):
    max_turns: Annotated[int, Meta(ge=1)] | None = 500
    """After this many turns the game ends with the counts as they are; None: no bound."""
    open_seconds: Annotated[int, Meta(ge=0, le=60)] = 3
    """How long a page leaves a bust open before the cards turn back; the rules do not use it."""


class Bid(Struct, frozen=True):
    """Cards that lie open and marked, waiting to be overbid or taken."""

    seat: Seat
    """Whose markers lie on them."""
    cards: tuple[Lying, ...]
    sum: int

    def beaten_by(self, total: int, count: int) -> bool:
        """A higher sum, or the same from more cards."""
        return total > self.sum or (total == self.sum and count > len(self.cards))


class View(Displayed, core.View, frozen=True, kw_only=True):
    options: Options
    phase: Phase
    """In `turn` the active player turns cards or stops, in `return` puts one back."""
    rows: int
    columns: int
    """The table has this many rows and columns; places are counted from 0 at the top left."""
    active: Seat
    """Whose turn it is; without meaning before the start player is drawn."""
    turns: int
    """How many turns have ended."""
    table: tuple[Lie, ...]
    """What lies at each place, row by row."""
    turned: tuple[Lying, ...]
    """The cards turned in this turn, in order."""
    bid: Bid | None
    """The bid to beat."""
    taken: tuple[Lying, ...]
    """Cards just taken, one of which the active player has to put back."""
    own: tuple[Lying, ...]
    """Cards the viewing seat put back itself and that still lie where it put them."""

    @property
    def sum(self) -> int:
        """The sum of this turn's cards."""
        return sum(lying.card.digit for lying in self.turned)

    @property
    def must_turn(self) -> int:
        """How many cards the active player turns before a stop, if there are so many."""
        return 1 if self.scores[self.active] else 2

    @property
    def can_stop(self) -> bool:
        enough = len(self.turned) >= self.must_turn or "down" not in self.table
        return self.phase == "turn" and bool(self.turned) and enough

    def lie(self, place: Place) -> Lie:
        return self.table[place.row * self.columns + place.col]

    def places(self, lie: Lie) -> Iterator[Place]:
        """The places that are empty, face down or face up, row by row."""
        return (
            Place(*divmod(index, self.columns))
            for index, here in enumerate(self.table)
            if here == lie
        )

    def actions(self) -> Iterator[Action]:
        if self.seat is None or self.seat not in self.to_act:
            return
        if self.phase == "return":
            for lying in self.taken:
                for place in self.places("empty"):
                    yield Return(lying.at, place)
            return
        for place in self.places("down"):
            yield TURNS[place]
        if self.can_stop:
            yield STOP
        elif not self.turned and "down" not in self.table:
            yield PASS
