"""PostgreSQL: what comes at once is committed together, and what is wrong fails alone."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import psycopg
import pytest

from quartett.server.store.contract import Append, EventRow
from quartett.server.store.postgres import PostgresStore
from quartett.server.store.together import LOCK, lock_number
from quartett.tables.errors import Refused

LIMIT = 60
TABLES = [f"table-{number}" for number in range(20)]
SUMMARY = ("{}", "playing", 0, 0, 5, None)


class Writing:
    """A store, and what became of each table's change."""

    def __init__(self, store: PostgresStore, address: str) -> None:
        self.store = store
        self.address = address
        self.read: dict[str, list[EventRow]] = {}

    def append(self, table: str, seq: int = 1, body: str = "{}") -> "asyncio.Future[None]":
        def write(now: int, rows: list[EventRow]) -> Append:
            self.read[table] = rows
            return Append([(table, seq, now, None, body, 0)], (*SUMMARY, table), [(table, "ana")])

        return self.change(table, write)

    def change(self, table: str, write: Callable[[int, Any], Append]) -> "asyncio.Future[None]":
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(_: object, error: Exception | None) -> None:
            future.set_exception(error) if error else future.set_result(None)

        self.store.transact(table, 0, write, done)
        return future

    async def ask(self, query: str) -> list[Any]:
        async with await psycopg.AsyncConnection.connect(self.address) as connection:
            return await (await connection.execute(query)).fetchall()


@asynccontextmanager
async def writing(address: str) -> AsyncIterator[Writing]:
    store = await PostgresStore.open(address)
    for table in TABLES:
        await store.add_table(table, "{}", ("{}", "open", 1, 0, 0, None))
    async with asyncio.timeout(LIMIT):
        yield Writing(store, address)
    await store.close()


def test_changes_of_one_moment_are_one_transaction(postgres: str) -> None:
    async def run() -> None:
        async with writing(postgres) as there:
            await asyncio.gather(*map(there.append, TABLES))
            ((transactions, entries),) = await there.ask(
                "SELECT count(DISTINCT xmin::text), count(*) FROM events"
            )
            assert (transactions, entries) == (1, len(TABLES))
            assert await there.ask("SELECT DISTINCT stage, updated FROM tables") == [("playing", 5)]
            assert await there.ask("SELECT count(*) FROM seats") == [(len(TABLES),)]

    asyncio.run(run())


def test_what_is_wrong_with_one_change_is_not_the_others_fault(postgres: str) -> None:
    def refuse(_now: int, _rows: object) -> Append:
        raise Refused("late", "The game is over.")

    async def run() -> None:
        async with writing(postgres) as there:
            await there.append("table-0")
            again, nul = there.append("table-0"), there.append("table-1", body="\0")
            refused = there.change("table-2", refuse)
            await asyncio.gather(*map(there.append, TABLES[3:]))
            for wrong, kind in ((again, psycopg.Error), (nul, Refused), (refused, Refused)):
                with pytest.raises(kind):
                    await wrong
            assert there.read["table-0"] != []
            assert await there.ask("SELECT count(*) FROM events") == [(len(TABLES) - 2,)]

    asyncio.run(run())


def test_a_table_that_another_process_writes_to_holds_up_no_other(postgres: str) -> None:
    async def run() -> None:
        async with (
            writing(postgres) as there,
            await psycopg.AsyncConnection.connect(postgres) as other,
        ):
            await other.execute(LOCK, (lock_number("table-0"),))
            held, *rest = map(there.append, TABLES)
            await asyncio.gather(*rest)
            assert not held.done()
            put = "INSERT INTO events (game_id, seq, ms, body) VALUES ('table-0', 1, 7, 'theirs')"
            await other.execute(put)
            await other.commit()
            with pytest.raises(psycopg.Error):  # it is at 1, as this one wanted to be
                await held
            assert [row[3] for row in there.read["table-0"]] == ["theirs"]

    asyncio.run(run())


def test_a_store_that_closes_writes_what_it_was_given(postgres: str) -> None:
    async def run() -> None:
        async with writing(postgres) as there:
            waiting = [there.append(table) for table in TABLES]
        assert all(one.done() and one.exception() is None for one in waiting)

    asyncio.run(run())
