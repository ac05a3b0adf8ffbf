"""Which tables stay in memory."""

import asyncio
from pathlib import Path
from typing import cast

import pytest

from quartett.server.metrics import Metrics
from quartett.server.repository import Repository
from quartett.server.sessions import manager
from quartett.server.sessions.manager import TableManager
from quartett.server.sessions.session import Subscription
from quartett.server.store.sqlite import SqliteStore
from quartett.tables import commands as ask
from quartett.tables.seats import Person
from quartett.tables.setup import SeatRequest, TableRequest

ANA, BEN = Person(id="ana", name="Ana"), Person(id="ben", name="Ben")
REQUEST = TableRequest("calavera", (SeatRequest("me"), SeatRequest("open")))


def test_finished_games_leave_first_then_those_idle_longest_and_followed_ones_never(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manager, "IDLE_TABLES", 2)

    async def run() -> None:
        store = await SqliteStore.open(str(tmp_path / "quartett.db"))
        tables = TableManager(Repository(store), Metrics())
        followed, older = [await tables.set_up(ANA, REQUEST) for _ in range(2)]
        followed.subscribers.add(cast(Subscription, object()))
        over = await finished(tables)
        assert list(tables.sessions) == [followed.id, older.id, over]
        new = await tables.set_up(ANA, REQUEST)
        assert list(tables.sessions) == [followed.id, older.id, new.id]
        newest = await tables.set_up(ANA, REQUEST)
        assert list(tables.sessions) == [followed.id, new.id, newest.id]
        async with tables.reading(over) as (_, table):
            assert table.stage == "over"
        await store.close()

    asyncio.run(run())


def test_of_two_who_ask_for_a_rematch_at_once_both_get_the_same(tmp_path: Path) -> None:
    async def run() -> None:
        store = await SqliteStore.open(str(tmp_path / "quartett.db"))
        repository = Repository(store)
        tables = TableManager(repository, Metrics())
        over = await finished(tables)
        both = (tables.command(over, who, ask.Rematch("rematch-1")) for who in (ANA, BEN))
        await asyncio.gather(*both)
        async with tables.reading(over) as (_, table):
            again = table.next
        mine = {
            who: {one.id for one in await repository.tables_of(who.id, 9)} for who in (ANA, BEN)
        }
        assert mine[ANA] | mine[BEN] == {over, again}
        assert set(tables.sessions) == {over, again}
        await store.close()

    asyncio.run(run())


def test_few_tables_leave_where_their_logs_are_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        store = await SqliteStore.open(str(tmp_path / "quartett.db"))
        tables = TableManager(Repository(store), Metrics())
        over = await finished(tables)
        first = await tables.set_up(ANA, REQUEST)
        entries = tables.sessions[over].seq + first.seq
        assert list(tables.sessions) == [over, first.id]
        monkeypatch.setattr(manager, "IDLE_ENTRIES", entries - 1)
        second = await tables.set_up(ANA, REQUEST)
        assert list(tables.sessions) == [first.id, second.id]
        await store.close()

    asyncio.run(run())


async def finished(tables: TableManager) -> str:
    table = (await tables.set_up(ANA, REQUEST)).id
    await tables.command(table, BEN, ask.Sit("sit-00001", 1))
    await tables.command(table, ANA, ask.Start("start-0001"))
    await tables.command(table, ANA, ask.Resign("resign-001", 0))
    return table
