"""The store: on disk before it answers, together where several wait, alone where one fails."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from quartett.core.errors import QuartettError
from quartett.server.store.sqlite import SqliteStore
from quartett.server.store.writer import Writer


def test_commits_wait_for_the_disk(tmp_path: Path) -> None:
    async def run() -> list[Any]:
        store = await SqliteStore.open(str(tmp_path / "quartett.db"))
        asked = ("journal_mode", "synchronous", "foreign_keys")
        found = await store.do(lambda db: [db.execute(f"PRAGMA {a}").fetchone()[0] for a in asked])
        await store.close()
        return list(found)

    assert asyncio.run(run()) == ["wal", 2, 1]  # 2: FULL


def test_what_waits_is_committed_together_and_one_failure_spoils_no_other() -> None:
    async def run() -> tuple[list[Any], list[str]]:
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        connection.execute("CREATE TABLE things (name TEXT UNIQUE)")
        said: list[str] = []
        connection.set_trace_callback(said.append)
        writer = Writer(connection)

        def put(name: str) -> Any:
            insert = "INSERT INTO things VALUES (?)"
            return writer.do(lambda db: db.execute(insert, (name,)).rowcount)

        await asyncio.gather(*(put(name) for name in "abc"))
        together = [word for word in said if word == "COMMIT"]
        outcomes = await asyncio.gather(*(put(name) for name in "dae"), return_exceptions=True)
        kept = sorted(row[0] for row in await writer.do(lambda db: db.execute(ALL).fetchall()))
        await writer.close()
        assert isinstance(outcomes[1], sqlite3.IntegrityError)
        return kept, together

    kept, together = asyncio.run(run())
    assert kept == list("abcde")
    assert together == ["COMMIT"]


ALL = "SELECT name FROM things"


def test_a_database_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "quartett.db"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(QuartettError, match="version 99"):
        asyncio.run(SqliteStore.open(str(path)))


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "quartett.db"
    path.write_text("shopping list" * 100)
    with pytest.raises(QuartettError, match="cannot use"):
        asyncio.run(SqliteStore.open(str(path)))
