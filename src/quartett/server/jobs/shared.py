"""Long computations that strangers can ask for: shared, bounded, and dropped when nobody waits."""

import asyncio
from collections import Counter
from functools import partial
from typing import Any

from quartett.server.jobs.workers import WorkerPool
from quartett.tables.errors import Refused

AT_ONCE = 32
"""How many different computations may wait or run."""
LINGER_SECONDS = 5.0
"""How long work goes on for those who ask for its parts one after the other."""


class SharedWork:
    """One computation for all who ask for the same, in workers that no bot needs."""

    def __init__(self, pool: WorkerPool, at_once: int = AT_ONCE) -> None:
        self._pool = pool
        self._at_once = at_once
        self._works: dict[str, asyncio.Task[Any]] = {}
        self._interested: Counter[str] = Counter()
        self._parts: dict[str, Any] = {}
        """What there is of computations that give their result in parts."""

    async def close(self) -> None:
        works = list(self._works.values())
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)

    async def get(
        self, key: str, task: str, game: str, what: Any, seconds: float, is_short: bool = False
    ) -> Any:
        """The result; the last one who stops waiting ends the work.

        Short work goes on all the same: to end it would cost a worker.
        """
        work = self._works.get(key) or self._begin(key, task, game, what, seconds)
        self._interested[key] += 1
        try:
            return await asyncio.shield(work)
        finally:
            self._interested[key] -= 1
            if not self._interested[key]:
                del self._interested[key]
                if not is_short:
                    work.cancel()

    async def glimpse(
        self, key: str, task: str, game: str, what: Any, seconds: float, patience: float
    ) -> Any:
        """The result, or after this many seconds what there is of it; None when there is nothing.

        The work goes on for a while, for those who look again.
        """
        work = self._works.get(key) or self._begin(key, task, game, what, seconds)
        self._interested[key] += 1
        asyncio.get_running_loop().call_later(LINGER_SECONDS, self._forget, key, work)
        await asyncio.wait({work}, timeout=patience)
        return work.result() if work.done() else self._parts.get(key)

    def _forget(self, key: str, work: asyncio.Task[Any]) -> None:
        self._interested[key] -= 1
        if not self._interested[key]:
            del self._interested[key]
            work.cancel()

    def _begin(
        self, key: str, task: str, game: str, what: Any, seconds: float
    ) -> asyncio.Task[Any]:
        if len(self._works) >= self._at_once:
            raise Refused("busy", "The server is busy; ask again in a while.", status=503)
        keep = partial(self._parts.__setitem__, key)
        asked = self._pool.ask_once(task, game, what, seconds, keep)
        work = self._works[key] = asyncio.get_running_loop().create_task(asked)
        work.add_done_callback(partial(self._ended, key))
        return work

    def _ended(self, key: str, work: asyncio.Task[Any]) -> None:
        if self._works.get(key) is work:
            del self._works[key]
            self._parts.pop(key, None)
        if not work.cancelled():
            work.exception()  # the caller may be gone
