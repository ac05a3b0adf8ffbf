"""SQLite: nothing to install, one process, safe on disk before anything is answered."""

import asyncio
import fcntl
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any

import msgspec

from quartett.core.errors import QuartettError
from quartett.core.event import Seat
from quartett.server.accounts import User
from quartett.server.store import rows
from quartett.server.store.contract import SCHEMA, Notice, Push, Row
from quartett.server.store.fresh import sort_in
from quartett.server.store.upgrades import SQLITE
from quartett.server.store.writer import Append, Done, Work, Writer
from quartett.tables.entries import Entry
from quartett.tables.errors import StoreFailed
from quartett.tables.opening import Opening

CHECKPOINT_PAGES = 4_000
"""The log is folded into the file when it is so long; pages written often are folded in once."""

TABLES_OF = """
SELECT line, ms, waits
FROM seats JOIN tables ON id = seats.game_id JOIN events ON events.game_id = number
WHERE user_id = ? AND seq = (SELECT max(seq) FROM events WHERE game_id = number)
ORDER BY ms DESC LIMIT ?
"""
"""Each of the tables where somebody sits, with the last entry of its log."""


class SqliteStore:
    """One file, and one process that has it open."""

    def __init__(self, reader: sqlite3.Connection, writer: Writer, lock: IO[str]) -> None:
        self.alone = self
        self._reader = reader
        self._writer = writer
        self._lock = lock
        self._readers = ThreadPoolExecutor(1, "reader")
        self._offset = 0

    @classmethod
    async def open(cls, path: str) -> "SqliteStore":
        lock = _lock(Path(path))
        try:
            writing = connect(path)
            prepare(writing, path)
            store = cls(connect(path), Writer(connect(path, hurried=True), writing), lock)
        except sqlite3.Error as error:
            raise QuartettError(f"cannot use {path} as a database: {error}") from None
        await store._start_clock()
        return store

    async def close(self) -> None:
        await self._writer.close()
        self._readers.shutdown()
        self._reader.close()
        self._lock.close()

    async def _start_clock(self) -> None:
        """The house's time never goes back, even if the machine's clock was set back."""
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
        await self._writer.do(lambda db: db.execute(put, (str(self.time()),)).rowcount)

    async def last_beat(self) -> int | None:
        found = await self._read_one("SELECT value FROM meta WHERE name = 'beat'")
        return int(found[0]) if found else None

    def turn(self, table: str, known: int) -> "SqliteTurn":
        return SqliteTurn(self, table)

    async def add_table(self, opening: Opening, row: Row) -> None:
        values = rows.table_values(row)
        stored = msgspec.json.encode(opening).decode()
        put = (
            "INSERT INTO tables (line, stage, listed, clocked, updated, due, id, opening, number)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(number), 0) + 1 FROM tables))"
        )
        await self._writer.do(lambda db: db.execute(put, (*values, opening.id, stored)).rowcount)

    def append(
        self, table: str, entries: list[Entry], turns: Iterable[Seat], row: Row | None, done: Done
    ) -> None:
        self._writer.ask(_appended(table, entries, turns, row), done)

    async def opening(self, table: str) -> Opening | None:
        found = await self._read_one("SELECT opening FROM tables WHERE id = ?", table)
        return rows.read_opening(found[0]) if found else None

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        await self._sort_in()
        found = await self._read(
            "SELECT seq, ms, cmd, body FROM log WHERE game_id = ? AND seq > ? ORDER BY seq",
            table, after,
        )  # fmt: skip
        return [rows.read_entry(row) for row in found]

    async def open_tables(self, limit: int) -> list[Row]:
        return await self._rows(
            "SELECT line FROM tables WHERE stage = 'open' AND listed = 1"
            " ORDER BY updated DESC LIMIT ?", limit,
        )  # fmt: skip

    async def tables_of(self, user: str, limit: int) -> list[Row]:
        await self._sort_in()
        found = await self._read(TABLES_OF, user, limit)
        return [rows.read_row_now(row) for row in found]

    async def due(self, now: int, limit: int) -> list[str]:
        find = "SELECT id FROM tables WHERE due <= ? AND stage = 'playing' ORDER BY due LIMIT ?"
        return [row[0] for row in await self._read(find, now, limit)]

    async def clocked(self) -> list[str]:
        found = await self._read("SELECT id FROM tables WHERE clocked = 1 AND stage = 'playing'")
        return [row[0] for row in found]

    async def keeper(self, table: str) -> bool:
        return True

    async def let_go(self, table: str) -> None:
        pass

    async def announce(self, word: str) -> None:
        pass

    async def notices(self) -> AsyncIterator[Notice | None]:
        """Nobody else writes."""
        none: list[Notice] = []
        for notice in none:
            yield notice

    async def add_user(self, user: User, token: str | None = None) -> None:
        put = f"INSERT INTO users ({rows.USER_COLUMNS}, token) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        values = (*rows.user_values(user), token)
        await self._writer.do(lambda db: db.execute(put, values).rowcount)

    async def user(self, user_id: str) -> User | None:
        find = f"SELECT {rows.USER_COLUMNS} FROM users WHERE id = ?"
        return rows.read_user(await self._read_one(find, user_id))

    async def user_by(self, what: str, value: str) -> User | None:
        find = f"SELECT {rows.USER_COLUMNS} FROM users WHERE {rows.FINDERS[what]} = ?"
        return rows.read_user(await self._read_one(find, value))

    async def change_user(self, user: User) -> bool:
        put = "UPDATE users SET name = ?, account = ?, passphrase = ? WHERE id = ?"
        values = (user.name, user.account, user.passphrase, user.id)
        try:
            await self._writer.do(lambda db: db.execute(put, values).rowcount)
        except sqlite3.IntegrityError:
            return False
        return True

    async def add_push(self, push: Push) -> None:
        put = f"INSERT OR REPLACE INTO pushes ({rows.PUSH_COLUMNS}) VALUES (?, ?, ?, ?, ?)"
        values = (push.user, push.endpoint, push.p256dh, push.auth, push.language)
        await self._writer.do(lambda db: db.execute(put, values).rowcount)

    async def pushes(self, user: str) -> list[Push]:
        find = f"SELECT {rows.PUSH_COLUMNS} FROM pushes WHERE user_id = ?"
        return [rows.read_push(row) for row in await self._read(find, user)]

    async def drop_push(self, user: str | None, endpoint: str) -> None:
        put = "DELETE FROM pushes WHERE endpoint = ? AND (user_id = ? OR ? IS NULL)"
        await self._writer.do(lambda db: db.execute(put, (endpoint, user, user)).rowcount)

    async def do(self, work: Work | Append) -> Any:
        """Any work of one's own, in a transaction."""
        return await self._writer.do(work)

    async def _sort_in(self) -> None:
        """Whoever reads entries looks into `events` only."""
        if self._writer.fresh:
            await self._writer.do(sort_in)

    async def _rows(self, find: str, *values: Any) -> list[Row]:
        return [rows.read_row(row[0]) for row in await self._read(find, *values)]

    async def _read_one(self, find: str, *values: Any) -> tuple[Any, ...] | None:
        found = await self._read(find, *values)
        return found[0] if found else None

    async def _read(self, find: str, *values: Any) -> list[tuple[Any, ...]]:
        def work() -> list[tuple[Any, ...]]:
            return self._reader.execute(find, values).fetchall()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, work)
        except sqlite3.OperationalError as error:
            raise StoreFailed(str(error)) from None


