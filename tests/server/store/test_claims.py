"""The advisory locks by which a process claims tables are given back."""

import asyncio
import time

import psycopg

from quartett.server.metrics import Metrics
from quartett.server.repository import Repository
from quartett.server.sessions import manager
from quartett.server.sessions.manager import TableManager
from quartett.server.store.postgres import PostgresStore
from quartett.tables.seats import Person
from quartett.tables.setup import SeatRequest, TableRequest
from tests.server.host import Host
from tests.server.player import Visitor

HELD = """
SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
WHERE locktype = 'advisory' AND datname = current_database()
"""


def held(postgres: str) -> int:
    with psycopg.connect(postgres, autocommit=True) as connection:
        row = connection.execute(HELD).fetchone()
        assert row is not None
        return int(row[0])


def wait_for(postgres: str, count: int) -> None:
    for _ in range(2_400):
        if held(postgres) == count:
            return
        time.sleep(0.05)
    raise AssertionError(f"{held(postgres)} locks are held, not {count}")


def test_a_claim_ends_with_the_game(postgres: str) -> None:
    with Host(postgres) as host:
        ana = Visitor(host)
        running = ana.table("calavera", "me", "easy", start=True, options={"start_player": 1})
        wait_for(postgres, 1)
        for _ in range(3):
            over = ana.table("calavera", "easy", "easy", start=True)
            while ana.get(f"/api/tables/{over}")["stage"] != "over":
                time.sleep(0.05)
        wait_for(postgres, 1)
        ana.do(running, "resign", seat=0)
        wait_for(postgres, 0)


def test_a_claim_ends_when_the_table_leaves_memory(postgres: str, monkeypatch: object) -> None:
    async def run() -> tuple[int, int]:
        store = await PostgresStore.open(postgres)
        tables = TableManager(Repository(store), Metrics())
        request = TableRequest("calavera", (SeatRequest("me"), SeatRequest("open")))
        owner = Person(id="ana", name="Ana")
        sessions = [await tables.set_up(owner, request) for _ in range(5)]
        claimed = [await tables.claim(session) for session in sessions]
        assert claimed == [True] * 5
        before = held(postgres)
        monkeypatch.setattr(manager, "IDLE_TABLES", 5)  # type: ignore[attr-defined]
        await tables.set_up(owner, request)
        await asyncio.gather(*tables._tasks)
        after = held(postgres)
        await store.close()
        return before, after

    assert asyncio.run(run()) == (5, 4)
