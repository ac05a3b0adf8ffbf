"""Messages of one client, one after the other."""

import asyncio
from collections import deque
from collections.abc import Callable

from quartett.server.socket.frames import Wire

AHEAD = 16
"""So many messages are heard before the first of them is answered."""


class InOrder:
    """Most messages are answered at once; while one waits, those after it wait too."""

    def __init__(self, wire: Wire, answer: Callable[[str | bytes], None]) -> None:
        self._wire = wire
        self._answer = answer
        self._waiting: deque[str | bytes] = deque()
        self._busy = False
        self._at_rest: asyncio.Future[None] | None = None

    def hear(self, frame: str | bytes) -> None:
        if not self._busy:
            self._answer(frame)
            return
        self._waiting.append(frame)
        if len(self._waiting) >= AHEAD:
            self._wire.pause()

    def hold(self) -> None:
        """The message that is being answered has to wait for something."""
        self._busy = True

    def go_on(self) -> None:
        """It is answered."""
        self._busy = False
        while self._waiting and not self._busy:
            self._answer(self._waiting.popleft())
        if not self._busy:
            self._wire.go_on()
            if self._at_rest is not None and not self._at_rest.done():
                self._at_rest.set_result(None)

    async def rest(self) -> None:
        """Return when everything that was heard is answered."""
        if self._busy:
            self._at_rest = asyncio.get_running_loop().create_future()
            await self._at_rest