class SqliteTurn:
    """There is one process, whose own lock is enough: nothing can have been missed."""

    def __init__(self, store: SqliteStore, table: str) -> None:
        self._store = store
        self._table = table
        self.now = store.time()
        self.missed: list[Entry] = []

    async def __aenter__(self) -> "SqliteTurn":
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    async def append(self, entries: list[Entry], turns: Iterable[Seat], row: Row | None) -> None:
        await self._store.do(_appended(self._table, entries, turns, row))


def _appended(table: str, entries: list[Entry], turns: Iterable[Seat], row: Row | None) -> Append:
    events = rows.event_values(table, entries, turns)
    if row is None:
        return Append(events)
    line = (*rows.table_values(row), table)
    return Append(events, line, [(table, user) for user in rows.newcomers(entries)])


def connect(path: str, hurried: bool = False) -> sqlite3.Connection:
    """One in a hurry does not wait for locks, and leaves folding the log to others."""
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

    Entries that were left unsorted are sorted in.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA:
        raise QuartettError(f"{path} is of version {version}; this Quartett uses {SCHEMA}")
    while version < SCHEMA:
        new = rows.statements("schema") + rows.statements("events_sqlite")
        script, version = (SQLITE[version], version + 1) if version else (new, SCHEMA)
        connection.executescript(f"BEGIN; {script}; PRAGMA user_version = {version}; COMMIT;")
    connection.execute("BEGIN")
    sort_in(connection)
    connection.execute("COMMIT")


def _lock(path: Path) -> IO[str]:
    """The file is ours alone until the process ends, however it ends."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.with_name(path.name + ".lock").open("w")
    except OSError as error:
        raise QuartettError(f"cannot use {path} as a database: {error.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise QuartettError(
            f"another server has {path} open; stop it, or name another file with --database"
        ) from None
    return lock
