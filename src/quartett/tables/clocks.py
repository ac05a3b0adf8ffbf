"""The clocks of a table: bookkeeping of the server's time, entry by entry."""

from collections.abc import Iterable

from quartett.core.event import Seat
from quartett.tables.info import ClockFace
from quartett.tables.setup import Clock

LAG_MS = 250
"""Each time a seat is asked, this much passes before its time runs: the way there and back.

The same for everybody, whatever their line is like: nobody gains by pretending to be slow.
"""


class SeatClocks:
    """How much time each seat has left. Time runs for the seats that the table waits for."""

    def __init__(self, clock: Clock, seats: int) -> None:
        self.clock = clock
        self.ticks = clock != Clock()
        """Whether there is any limit."""
        self._turn = [_ms(clock.turn)] * seats
        self._game = [_ms(clock.game)] * seats
        self._running: frozenset[Seat] = frozenset()
        self._answering: dict[Seat, int] = {}
        """Since when seats are asked whether they object."""
        self._free_until: dict[Seat, int] = {}
        """Until when a question is on its way."""
        self._at = 0

    def wait_for(
        self,
        seats: Iterable[Seat],
        answering: Iterable[Seat],
        now: int,
        asked: Iterable[Seat] = (),
    ) -> None:
        """From now on the table waits for these seats; those `asked` learn of it only now."""
        self._run_to(now)
        self._free_until |= dict.fromkeys(asked, now + LAG_MS)
        limit = self.clock.answer is not None
        self._answering = {
            seat: self._answering.get(seat, self._free_until.get(seat, now))
            for seat in answering
            if limit
        }
        self._running = frozenset(seats) - self._answering.keys()

    def is_answering(self, seat: Seat) -> bool:
        """Whether the seat is asked whether it objects, and its silence is an answer."""
        return seat in self._answering

    def new_turn(self, seat: Seat) -> None:
        """The seat's time for a turn is whole again."""
        self._turn[seat] = _ms(self.clock.turn)

    def skip(self, ms: int) -> None:
        """So much time counted for nobody."""
        self._at += ms
        self._answering = {seat: since + ms for seat, since in self._answering.items()}
        self._free_until = {seat: until + ms for seat, until in self._free_until.items()}

    def deadline(self, seat: Seat) -> int | None:
        """When the seat's time is up, if the table waits for it and there is a limit."""
        if seat in self._answering:
            return self._answering[seat] + (_ms(self.clock.answer) or 0)
        if seat not in self._running or (self.clock.turn is None and self.clock.game is None):
            return None
        return self._runs_from(seat) + (self._turn[seat] or 0) + (self._game[seat] or 0)

    def next_deadline(self) -> int | None:
        """The first of all."""
        seats = [*self._running, *self._answering]
        return min(
            (due for seat in seats if (due := self.deadline(seat)) is not None), default=None
        )

    def face(self, now: int) -> ClockFace:
        """What every clock shows at this moment."""
        left = [self._left(seat, now) for seat in range(len(self._turn))]
        return ClockFace(
            now,
            tuple(sorted({*self._running, *self._answering})),
            tuple(turn for turn, _ in left),
            tuple(game for _, game in left),
        )

    def _left(self, seat: Seat, now: int) -> tuple[int | None, int | None]:
        if seat in self._answering:
            limit = _ms(self.clock.answer) or 0
            answer = self._answering[seat] + limit - max(now, self._at)
            return min(limit, max(0, answer)), self._game[seat]
        if seat not in self._running:
            return self._turn[seat], self._game[seat]
        passed = max(0, now - self._runs_from(seat))
        return _spend(self._turn[seat], self._game[seat], passed)

    def _runs_from(self, seat: Seat) -> int:
        """Since or from when the seat's time runs that has not been spent yet."""
        return max(self._at, self._free_until.get(seat, 0))

    def _run_to(self, now: int) -> None:
        for seat in self._running:
            passed = max(0, now - self._runs_from(seat))
            self._turn[seat], self._game[seat] = _spend(self._turn[seat], self._game[seat], passed)
        self._at = max(self._at, now)


def _spend(turn: int | None, game: int | None, passed: int) -> tuple[int | None, int | None]:
    """The time for the turn goes first, then that for the game."""
    free = min(turn or 0, passed)
    left = None if game is None else max(0, game - (passed - free))
    return (None if turn is None else turn - free), left


def _ms(seconds: int | None) -> int | None:
    return None if seconds is None else seconds * 1000
