"""One writer at a time to SQLite: the event loop while the disk is fast, else a thread."""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, TypeAlias

from quartett.server.store.contract import Append, Done, StoreFailed
from quartett.server.store.fresh import MERGE_AT, PUT_EVENTS, merge

logger = logging.getLogger("quartett.server")

PUT_SUMMARIES = (
    "UPDATE tables SET line = ?, stage = ?, listed = ?, clocked = ?, updated = ?, due = ?"
    " WHERE id = ? AND stage <> 'closed'"
)
PUT_SEATS = "INSERT OR IGNORE INTO seats (game_id, user_id) VALUES (?, ?)"
FEW = 500
"""The maximum number of jobs that are written on the loop."""

QUICK: Final = 0.002
"""The longest commit, in seconds, that the loop may wait for."""
FIRST_REST: Final = 0.1
LONGEST_REST: Final = 60.0

Work: TypeAlias = Callable[[sqlite3.Connection], Any]
Job: TypeAlias = tuple[Work | Append, Done]
JobResult: TypeAlias = tuple[Done, Any, Exception | None]


class Backoff:
    """After two slow commits in a row the thread writes for a while, longer each time.

    >>> backoff = Backoff()
    >>> backoff.waited(since=10.1, until=10.2)
    >>> backoff.may_wait(10.2)
    True
    >>> backoff.waited(since=10.2, until=10.3)
    >>> backoff.may_wait(10.35), backoff.may_wait(10.45)
    (False, True)
    """

    def __init__(self, quick: float = QUICK) -> None:
        self._quick = quick
        self._from = 0.0
        self._rest = 0.0

    def may_wait(self, now: float) -> bool:
        return now >= self._from

    def waited(self, since: float, until: float) -> None:
        if until - since <= self._quick:
            self._rest = 0.0
        else:
            self._from = until + self._rest
            self._rest = min(max(FIRST_REST, 2 * self._rest), LONGEST_REST)


class Writer:
    """Takes jobs, and calls back once they are safe on disk.

    Jobs of consecutive iterations of the loop are committed together, and so are those that come
    while the thread is writing.
    """

    def __init__(self, fast: sqlite3.Connection, slow: sqlite3.Connection) -> None:
        self._fast = fast
        """The loop's connection: it must not wait for locks, nor checkpoint."""
        self._slow = slow
        """The thread's connection."""
        self._thread = ThreadPoolExecutor(1, "writer")
        self._thread_writes = False
        """Whether the thread is writing."""
        self.backoff = Backoff()
        self._jobs: list[Job] = []
        self._known = 0
        """How many there were one iteration of the loop ago."""
        self.unmerged = 0
        """How many entries are in `fresh` only."""
        self._merge_at = MERGE_AT
        self._loop = asyncio.get_running_loop()

    def do(self, work: Work | Append) -> "asyncio.Future[Any]":
        future: asyncio.Future[Any] = self._loop.create_future()
        self.submit(work, partial(_settle, future))
        return future

    def submit(self, work: Work | Append, done: Done) -> None:
        """Do it, and call back."""
        if not self._jobs and not self._thread_writes:
            self._loop.call_soon(self._write)
        self._jobs.append((work, done))

    async def close(self) -> None:
        """Jobs submitted before are still written."""
        try:
            await self.do(merge)
        except (sqlite3.Error, StoreFailed) as error:
            self._merged(None, error)
        self._thread.shutdown()
        self._fast.close()
        self._slow.close()

    def _write(self) -> None:
        if self._thread_writes or not self._jobs:
            return
        if self._known < len(self._jobs) < FEW:  # the next iteration may bring more
            self._known = len(self._jobs)
            self._loop.call_soon(self._write)
            return
        jobs, self._jobs, self._known = self._jobs, [], 0
        if self._write_on_loop(jobs):
            return
        self._thread_writes = True
        self._loop.run_in_executor(self._thread, self._commit, jobs).add_done_callback(
            self._thread_wrote
        )

    def _thread_wrote(self, outcomes: "asyncio.Future[list[JobResult]]") -> None:
        self._thread_writes = False
        self._report(outcomes.result())
        self._write()

    def _write_on_loop(self, jobs: list[Job]) -> bool:
        """Whether that worked: it is for appends only."""
        began = time.monotonic()
        appends = [work for work, _ in jobs if isinstance(work, Append)]
        if not len(appends) == len(jobs) <= FEW or not self.backoff.may_wait(began):
            return False
        try:
            with _transaction(self._fast):
                new = _append(self._fast, appends)
        except Exception:
            return False  # the thread tries again, and finds out which job is wrong
        self.unmerged += new
        self.backoff.waited(began, time.monotonic())
        self._report([(done, None, None) for _, done in jobs])
        return True

    def _report(self, outcomes: list[JobResult]) -> None:
        for done, result, error in outcomes:
            try:
                done(result, error)
            except Exception:  # must not keep the others from being called
                logger.exception("a callback after a commit failed")
        if self.unmerged >= self._merge_at:
            self._merge_at = self.unmerged + MERGE_AT
            self.submit(merge, self._merged)

    def _merged(self, _: None, error: Exception | None) -> None:
        if error is None:
            self._merge_at = MERGE_AT
        else:
            logger.error(
                "fresh entries could not be merged; they stay where they are", exc_info=error
            )

    def _commit(self, jobs: list[Job]) -> list[JobResult]:
        """All in one transaction; if that fails, each in its own, so that only a bad one fails."""
        works = [work for work, _ in jobs]
        try:
            with _transaction(self._slow):
                results = [None if isinstance(w, Append) else w(self._slow) for w in works]
                new = _append(self._slow, [work for work in works if isinstance(work, Append)])
        except Exception as error:
            if len(jobs) == 1:
                return [(jobs[0][1], None, _failure(error))]
            return [outcome for job in jobs for outcome in self._commit([job])]
        self.unmerged = new if merge in works else self.unmerged + new
        return [(done, result, None) for (_, done), result in zip(jobs, results, strict=True)]


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    try:
        db.execute("BEGIN IMMEDIATE")
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _append(db: sqlite3.Connection, appends: list[Append]) -> int:
    """All appends as one: whatever an append relies on was committed before."""
    events = [event for append in appends for event in append.events]
    summaries = {append.summary[-1]: append.summary for append in appends if append.summary}
    seats = [seat for append in appends for seat in append.seats]
    if events:
        db.executemany(PUT_EVENTS, events)
    if summaries:
        db.executemany(PUT_SUMMARIES, list(summaries.values()))
    if seats:
        db.executemany(PUT_SEATS, seats)
    return len(events)


def _failure(error: Exception) -> Exception:
    return StoreFailed(str(error)) if isinstance(error, sqlite3.OperationalError) else error


def _settle(future: "asyncio.Future[Any]", result: Any, error: Exception | None) -> None:
    if future.cancelled():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
