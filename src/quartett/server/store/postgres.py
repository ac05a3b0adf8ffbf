"""PostgreSQL: as many server processes as wanted, on as many machines."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import psycopg
from psycopg import AsyncConnection
from psycopg.errors import UniqueViolation
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from quartett.core.errors import QuartettError
from quartett.core.event import Seat
from quartett.server.accounts import User
from quartett.server.store import rows
from quartett.server.store.contract import SCHEMA, Notice, Push, Row
from quartett.server.store.upgrades import POSTGRES
from quartett.tables.entries import Entry
from quartett.tables.errors import StoreFailed
from quartett.tables.opening import Opening

CHANNEL = "quartett"
WORDS = "quartett_words"
NOW = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
PUT_EVENT = (
    "INSERT INTO events (game_id, seq, ms, cmd, body, waits) VALUES (%s, %s, %s, %s, %s, %s)"
)
PUT_LINE = (
    "UPDATE tables SET line = %s, stage = %s, listed = %s, clocked = %s, updated = %s, due = %s"
    " WHERE id = %s"
)
PUT_SEAT = "INSERT INTO seats (game_id, user_id) VALUES (%s, %s) ON CONFLICT DO NOTHING"
PUT_VERSION = (
    "INSERT INTO meta (name, value) VALUES ('schema', %s)"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)
TABLES_OF = """
SELECT line, ms, waits
FROM seats JOIN tables ON id = seats.game_id JOIN events ON events.game_id = id
WHERE user_id = %s AND seq = (SELECT max(seq) FROM events WHERE game_id = id)
ORDER BY ms DESC LIMIT %s
"""
"""Each of the tables where somebody sits, with the last entry of its log."""
AFTER = "SELECT seq, ms, cmd, body FROM events WHERE game_id = %s AND seq > %s ORDER BY seq"
POOL = 10
WAIT_SECONDS = 10


class PostgresStore:
    """Processes share tables: an advisory lock each while writing, notices as a wake-up only."""

    alone = None

    def __init__(self, address: str, pool: AsyncConnectionPool) -> None:
        self._address = address
        self._pool = pool
        self._keeping: AsyncConnection | None = None
        self._kept: set[str] = set()
        self._keep_lock = asyncio.Lock()

    @classmethod
    async def open(cls, address: str) -> "PostgresStore":
        pool = AsyncConnectionPool(
            address, min_size=2, max_size=POOL, timeout=WAIT_SECONDS, open=False,
            kwargs={"autocommit": True}, check=AsyncConnectionPool.check_connection,
        )  # fmt: skip
        try:
            await pool.open(wait=True, timeout=WAIT_SECONDS)
        except PoolTimeout:
            await pool.close()
            raise QuartettError(
                "cannot reach PostgreSQL at the address given with --database"
            ) from None
        store = cls(address, pool)
        await store._prepare()
        return store

    async def close(self) -> None:
        if self._keeping is not None:
            await self._keeping.close()
        await self._pool.close()

    async def now(self) -> int:
        return int((await self._read(NOW))[0][0])

    async def keep(self, name: str, make: Callable[[], str]) -> str:
        put = "INSERT INTO meta (name, value) VALUES (%s, %s) ON CONFLICT DO NOTHING"
        await self._write(put, name, make())
        found = await self._read("SELECT value FROM meta WHERE name = %s", name)
        return str(found[0][0])

    async def beat(self) -> None:
        await self._write(
            f"INSERT INTO meta (name, value) VALUES ('beat', ({NOW})::text)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        )

    async def last_beat(self) -> int | None:
        found = await self._read("SELECT value FROM meta WHERE name = 'beat'")
        return int(found[0][0]) if found else None

    @asynccontextmanager
    async def turn(self, table: str, known: int) -> AsyncIterator["PostgresTurn"]:
        async with self._connection() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock(%s)", (_number(table),))
            async with connection.pipeline():
                clock = await connection.execute(NOW)
                found = await connection.execute(AFTER, (table, known))
            (now,) = await clock.fetchone() or (0,)
            missed = [rows.read_entry(row) for row in await found.fetchall()]
            yield PostgresTurn(connection, table, now, missed)

    async def add_table(self, opening: Opening, row: Row) -> None:
        put = (
            "INSERT INTO tables (line, stage, listed, clocked, updated, due, id, opening)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s)"
        )
        stored = msgspec.json.encode(opening).decode()
        await self._write(put, *rows.table_values(row), opening.id, stored)

    async def opening(self, table: str) -> Opening | None:
        found = await self._read("SELECT opening FROM tables WHERE id = %s", table)
        return rows.read_opening(found[0][0]) if found else None

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        return [rows.read_entry(row) for row in await self._read(AFTER, table, after)]

    async def open_tables(self, limit: int) -> list[Row]:
        return await self._rows(
            "SELECT line FROM tables WHERE stage = 'open' AND listed = 1"
            " ORDER BY updated DESC LIMIT %s", limit,
        )  # fmt: skip

    async def tables_of(self, user: str, limit: int) -> list[Row]:
        found = await self._read(TABLES_OF, user, limit)
        return [rows.read_row_now(row) for row in found]

    async def due(self, now: int, limit: int) -> list[str]:
        find = "SELECT id FROM tables WHERE due <= %s AND stage = 'playing' ORDER BY due LIMIT %s"
        return [row[0] for row in await self._read(find, now, limit)]

    async def clocked(self) -> list[str]:
        found = await self._read("SELECT id FROM tables WHERE clocked = 1 AND stage = 'playing'")
        return [row[0] for row in found]

    async def keeper(self, table: str) -> bool:
        """A lock that lasts as long as our connection: if we die, another process gets it."""
        async with self._keep_lock:
            if self._keeping is not None and self._keeping.closed:
                self._keeping = None
                self._kept.clear()
            if table in self._kept:
                return True
            try:
                got = await self._try_keep(table)
            except psycopg.OperationalError:
                self._keeping = None
                self._kept.clear()
                return False
            if got:
                self._kept.add(table)
            return got

    async def _try_keep(self, table: str) -> bool:
        if self._keeping is None:
            self._keeping = await AsyncConnection.connect(self._address, autocommit=True)
        found = await self._keeping.execute(
            "SELECT pg_try_advisory_lock(%s)", (_number("keep " + table),)
        )
        row = await found.fetchone()
        return bool(row and row[0])

    async def let_go(self, table: str) -> None:
        async with self._keep_lock:
            if table not in self._kept or self._keeping is None:
                return
            self._kept.discard(table)
            await self._keeping.execute(
                "SELECT pg_advisory_unlock(%s)", (_number("keep " + table),)
            )

    async def announce(self, word: str) -> None:
        await self._read("SELECT pg_notify(%s, %s)", WORDS, word)

    async def notices(self) -> AsyncIterator[Notice | None]:
        """None after a gap in which notices may have been lost."""
        while True:
            try:
                async with await AsyncConnection.connect(
                    self._address, autocommit=True
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}; LISTEN {WORDS}")
                    yield None
                    async for said in connection.notifies():
                        is_word = said.channel == WORDS
                        yield Notice(word=said.payload) if is_word else Notice(said.payload)
            except psycopg.OperationalError:
                await asyncio.sleep(0.5)

    async def add_user(self, user: User, token: str | None = None) -> None:
        put = (
            f"INSERT INTO users ({rows.USER_COLUMNS}, token)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s)"
        )
        await self._write(put, *rows.user_values(user), token)

    async def user(self, user_id: str) -> User | None:
        return await self._user(f"SELECT {rows.USER_COLUMNS} FROM users WHERE id = %s", user_id)

    async def user_by(self, what: str, value: str) -> User | None:
        find = f"SELECT {rows.USER_COLUMNS} FROM users WHERE {rows.FINDERS[what]} = %s"
        return await self._user(find, value)

    async def change_user(self, user: User) -> bool:
        put = "UPDATE users SET name = %s, account = %s, passphrase = %s WHERE id = %s"
        try:
            await self._write(put, user.name, user.account, user.passphrase, user.id)
        except UniqueViolation:
            return False
        return True

    async def add_push(self, push: Push) -> None:
        put = (
            f"INSERT INTO pushes ({rows.PUSH_COLUMNS}) VALUES (%s, %s, %s, %s, %s)"
            " ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id,"
            " p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language"
        )
        await self._write(put, push.user, push.endpoint, push.p256dh, push.auth, push.language)

    async def pushes(self, user: str) -> list[Push]:
        find = f"SELECT {rows.PUSH_COLUMNS} FROM pushes WHERE user_id = %s"
        return [rows.read_push(row) for row in await self._read(find, user)]

    async def drop_push(self, user: str | None, endpoint: str) -> None:
        if user is None:
            await self._write("DELETE FROM pushes WHERE endpoint = %s", endpoint)
        else:
            put = "DELETE FROM pushes WHERE endpoint = %s AND user_id = %s"
            await self._write(put, endpoint, user)

    async def _prepare(self) -> None:
        """Make the tables or bring them up to date, once, though several processes may start."""
        async with self._connection() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock(%s)", (_number("schema"),))
            found = await connection.execute("SELECT to_regclass('meta') IS NOT NULL")
            row = await found.fetchone()
            if not (row and row[0]):
                await connection.execute(schema())
                await connection.execute(PUT_VERSION, (str(SCHEMA),))
            found = await connection.execute("SELECT value FROM meta WHERE name = 'schema'")
            row = await found.fetchone()
            await _upgrade(connection, int(row[0]) if row else SCHEMA)

    async def _user(self, find: str, value: str) -> User | None:
        found = await self._read(find, value)
        return rows.read_user(found[0] if found else None)

    async def _rows(self, find: str, *values: Any) -> list[Row]:
        return [rows.read_row(row[0]) for row in await self._read(find, *values)]

    async def _read(self, find: str, *values: Any) -> list[tuple[Any, ...]]:
        async with self._connection() as connection:
            found = await connection.execute(find, values)
            return await found.fetchall()

    async def _write(self, put: str, *values: Any) -> None:
        async with self._connection() as connection:
            await connection.execute(put, values)

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._pool.connection() as connection:
                yield connection
        except (PoolTimeout, psycopg.OperationalError) as error:
            raise StoreFailed(f"the database does not answer ({type(error).__name__})") from None


class PostgresTurn:
    """The table's lock is held until the transaction ends."""

    def __init__(
        self, connection: AsyncConnection, table: str, now: int, missed: list[Entry]
    ) -> None:
        self._connection = connection
        self._table = table
        self.now = now
        self.missed = missed

    async def append(self, entries: list[Entry], turns: Iterable[Seat], row: Row | None) -> None:
        """Committed when the turn ends."""
        async with self._connection.pipeline(), self._connection.cursor() as cursor:
            await cursor.executemany(PUT_EVENT, rows.event_values(self._table, entries, turns))
            if row is not None:
                await cursor.execute(PUT_LINE, (*rows.table_values(row), self._table))
            for user in rows.newcomers(entries):
                await cursor.execute(PUT_SEAT, (self._table, user))
            await cursor.execute("SELECT pg_notify(%s, %s)", (CHANNEL, self._table))


def schema() -> str:
    return rows.statements("schema") + rows.statements("events_postgres")


async def _upgrade(connection: AsyncConnection, version: int) -> None:
    if version > SCHEMA:
        raise QuartettError(f"the database is of version {version}; this Quartett uses {SCHEMA}")
    for old in range(version, SCHEMA):
        await connection.execute(POSTGRES[old])
        await connection.execute(PUT_VERSION, (str(old + 1),))


def _number(name: str) -> int:
    """The lock of this name: 63 bits of a hash."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big") >> 1
