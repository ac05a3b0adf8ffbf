"""One thread that writes to SQLite: whatever waits is committed together."""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from typing import Any, TypeAlias

from quartett.server.errors import StoreFailed

Work: TypeAlias = Callable[[sqlite3.Connection], Any]
Job: TypeAlias = tuple[Work, "asyncio.Future[Any]"]
Outcome: TypeAlias = tuple["asyncio.Future[Any]", Any, Exception | None]

TOGETHER = 500
"""So many jobs at most share one commit."""


class Writer:
    """Takes work, and answers once it is safe on disk."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def do(self, work: Work) -> Any:
        future = self._loop.create_future()
        self._jobs.put((work, future))
        return await future

    async def close(self) -> None:
        """Whatever was asked for before is still written."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        self._connection.close()

    def _run(self) -> None:
        while (first := self._jobs.get()) is not None:
            jobs, last = self._waiting(first)
            outcomes = self._commit(jobs)
            self._loop.call_soon_threadsafe(_answer, outcomes)
            if last:
                return

    def _waiting(self, first: Job) -> tuple[list[Job], bool]:
        jobs = [first]
        while len(jobs) < TOGETHER:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                return jobs, True
            jobs.append(job)
        return jobs, False

    def _commit(self, jobs: list[Job]) -> list[Outcome]:
        """All in one transaction; if that fails, each in its own, so that one spoils no other."""
        try:
            results = self._transaction([work for work, _ in jobs])
        except Exception as error:
            if len(jobs) == 1:
                return [(jobs[0][1], None, _told(error))]
            return [outcome for job in jobs for outcome in self._commit([job])]
        return [(future, result, None) for (_, future), result in zip(jobs, results, strict=True)]

    def _transaction(self, works: list[Work]) -> list[Any]:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            results = [work(self._connection) for work in works]
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        return results


def _told(error: Exception) -> Exception:
    return StoreFailed(str(error)) if isinstance(error, sqlite3.OperationalError) else error


def _answer(outcomes: list[Outcome]) -> None:
    for future, result, error in outcomes:
        if future.cancelled():
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)
