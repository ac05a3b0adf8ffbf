"""PostgreSQL: as many server processes as wanted, on as many machines."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import psycopg
from psycopg import AsyncConnection, Connection
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import UniqueViolation
from psycopg_pool import AsyncConnectionPool, PoolTimeout

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
from quartett.server.store.people import PeopleStore
from quartett.server.store.schema import (
    POSTGRES_UPGRADES,
    newer,
    statements,
)
from quartett.server.store.together import CHANNEL, NOW, Change, Together, lock_number
from quartett.tables.errors import Refused

MESSAGES = "quartett_words"
PUT_VERSION = (
    "INSERT INTO meta (name, value) VALUES ('schema', %s)"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)
TABLES_OF = """
SELECT line, ms, waits
FROM seats JOIN tables ON id = seats.game_id JOIN events ON events.game_id = id
WHERE user_id = %s AND stage <> 'closed' AND seq = (SELECT max(seq) FROM events WHERE game_id = id)
ORDER BY ms DESC LIMIT %s
"""
"""Each of the tables where somebody sits, with the last entry of its log."""
AFTER = "SELECT seq, ms, cmd, body FROM events WHERE game_id = %s AND seq > %s ORDER BY seq"
POOL = 10
WAIT_SECONDS = 10


class PostgresStore(PeopleStore):
    """Processes share tables: an advisory lock each while writing, NOTIFY as a wake-up only."""

    shared = True
    taken = UniqueViolation

    def __init__(self, address: str, pool: AsyncConnectionPool) -> None:
        self._address = address
        self._pool = pool
        self._claims: AsyncConnection | None = None
        """The session that holds the advisory locks of the claimed tables."""
        self._claimed: set[str] = set()
        self._claim_lock = asyncio.Lock()
        self._process = secrets.token_hex(8)
        """Tells its own signals from those of others."""
        self._together = Together(self._connection, self._process)

    @classmethod
    async def open(cls, address: str) -> "PostgresStore":
        check_address(address)
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
        await self._together.close()
        if self._claims is not None:
            await self._claims.close()
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

    def transact(self, table: str, known: int, write: Write, done: Done) -> None:
        self._together.submit(Change(table, known, write, done))

    async def add_table(self, table: str, setup: str, summary: Columns) -> None:
        put = (
            "INSERT INTO tables (line, stage, listed, clocked, updated, due, id, opening)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s)"
        )
        await self._write(put, *summary, table, setup)

    async def setup(self, table: str) -> str | None:
        found = await self._read(
            "SELECT opening FROM tables WHERE id = %s AND stage <> 'closed'", table
        )
        return found[0][0] if found else None

    async def events(self, table: str, after: int = 0) -> list[EventRow]:
        return await self._read(AFTER, table, after)

    async def open_tables(self, limit: int) -> list[str]:
        find = (
            "SELECT line FROM tables WHERE stage = 'open' AND listed = 1"
            " ORDER BY updated DESC LIMIT %s"
        )
        return [row[0] for row in await self._read(find, limit)]

    async def tables_of(self, user: str, limit: int) -> list[tuple[str, int, int]]:
        return await self._read(TABLES_OF, user, limit)

    async def due(self, now: int, limit: int) -> list[str]:
        find = "SELECT id FROM tables WHERE due <= %s AND stage = 'playing' ORDER BY due LIMIT %s"
        return [row[0] for row in await self._read(find, now, limit)]

    async def clocked(self) -> list[str]:
        found = await self._read("SELECT id FROM tables WHERE clocked = 1 AND stage = 'playing'")
        return [row[0] for row in found]

    async def claim(self, table: str) -> bool:
        """A lock that lasts as long as our connection: if we die, another process gets it."""
        async with self._claim_lock:
            if self._claims is not None and self._claims.closed:
                self._forget_claims()
            if table in self._claimed:
                return True
            try:
                got = await self._try_claim(table)
            except psycopg.OperationalError:
                self._forget_claims()
                return False
            if got:
                self._claimed.add(table)
            return got

    def _forget_claims(self) -> None:
        """The connection is lost, and all locks with it."""
        self._claims = None
        self._claimed.clear()

    async def _try_claim(self, table: str) -> bool:
        if self._claims is None:
            self._claims = await AsyncConnection.connect(self._address, autocommit=True)
        found = await self._claims.execute(
            "SELECT pg_try_advisory_lock(%s)", (lock_number("keep " + table),)
        )
        row = await found.fetchone()
        return bool(row and row[0])

    async def release(self, table: str) -> None:
        async with self._claim_lock:
            if table not in self._claimed or self._claims is None:
                return
            self._claimed.discard(table)
            try:
                await self._claims.execute(
                    "SELECT pg_advisory_unlock(%s)", (lock_number("keep " + table),)
                )
            except psycopg.OperationalError:
                self._forget_claims()

    def _signal(self, got: psycopg.Notify) -> Signal:
        if got.channel == MESSAGES:
            return Signal(message=got.payload)
        table, _, process = got.payload.partition(" ")
        return Signal(table, ours=process == self._process)

    async def publish(self, message: str) -> None:
        await self._read("SELECT pg_notify(%s, %s)", MESSAGES, message)

    async def signals(self) -> AsyncIterator[Signal | None]:
        """None after a gap in which signals may have been lost."""
        while True:
            try:
                async with await AsyncConnection.connect(
                    self._address, autocommit=True
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}; LISTEN {MESSAGES}")
                    yield None
                    async for got in connection.notifies():
                        yield self._signal(got)
            except psycopg.OperationalError:
                await asyncio.sleep(0.5)

    async def query(self, find: str, *values: Any) -> list[Columns]:
        return await self._read(find.replace("?", "%s"), *values)

    async def execute(self, put: str, *values: Any) -> int:
        async with self._connection() as connection:
            return (await connection.execute(put.replace("?", "%s"), values)).rowcount

    async def drop_table(self, table: str) -> None:
        async with self._connection() as connection, connection.transaction():
            for name in ("events", "seats", "mutes", "reviews", "exercises"):
                await connection.execute(f"DELETE FROM {name} WHERE game_id = %s", (table,))
            await connection.execute("DELETE FROM tables WHERE id = %s", (table,))

    async def _prepare(self) -> None:
        """Make the tables or bring them up to date, once, though several processes may start."""
        async with self._connection() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock(%s)", (lock_number("schema"),))
            found = await connection.execute("SELECT to_regclass('meta') IS NOT NULL")
            row = await found.fetchone()
            if not (row and row[0]):
                await connection.execute(schema())
                await connection.execute(PUT_VERSION, (str(SCHEMA),))
            found = await connection.execute("SELECT value FROM meta WHERE name = 'schema'")
            row = await found.fetchone()
            await _upgrade(connection, int(row[0]) if row else SCHEMA)
            await connection.execute(statements("moderation") + statements("learning"))

    async def _read(self, find: str, *values: Any) -> list[Any]:
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
        except psycopg.DataError:  # a NUL in a text, a number out of range
            raise Refused("malformed", "The database cannot hold this value.", status=400) from None


@contextmanager
def connected(address: str) -> Iterator[Connection]:
    """The database in one transaction, for a command; whatever is wrong is said in one line."""
    check_address(address)
    try:
        with psycopg.connect(address) as connection:
            yield connection
    except psycopg.Error as error:
        said = str(error).partition("\n")[0]
        raise QuartettError(f"PostgreSQL refuses: {said}") from None


def check_address(address: str) -> None:
    """The address itself is not repeated: it may hold a password."""
    try:
        conninfo_to_dict(address)
    except psycopg.ProgrammingError:
        raise QuartettError(
            "the address given with --database is not one that PostgreSQL understands"
        ) from None


def schema() -> str:
    return statements("schema") + statements("events_postgres")


async def _upgrade(connection: AsyncConnection, version: int) -> None:
    if version > SCHEMA:
        raise QuartettError(newer("the database", version))
    for old in range(version, SCHEMA):
        await connection.execute(POSTGRES_UPGRADES[old])
        await connection.execute(PUT_VERSION, (str(old + 1),))
