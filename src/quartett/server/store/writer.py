"""One thread that writes to SQLite: whatever waits is committed together."""

import asyncio
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

from msgspec import Struct

from quartett.server.errors import StoreFailed
from quartett.server.store.fresh import MANY, PUT_EVENTS, sort_in

logger = logging.getLogger("quartett.server")

PUT_LINES = (
    "UPDATE tables SET line = ?, stage = ?, listed = ?, clocked = ?, updated = ?, due = ?"
    " WHERE id = ?"
)
PUT_SEATS = "INSERT OR IGNORE INTO seats (game_id, user_id) VALUES (?, ?)"
TOGETHER = 500
"""So many jobs at most share one commit."""

Work: TypeAlias = Callable[[sqlite3.Connection], Any]


class Append(Struct, frozen=True):
    """New entries of a table's log, its line in lists if it changed, and who sat down."""

    events: list[tuple[Any, ...]]
    line: tuple[Any, ...] | None = None
    seats: Sequence[tuple[str, str]] = ()


Done: TypeAlias = Callable[[Any, Exception | None], None]
"""Called on the loop with the result, or with the reason why nothing happened."""
Job: TypeAlias = tuple[Work | Append, Done]
Outcome: TypeAlias = tuple[Done, Any, Exception | None]


class Writer:
    """Takes work, and answers once it is safe on disk."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.fresh = 0
        """So many entries are not sorted in yet."""
        self._sort_at = MANY
        self._asked: list[Job] = []
        """Since the loop last went round."""
        self._jobs: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def do(self, work: Work | Append) -> "asyncio.Future[Any]":
        future: asyncio.Future[Any] = self._loop.create_future()
        self.ask(work, partial(_settle, future))
        return future

    def ask(self, work: Work | Append, done: Done) -> None:
        """The same for who is called when it is done."""
        if not self._asked:
            self._loop.call_soon(self._hand_over)
        self._asked.append((work, done))

    async def close(self) -> None:
        """Whatever was asked for before is still written."""
        self._hand_over()
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        if self.fresh:
            self._sort_in()
        self._connection.close()

    def _hand_over(self) -> None:
        """What was asked for in one round of the loop wakes the thread up once."""
        if self._asked:
            self._jobs.put(self._asked)
            self._asked = []

    def _run(self) -> None:
        while (first := self._jobs.get()) is not None:
            jobs, last = self._waiting(first)
            outcomes = self._commit(jobs)
            self._loop.call_soon_threadsafe(_answer, outcomes)
            if self.fresh >= self._sort_at:
                self._sort_in()
            if last:
                return

    def _sort_in(self) -> None:
        try:
            self._transaction([sort_in])
            self._sort_at = MANY
        except sqlite3.Error:
            logger.exception("entries could not be sorted in; they stay where they are")
            self._sort_at = self.fresh + MANY

    def _waiting(self, first: list[Job]) -> tuple[list[Job], bool]:
        jobs = list(first)
        while len(jobs) < TOGETHER:
            try:
                more = self._jobs.get_nowait()
            except queue.Empty:
                break
            if more is None:
                return jobs, True
            jobs += more
        return jobs, False

    def _commit(self, jobs: list[Job]) -> list[Outcome]:
        """All in one transaction; if that fails, each in its own, so that one spoils no other."""
        try:
            results = self._transaction([work for work, _ in jobs])
        except Exception as error:
            if len(jobs) == 1:
                return [(jobs[0][1], None, _told(error))]
            return [outcome for job in jobs for outcome in self._commit([job])]
        return [(done, result, None) for (_, done), result in zip(jobs, results, strict=True)]

    def _transaction(self, works: list[Work | Append]) -> list[Any]:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            results = [
                None if isinstance(work, Append) else work(self._connection) for work in works
            ]
            new = self._append([work for work in works if isinstance(work, Append)])
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        self.fresh = new if sort_in in works else self.fresh + new
        return results

    def _append(self, appends: list[Append]) -> int:
        """They come last and become one: what one relies on was answered before it was asked."""
        events = [event for append in appends for event in append.events]
        lines = {append.line[-1]: append.line for append in appends if append.line}
        seats = [seat for append in appends for seat in append.seats]
        if events:
            self._connection.executemany(PUT_EVENTS, events)
        if lines:
            self._connection.executemany(PUT_LINES, list(lines.values()))
        if seats:
            self._connection.executemany(PUT_SEATS, seats)
        return len(events)


def _told(error: Exception) -> Exception:
    return StoreFailed(str(error)) if isinstance(error, sqlite3.OperationalError) else error


def _answer(outcomes: list[Outcome]) -> None:
    for done, result, error in outcomes:
        try:
            done(result, error)
        except Exception:  # one that fails to hear it keeps no other from hearing
            logger.exception("what was written could not be told")


def _settle(future: "asyncio.Future[Any]", result: Any, error: Exception | None) -> None:
    if future.cancelled():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
