"""One writer at a time to SQLite: the loop while the disk is quick, a thread for all the rest."""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeAlias

from msgspec import Struct

from quartett.server.store.backoff import Patience
from quartett.server.store.fresh import MANY, PUT_EVENTS, sort_in
from quartett.tables.errors import StoreFailed

logger = logging.getLogger("quartett.server")

PUT_LINES = (
    "UPDATE tables SET line = ?, stage = ?, listed = ?, clocked = ?, updated = ?, due = ?"
    " WHERE id = ?"
)
PUT_SEATS = "INSERT OR IGNORE INTO seats (game_id, user_id) VALUES (?, ?)"
FEW = 500
"""So many jobs at most are written on the loop."""

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
    """Takes work, and answers once it is safe on disk.

    What is asked for in rounds of the loop that follow each other is committed together, and so is
    what is asked for while the thread is writing.
    """

    def __init__(self, ours: sqlite3.Connection, aside: sqlite3.Connection) -> None:
        self._ours = ours
        """The loop's: it must not wait for locks, nor fold the log into the file."""
        self._aside = aside
        """The thread's."""
        self._thread = ThreadPoolExecutor(1, "writer")
        self._is_aside = False
        """Whether the thread is writing."""
        self.patience = Patience()
        self._asked: list[Job] = []
        self._known = 0
        """So many of them a round ago."""
        self.fresh = 0
        """So many entries are not sorted in yet."""
        self._sort_at = MANY
        self._loop = asyncio.get_running_loop()

    def do(self, work: Work | Append) -> "asyncio.Future[Any]":
        future: asyncio.Future[Any] = self._loop.create_future()
        self.ask(work, partial(_settle, future))
        return future

    def ask(self, work: Work | Append, done: Done) -> None:
        """The same for who is called when it is done."""
        if not self._asked and not self._is_aside:
            self._loop.call_soon(self._write)
        self._asked.append((work, done))

    async def close(self) -> None:
        """Whatever was asked for before is still written."""
        try:
            await self.do(sort_in)
        except (sqlite3.Error, StoreFailed) as error:
            self._sorted_in(None, error)
        self._thread.shutdown()
        self._ours.close()
        self._aside.close()

    def _write(self) -> None:
        if self._is_aside or not self._asked:
            return
        if self._known < len(self._asked) < FEW:  # the next round may bring more
            self._known = len(self._asked)
            self._loop.call_soon(self._write)
            return
        jobs, self._asked, self._known = self._asked, [], 0
        if self._write_here(jobs):
            return
        self._is_aside = True
        self._loop.run_in_executor(self._thread, self._commit, jobs).add_done_callback(
            self._written_aside
        )

    def _written_aside(self, outcomes: "asyncio.Future[list[Outcome]]") -> None:
        self._is_aside = False
        self._answer(outcomes.result())
        self._write()

    def _write_here(self, jobs: list[Job]) -> bool:
        """Whether that was possible: for entries only, and where nothing goes wrong."""
        began = time.monotonic()
        appends = [work for work, _ in jobs if isinstance(work, Append)]
        if not len(appends) == len(jobs) <= FEW or not self.patience.may_wait(began):
            return False
        try:
            with _transaction(self._ours):
                new = _append(self._ours, appends)
        except Exception:
            return False  # the thread tries it again, and has the time to find out what is wrong
        self.fresh += new
        self.patience.waited(began, time.monotonic())
        self._answer([(done, None, None) for _, done in jobs])
        return True

    def _answer(self, outcomes: list[Outcome]) -> None:
        for done, result, error in outcomes:
            try:
                done(result, error)
            except Exception:  # one that fails to hear it keeps no other from hearing
                logger.exception("what was written could not be told")
        if self.fresh >= self._sort_at:
            self._sort_at = self.fresh + MANY
            self.ask(sort_in, self._sorted_in)

    def _sorted_in(self, _: None, error: Exception | None) -> None:
        if error is None:
            self._sort_at = MANY
        else:
            logger.error("entries could not be sorted in; they stay where they are", exc_info=error)

    def _commit(self, jobs: list[Job]) -> list[Outcome]:
        """All in one transaction; if that fails, each in its own, so that one spoils no other."""
        works = [work for work, _ in jobs]
        try:
            with _transaction(self._aside):
                results = [None if isinstance(w, Append) else w(self._aside) for w in works]
                new = _append(self._aside, [work for work in works if isinstance(work, Append)])
        except Exception as error:
            if len(jobs) == 1:
                return [(jobs[0][1], None, _told(error))]
            return [outcome for job in jobs for outcome in self._commit([job])]
        self.fresh = new if sort_in in works else self.fresh + new
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
    """They come last and become one: what one relies on was answered before it was asked."""
    events = [event for append in appends for event in append.events]
    lines = {append.line[-1]: append.line for append in appends if append.line}
    seats = [seat for append in appends for seat in append.seats]
    if events:
        db.executemany(PUT_EVENTS, events)
    if lines:
        db.executemany(PUT_LINES, list(lines.values()))
    if seats:
        db.executemany(PUT_SEATS, seats)
    return len(events)


def _told(error: Exception) -> Exception:
    return StoreFailed(str(error)) if isinstance(error, sqlite3.OperationalError) else error


def _settle(future: "asyncio.Future[Any]", result: Any, error: Exception | None) -> None:
    if future.cancelled():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
