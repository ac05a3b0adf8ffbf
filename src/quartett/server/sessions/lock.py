"""A lock that callbacks can take too."""

import asyncio
from collections import deque


class Lock:
    """Like asyncio's, first come first served; a callback can take it if it is free."""

    __slots__ = ("_taken", "_waiting")

    def __init__(self) -> None:
        self._taken = False
        self._waiting: deque[asyncio.Future[None]] | None = None

    def try_acquire(self) -> bool:
        """Take it if it is free."""
        if self._taken:
            return False
        self._taken = True
        return True

    async def acquire(self) -> None:
        if self.try_acquire():
            return
        if self._waiting is None:
            self._waiting = deque()
        mine = asyncio.get_running_loop().create_future()
        self._waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():  # it was handed over just before
                self.release()
            raise

    def release(self) -> None:
        """Hand it to the one that has waited longest."""
        while self._waiting:
            next_one = self._waiting.popleft()
            if not next_one.done():
                next_one.set_result(None)
                return
        self._taken = False

    def locked(self) -> bool:
        return self._taken

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(self, *_: object) -> None:
        self.release()
