"""Changes of several tables, committed together in one transaction of PostgreSQL."""

import asyncio
import hashlib
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, TypeAlias

from msgspec import Struct
from psycopg import AsyncConnection

from quartett.server.store.contract import Append, Columns, Done, EventRow, StoreFailed, Write

CHANNEL: Final = "quartett"
NOW: Final = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
AT_ONCE: Final = 2
"""How many transactions run at a time: one is prepared while the other waits for the disk."""
MOST: Final = 200
"""How many changes are committed together."""
LOCK: Final = "SELECT pg_advisory_xact_lock(%s)"
LOCK_FREE: Final = (
    "SELECT number FROM unnest(%s::bigint[]) AS number WHERE pg_try_advisory_xact_lock(number)"
)
AFTER: Final = """
SELECT game_id, seq, ms, cmd, body
FROM unnest(%s::text[], %s::bigint[]) AS asked (id, known)
JOIN events ON game_id = asked.id AND seq > asked.known
ORDER BY seq
"""
PUT_EVENTS: Final = (
    "INSERT INTO events (game_id, seq, ms, cmd, body, waits) SELECT * FROM"
    " unnest(%s::text[], %s::bigint[], %s::bigint[], %s::text[], %s::text[], %s::integer[])"
)
PUT_SUMMARIES: Final = """
UPDATE tables SET line = new.line, stage = new.stage, listed = new.listed, clocked = new.clocked,
  updated = new.updated, due = new.due
FROM unnest(%s::text[], %s::text[], %s::integer[], %s::integer[], %s::bigint[], %s::bigint[],
  %s::text[]) AS new (line, stage, listed, clocked, updated, due, id)
WHERE tables.id = new.id AND tables.stage <> 'closed'
"""
PUT_SEATS: Final = (
    "INSERT INTO seats (game_id, user_id) SELECT * FROM unnest(%s::text[], %s::text[])"
    " ON CONFLICT DO NOTHING"
)
NOTIFY: Final = "SELECT pg_notify(%s, payload) FROM unnest(%s::text[]) AS payload"

Connect: TypeAlias = Callable[[], AbstractAsyncContextManager[AsyncConnection]]


class Change(Struct, frozen=True, eq=False):
    """A table's log is to be appended to: `write` says what, given the entries after `known`."""

    table: str
    known: int
    write: Write
    done: Done


class Decided(Struct, frozen=True):
    """What a change comes to: what is appended, or why nothing is."""

    change: Change
    rows: list[EventRow]
    """What others had written before."""
    append: Append | None = None
    refused: Exception | None = None


class Together:
    """Takes changes, and calls back once they are safe on disk.

    What comes while transactions are under way is committed together by the next one. A table
    that another process is writing to does not hold up the rest: its change waits alone.
    """

    def __init__(self, connect: Connect, process: str) -> None:
        self._connect = connect
        self._process = process
        self._waiting: list[Change] = []
        self._committing = 0
        self._tasks: set[asyncio.Task[None]] = set()

    def submit(self, change: Change) -> None:
        if not self._waiting:  # the same iteration of the loop may bring more
            asyncio.get_running_loop().call_soon(self._begin)
        self._waiting.append(change)

    async def close(self) -> None:
        """Changes submitted before are still written."""
        self._begin()
        while self._tasks or self._waiting:
            await asyncio.gather(*self._tasks, return_exceptions=True)
            self._begin()

    def _begin(self) -> None:
        while self._waiting and self._committing < AT_ONCE:
            some, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            self._committing += 1
            self._start(self._commit(some))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _commit(self, changes: list[Change]) -> None:
        decided: list[Decided] = []
        try:
            async with self._connect() as connection, connection.transaction():
                free = await _lock_free(connection, changes)
                now, found = await _read(connection, free)
                decided = [_decide(change, now, found[change.table]) for change in free]
                await _append(connection, decided, self._process)
        except Exception as error:
            self._failed(changes, decided, error)
        else:
            for one in decided:
                one.change.done(None, one.refused)
            for change in changes:
                if change not in free:
                    self._start(self._alone(change))
        finally:
            self._committing -= 1
            self._begin()

    def _failed(self, changes: list[Change], decided: list[Decided], error: Exception) -> None:
        """Nothing was written. What one change did wrong is not the others' fault."""
        again: set[Change] = set()
        if len(changes) > 1 and not isinstance(error, StoreFailed):
            again = {one.change for one in decided}
            for one in decided:
                self._start(self._alone(one.change, one))
        for change in changes:
            if change not in again:
                change.done(None, error)

    async def _alone(self, change: Change, decided: Decided | None = None) -> None:
        """Commit one change, when its table's lock is free; what was decided before is kept."""
        try:
            async with self._connect() as connection, connection.transaction():
                await connection.execute(LOCK, (lock_number(change.table),))
                now, found = await _read(connection, [change])
                if decided is None:
                    decided = _decide(change, now, found[change.table])
                elif found[change.table] != decided.rows:
                    raise StoreFailed("another process wrote to this table")
                await _append(connection, [decided], self._process)
        except Exception as error:
            change.done(None, error)
        else:
            change.done(None, decided.refused)


def _decide(change: Change, now: int, rows: list[EventRow]) -> Decided:
    try:
        return Decided(change, rows, change.write(now, rows))
    except Exception as error:
        return Decided(change, rows, refused=error)


async def _lock_free(connection: AsyncConnection, changes: list[Change]) -> list[Change]:
    """Lock the tables of which nobody else holds the lock."""
    numbers = {lock_number(change.table): change for change in changes}
    locked = await connection.execute(LOCK_FREE, (list(numbers),))
    return [numbers[number] for (number,) in await locked.fetchall()]


async def _read(
    connection: AsyncConnection, changes: list[Change]
) -> tuple[int, dict[str, list[EventRow]]]:
    """The time, and what others have written to each table."""
    async with connection.pipeline():
        clock = await connection.execute(NOW)
        asked = [change.table for change in changes], [change.known for change in changes]
        after = await connection.execute(AFTER, asked)
    (now,) = await clock.fetchone() or (0,)
    found: dict[str, list[EventRow]] = {change.table: [] for change in changes}
    for table, *row in await after.fetchall():
        found[table].append(tuple(row))
    return now, found


async def _append(connection: AsyncConnection, decided: list[Decided], process: str) -> None:
    """Committed when the transaction ends."""
    appends = {one.change.table: one.append for one in decided if one.append is not None}
    puts: list[tuple[str, list[Columns]]] = [
        (PUT_EVENTS, [row for one in appends.values() for row in one.events]),
        (PUT_SUMMARIES, [one.summary for one in appends.values() if one.summary is not None]),
        (PUT_SEATS, [seat for one in appends.values() for seat in one.seats]),
    ]
    async with connection.pipeline():
        for put, rows in puts:
            if rows:
                await connection.execute(put, [list(column) for column in zip(*rows, strict=True)])
        if appends:
            await connection.execute(NOTIFY, (CHANNEL, [f"{table} {process}" for table in appends]))


def lock_number(name: str) -> int:
    """The lock of this name: 63 bits of a hash."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big") >> 1
