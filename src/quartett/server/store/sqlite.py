"""SQLite: nothing to install, one process, safe on disk before anything is answered."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any

from quartett.core.errors import QuartettError
from quartett.server.store.contract import (
    SCHEMA,
    Columns,
    Done,
    EventRow,
    Signal,
    StoreFailed,
    Write,
)
from quartett.server.store.files import (
    cannot_use,
    lock_file,
    make_folder_of,
    make_private,
    open_private,
)
from quartett.server.store.fresh import merge
from quartett.server.store.people import PeopleStore
from quartett.server.store.schema import (
    SQLITE_UPGRADES,
    newer,
    statements,
)
from quartett.server.store.writer import Writer

CHECKPOINT_PAGES = 4_000
"""Checkpoint when the WAL has this many pages; a page that was written often is copied once."""

LOG_OF = """
SELECT seq, ms, cmd, body FROM log WHERE game_id = ?1 AND seq > ?2
UNION ALL
SELECT seq, ms, cmd, body FROM fresh WHERE game_id = ?1 AND seq > ?2
ORDER BY seq
"""
"""Fresh entries too: to merge them first would keep everybody who plays waiting."""

TABLES_OF = """
SELECT line, ms, waits
FROM seats JOIN tables ON id = seats.game_id JOIN events ON events.game_id = number
WHERE user_id = ? AND stage <> 'closed'
AND seq = (SELECT max(seq) FROM events WHERE game_id = number)
ORDER BY ms DESC LIMIT ?
"""
"""Each of the tables where somebody sits, with the last entry of its log."""


class SqliteStore(PeopleStore):
    """One file, and one process that has it open."""

    shared = False
    taken = sqlite3.IntegrityError

    def __init__(self, reader: sqlite3.Connection, writer: Writer, lock: IO[str]) -> None:
        self._reader = reader
        self._writer = writer
        self._lock = lock
        self._readers = ThreadPoolExecutor(1, "reader")
        self._offset = 0

    @classmethod
    async def open(cls, path: str) -> "SqliteStore":
        lock = _lock(Path(path))
        try:
            make_private(Path(path))
            writing = connect(path)
            prepare(writing, path)
            store = cls(connect(path), Writer(connect(path, hurried=True), writing), lock)
        except (sqlite3.Error, OSError) as error:
            raise cannot_use(path, error) from None
        await store._start_clock()
        return store

    async def close(self) -> None:
        await self._writer.close()
        self._readers.shutdown()
        self._reader.close()
        self._lock.close()

    async def _start_clock(self) -> None:
        """The server's time never goes back, even if the machine's clock was set back."""
        last = await self._read_one("SELECT ms FROM events ORDER BY rowid DESC LIMIT 1")
        beat = await self.last_beat()
        start = max(time.time_ns() // 10**6, last[0] if last else 0, beat or 0)
        self._offset = start - time.monotonic_ns() // 10**6

    async def now(self) -> int:
        return self.time()

    def time(self) -> int:
        return self._offset + time.monotonic_ns() // 10**6

    async def keep(self, name: str, make: Callable[[], str]) -> str:
        def work(db: sqlite3.Connection) -> str:
            db.execute("INSERT OR IGNORE INTO meta (name, value) VALUES (?, ?)", (name, make()))
            found = db.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
            return str(found[0])

        return str(await self._writer.do(work))

    async def beat(self) -> None:
        put = "INSERT OR REPLACE INTO meta (name, value) VALUES ('beat', ?)"
        await self._write(put, str(self.time()))

    async def last_beat(self) -> int | None:
        found = await self._read_one("SELECT value FROM meta WHERE name = 'beat'")
        return int(found[0]) if found else None

    def transact(self, _table: str, _known: int, write: Write, done: Done) -> None:
        """Nobody else writes to this file: nothing can have been missed."""
        try:
            append = write(self.time(), [])
        except Exception as error:
            done(None, error)
            return
        if append is None:
            done(None, None)
        else:
            self._writer.submit(append, done)

    async def add_table(self, table: str, setup: str, summary: Columns) -> None:
        put = (
            "INSERT INTO tables (line, stage, listed, clocked, updated, due, id, opening, number)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(number), 0) + 1 FROM tables))"
        )
        await self._write(put, *summary, table, setup)

    async def setup(self, table: str) -> str | None:
        found = await self._read_one(
            "SELECT opening FROM tables WHERE id = ? AND stage <> 'closed'", table
        )
        return found[0] if found else None

    async def events(self, table: str, after: int = 0) -> list[EventRow]:
        return await self._read(LOG_OF, table, after)

    async def open_tables(self, limit: int) -> list[str]:
        find = (
            "SELECT line FROM tables WHERE stage = 'open' AND listed = 1"
            " ORDER BY updated DESC LIMIT ?"
        )
        return [row[0] for row in await self._read(find, limit)]

    async def tables_of(self, user: str, limit: int) -> list[tuple[str, int, int]]:
        await self._merge()
        return await self._read(TABLES_OF, user, limit)

    async def due(self, now: int, limit: int) -> list[str]:
        find = "SELECT id FROM tables WHERE due <= ? AND stage = 'playing' ORDER BY due LIMIT ?"
        return [row[0] for row in await self._read(find, now, limit)]

    async def clocked(self) -> list[str]:
        found = await self._read("SELECT id FROM tables WHERE clocked = 1 AND stage = 'playing'")
        return [row[0] for row in found]

    async def claim(self, _table: str) -> bool:
        return True

    async def release(self, _table: str) -> None:
        pass

    async def publish(self, _message: str) -> None:
        pass

    async def signals(self) -> AsyncIterator[Signal | None]:
        """Nobody else writes."""
        none: list[Signal] = []
        for signal in none:
            yield signal

    async def query(self, find: str, *values: Any) -> list[Columns]:
        return await self._read(find, *values)

    async def execute(self, put: str, *values: Any) -> int:
        return int(await self._writer.do(lambda db: db.execute(put, values).rowcount))

    async def drop_table(self, table: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            merge(db)
            number = "(SELECT number FROM tables WHERE id = ?)"
            db.execute(f"DELETE FROM events WHERE game_id = {number}", (table,))
            for name in ("seats", "mutes", "reviews", "exercises"):
                db.execute(f"DELETE FROM {name} WHERE game_id = ?", (table,))
            db.execute("DELETE FROM tables WHERE id = ?", (table,))

        await self._writer.do(work)

    async def _merge(self) -> None:
        """For reads that look into `events` only."""
        if self._writer.unmerged:
            await self._writer.do(merge)

    async def _write(self, put: str, *values: Any) -> None:
        await self._writer.do(lambda db: db.execute(put, values).rowcount)

    async def _read_one(self, find: str, *values: Any) -> Columns | None:
        found = await self._read(find, *values)
        return found[0] if found else None

    async def _read(self, find: str, *values: Any) -> list[Any]:
        def work() -> list[Any]:
            return self._reader.execute(find, values).fetchall()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, work)
        except sqlite3.OperationalError as error:
            raise StoreFailed(str(error)) from None


def connect(path: str, hurried: bool = False) -> sqlite3.Connection:
    """A hurried connection does not wait for locks, and leaves checkpoints to others."""
    connection = sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, timeout=0 if hurried else 10
    )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute(f"PRAGMA wal_autocheckpoint = {0 if hurried else CHECKPOINT_PAGES}")
    return connection


def prepare(connection: sqlite3.Connection, path: str) -> None:
    """Make the tables where there are none, bring older ones up to date, refuse newer ones.

    Fresh entries that a crash left are merged.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA:
        raise QuartettError(newer(path, version))
    while version < SCHEMA:
        new = statements("schema") + statements("events_sqlite")
        script, version = (SQLITE_UPGRADES[version], version + 1) if version else (new, SCHEMA)
        connection.executescript(f"BEGIN; {script}; PRAGMA user_version = {version}; COMMIT;")
    connection.executescript(statements("moderation") + statements("learning"))
    connection.execute("BEGIN")
    merge(connection)
    connection.execute("COMMIT")


def _lock(path: Path) -> IO[str]:
    """Lock the file until the process ends, however it ends."""
    make_folder_of(path)
    try:
        lock = open_private(path.with_name(path.name + ".lock"))
    except OSError as error:
        raise cannot_use(str(path), error.strerror) from None
    try:
        lock_file(lock)
    except OSError:
        lock.close()
        raise QuartettError(
            f"another server has {path} open; stop it, or name another file with --database"
        ) from None
    return lock
