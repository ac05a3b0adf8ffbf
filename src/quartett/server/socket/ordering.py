"""The messages of one client, answered one after the other."""

import asyncio
from collections import deque
from collections.abc import Callable

from quartett.server.socket.frames import FrameProtocol

AHEAD = 16
"""Reading stops when this many messages wait for an answer."""


class MessageQueue:
    """Most messages are answered at once; while one waits, those after it wait too."""

    def __init__(self, frames: FrameProtocol, answer: Callable[[str | bytes], None]) -> None:
        self._frames = frames
        self._answer = answer
        self._waiting: deque[str | bytes] = deque()
        self._paused = False
        self._draining = False
        self._drained: asyncio.Future[None] | None = None

    def receive(self, message: str | bytes) -> None:
        if not self._paused:
            self._answer(message)
            return
        self._waiting.append(message)
        if len(self._waiting) >= AHEAD:
            self._frames.pause()

    def pause(self) -> None:
        """The message that is being answered has to wait for something."""
        self._paused = True

    def resume(self) -> None:
        """It is answered, perhaps before `_answer` has returned."""
        self._paused = False
        if self._draining:
            return
        self._draining = True
        try:
            while self._waiting and not self._paused:
                self._answer(self._waiting.popleft())
        finally:
            self._draining = False
        if not self._paused:
            self._frames.resume()
            if self._drained is not None and not self._drained.done():
                self._drained.set_result(None)

    async def drained(self) -> None:
        """Return when every message that came is answered."""
        if self._paused:
            self._drained = asyncio.get_running_loop().create_future()
            await self._drained
