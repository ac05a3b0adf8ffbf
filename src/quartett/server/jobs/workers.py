"""The pool of worker processes: whatever computes for long runs there."""

import asyncio
import logging
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import msgspec

from quartett.core.parts import timing
from quartett.core.registry import game as find_game
from quartett.core.registry import game_ids
from quartett.core.state import View
from quartett.server.jobs.worker import Worker, WorkerFailed, warm_up

logger = logging.getLogger("quartett.server")

LEGAL_SECONDS = 10.0
WARM_UP_SECONDS = 120.0


class WorkerPool:
    """Hands questions to idle workers, and replaces those that die."""

    def __init__(self, workers: int, warms_up: bool = False) -> None:
        self._count = workers
        self._warms_up = warms_up
        self._threads = ThreadPoolExecutor(workers, "workers")
        self.waiting = 0
        """Questions for which no worker is free yet."""
        self.asked = 0
        """Questions that a worker was given."""
        self._idle: asyncio.LifoQueue[Worker | None] = asyncio.LifoQueue()
        """None stands for a worker that is not started yet."""
        self._warming: list[asyncio.Task[Any]] = []
        self._asked: set[asyncio.Task[Any]] = set()
        for _ in range(workers):
            self._idle.put_nowait(None)

    def start(self) -> None:
        """Begin to warm up, one task a worker."""
        if not self._warms_up:
            return
        loop = asyncio.get_running_loop()
        workers = [loop.create_task(self._warm_up()) for _ in range(self._count)]
        self._warming = [*workers, loop.create_task(_warm_up_this_process(workers))]

    @property
    def is_warm(self) -> bool:
        """Whether nobody has to wait for compilers any more."""
        return all(task.done() for task in self._warming)

    async def close(self) -> None:
        for task in (*self._warming, *self._asked):
            task.cancel()
        await asyncio.gather(*self._asked, return_exceptions=True)
        while not self._idle.empty():
            worker = self._idle.get_nowait()
            if worker is not None:
                worker.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def legal(self, game: str, view: View) -> list[Any]:
        """The legal actions; any one of them, where a worker cannot list them."""
        try:
            listed: list[Any] = await self.ask("legal", game, view, LEGAL_SECONDS)
        except WorkerFailed as error:
            logger.warning("listing actions of %s: %s", game, error)
            return [msgspec.to_builtins(view.random_action(random.Random()))]
        return listed

    async def ask(self, task: str, game: str, what: Any, seconds: float) -> Any:
        """Let a worker do it, when one is free.

        A question goes on though nobody waits for it any more, so that no worker is lost by it.
        """
        asked = self.ask_once(task, game, what, seconds)
        work = asyncio.get_running_loop().create_task(asked)
        self._asked.add(work)
        work.add_done_callback(self._answered)
        return await asyncio.shield(work)

    def _answered(self, work: asyncio.Task[Any]) -> None:
        self._asked.discard(work)
        if not work.cancelled():
            work.exception()  # the caller may be gone

    async def ask_once(
        self,
        task: str,
        game: str,
        what: Any,
        seconds: float,
        on_part: Callable[[Any], object] = lambda _: None,
    ) -> Any:
        """The same, but cancelling it ends the worker and with it the question.

        `on_part` is called from another thread.
        """
        worker = await self._free_worker()
        loop = asyncio.get_running_loop()
        self.asked += 1
        try:
            if worker is None:
                worker = await self._start()
            asked = partial(worker.ask, task, game, what, seconds, on_part)
            return await loop.run_in_executor(self._threads, asked)
        except BaseException as error:
            if worker is not None and not isinstance(error, WorkerFailed):
                worker.end()
            worker = None
            raise
        finally:
            self._idle.put_nowait(worker)

    async def _free_worker(self) -> Worker | None:
        self.waiting += 1
        try:
            return await self._idle.get()
        finally:
            self.waiting -= 1

    async def _start(self) -> Worker:
        starting = asyncio.get_running_loop().run_in_executor(self._threads, Worker)
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            starting.add_done_callback(lambda started: started.result().end())
            raise

    async def _warm_up(self) -> None:
        for game in game_ids():
            try:
                await self.ask("warm", game, game, WARM_UP_SECONDS)
            except WorkerFailed as error:
                logger.warning("warming up for %s: %s", game, error)


async def _warm_up_this_process(workers: list[asyncio.Task[None]]) -> None:
    """Load what checking an action needs too: after the workers, who leave it on disk."""
    await asyncio.gather(*workers)
    for game in game_ids():
        if timing(find_game(game)).lists_slowly:
            await asyncio.to_thread(warm_up, game, 0.0)
