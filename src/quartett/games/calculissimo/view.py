"""What a seat may know: everything but the others' racks and what lies in the bag."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Literal, TypeAlias

from quartett.core import state as core
from quartett.core.display import Displayed
from quartett.core.event import Action, Seat
from quartett.games.calculissimo.actions import Accept, Challenge, Exchange, Pass, Play
from quartett.games.calculissimo.board.edition import Edition, unseen
from quartett.games.calculissimo.board.grid import Board, tiles_of
from quartett.games.calculissimo.board.tiles import count, spread

Phase: TypeAlias = Literal["start", "draw", "play", "answer", "over"]

ANSWERS = (Accept(), Challenge())
PASS = Pass()


class Options(core.Options, frozen=True):
    edition: str = "standard"
    """The name of the edition: its board, bag and rack."""
    challenge: bool = False
    """Whether wrong plays may be laid, and the others say so."""


class View(Displayed, core.View, frozen=True, kw_only=True):
    options: Options
    edition: Edition
    phase: Phase
    """In `play` the active player plays, exchanges or passes; in `answer` the others accept the
    pending play or challenge it."""
    active: Seat
    """Whose turn it is, or comes next; without meaning before the start player is drawn."""
    board: Board
    """What lies on each field, row by row; "" where nothing does."""
    rack: tuple[str, ...]
    """The viewing seat's own tiles."""
    rack_sizes: tuple[int, ...]
    """How many tiles each seat has."""
    racks: tuple[tuple[str, ...], ...] | None
    """Everyone's tiles, once the game is over."""
    bag: int
    """How many tiles are in the bag."""
    idle: int
    """Turns in a row in which no tile came to stay."""
    drawing: Seat | None
    """Who is to draw tiles."""
    pending: Play | None
    """The play that may still be challenged; its tiles lie on the board."""

    def unseen(self) -> list[int]:
        """How many tiles of each kind the viewing seat has not seen: in the bag, or others'."""
        return unseen(self.edition, [*tiles_of(self.board), *self.rack])

    def actions(self) -> Iterator[Action]:
        """Plays in the order of the board, then exchanges, then passing."""
        if self.seat is None or self.seat not in self.to_act:
            return
        if self.phase == "answer":
            yield from ANSWERS
            return
        from quartett.games.calculissimo.board.moves.fast import find_plays

        plays = find_plays(self.edition, self.board, self.rack)
        for number in range(len(plays)):
            points = int(plays.points[number]) if self.options.challenge else None
            yield Play(plays.tiles(number), points)
        if self.bag:
            yield from exchanges(self.rack)
        yield PASS


def exchanges(rack: Sequence[str]) -> Iterator[Exchange]:
    """Every choice of tiles to exchange, each once."""
    for some in product(*(range(tiles + 1) for tiles in count(rack))):
        if any(some):
            yield Exchange(spread(some))
