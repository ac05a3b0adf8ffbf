"""When the process stood still: stopped, suspended, swapped out, or busy for too long."""

import asyncio
import time
from collections import deque
from collections.abc import Callable

TICK_SECONDS = 0.25
STALL_SECONDS = 1.0
"""Shorter ones are part of an ordinary life."""
REMEMBERED = 256


class StallWatch:
    """Nobody's time runs while we cannot answer; every submission asks first.

    A process that wakes up reads its sockets before its timers, so the first question finds the
    gap, not the next tick.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last = clock()
        self._stalls: deque[tuple[float, float]] = deque(maxlen=REMEMBERED)

    async def run(self) -> None:
        while True:
            self.tick()
            await asyncio.sleep(TICK_SECONDS)

    def tick(self) -> None:
        now = self._clock()
        if now - self._last > STALL_SECONDS:
            self._stalls.append((self._last, now))
        self._last = now

    def within(self, ms: int) -> int:
        """For how many of the last milliseconds the process stood still."""
        self.tick()
        if not self._stalls:
            return 0
        start = self._last - ms / 1000
        stood = sum(max(0.0, end - max(begin, start)) for begin, end in self._stalls)
        return min(ms, int(1000 * stood))
