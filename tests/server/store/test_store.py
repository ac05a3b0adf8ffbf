"""The store: on disk before it answers, together where several wait, alone where one fails."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

import quartett
from quartett.core.errors import QuartettError
from quartett.review import VERSION, review
from quartett.server.application import open_store
from quartett.server.repository import Repository, append_of
from quartett.server.store.contract import Append, EventRow
from quartett.server.store.fresh import MERGE_AT
from quartett.server.store.schema import statements
from quartett.server.store.sqlite import CHECKPOINT_PAGES, SqliteStore, connect
from quartett.server.store.writer import FEW, QUICK, Backoff, Writer
from quartett.tables.entries import Entry, Said
from quartett.tables.setup import Clock, TableSetup
from quartett.tables.table import Table


@pytest.mark.parametrize("hurried, waits, folds", [(False, 10_000, CHECKPOINT_PAGES), (True, 0, 0)])
def test_commits_wait_for_the_disk(tmp_path: Path, hurried: bool, waits: int, folds: int) -> None:
    db = connect(str(tmp_path / "quartett.db"), hurried)
    asked = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "wal_autocheckpoint")
    found = [db.execute(f"PRAGMA {name}").fetchone()[0] for name in asked]
    db.close()
    assert found == ["wal", 2, 1, waits, folds]  # 2: FULL


def test_only_the_loop_is_hurried(tmp_path: Path) -> None:
    async def run() -> list[int]:
        async with opened(tmp_path / "quartett.db") as store:
            writer = store._writer
            dbs = (writer._fast, writer._slow)
            return [db.execute("PRAGMA busy_timeout").fetchone()[0] for db in dbs]

    assert asyncio.run(run()) == [0, 10_000]


class Watched:
    """A writer on a file of its own, and what its two connections were told to do."""

    def __init__(self, path: Path) -> None:
        self.said: dict[str, list[str]] = {"loop": [], "thread": []}
        self.path = path
        self.loop, self.thread = connect(str(path), hurried=True), connect(str(path))
        self.thread.executescript(statements("schema") + statements("events_sqlite"))
        self.thread.execute("CREATE TABLE things (name TEXT UNIQUE)")
        self.writer = Writer(self.loop, self.thread)
        self.writer.backoff = Backoff(quick=60.0)
        self.loop.set_trace_callback(self.said["loop"].append)
        self.thread.set_trace_callback(self.said["thread"].append)

    @property
    def commits(self) -> tuple[int, int]:
        """On the loop, and in the thread."""
        loop, thread = (words.count("COMMIT") for words in self.said.values())
        return loop, thread

    def put(self, name: str) -> "asyncio.Future[Any]":
        insert = "INSERT INTO things VALUES (?)"
        return self.writer.do(lambda db: db.execute(insert, (name,)).rowcount)

    def append(self, seq: int) -> "asyncio.Future[Any]":
        return self.writer.do(append_of("table", [(entry(seq), None)], [0], None))


@asynccontextmanager
async def watched(path: Path) -> AsyncIterator[Watched]:
    one = Watched(path)
    yield one
    await one.writer.close()


def test_what_waits_is_committed_together_and_one_failure_spoils_no_other(tmp_path: Path) -> None:
    async def run() -> None:
        async with watched(tmp_path / "a.db") as it:
            await asyncio.gather(*(it.put(name) for name in "abc"))
            assert it.commits == (0, 1)
            outcomes = await asyncio.gather(*(it.put(n) for n in "dae"), return_exceptions=True)
            assert isinstance(outcomes[1], sqlite3.IntegrityError)
            found = await it.writer.do(lambda db: db.execute("SELECT * FROM things").fetchall())
            assert sorted(found) == [(name,) for name in "abcde"]

    asyncio.run(run())


def test_entries_are_written_on_the_loop_and_all_else_in_the_thread(tmp_path: Path) -> None:
    async def run() -> None:
        async with watched(tmp_path / "a.db") as it:
            await asyncio.gather(it.append(1), it.append(2))
            assert it.commits == (1, 0)
            await asyncio.gather(it.append(3), it.put("a"))
            assert it.commits == (1, 1)
            await it.append(4)
            assert it.commits == (2, 1)
        assert places(tmp_path / "a.db")["fresh"] == [1, 2, 3, 4]

    asyncio.run(run())


def test_an_entry_that_cannot_be_written_spoils_no_other(tmp_path: Path) -> None:
    async def run() -> None:
        async with watched(tmp_path / "a.db") as it:
            asked = (it.append(1), it.append(2**70), it.append(3))
            outcomes = await asyncio.gather(*asked, return_exceptions=True)
            assert [type(outcome) for outcome in outcomes] == [
                type(None),
                OverflowError,
                type(None),
            ]
        assert places(tmp_path / "a.db")["fresh"] == [1, 3]

    asyncio.run(run())


def test_very_many_at_once_are_left_to_the_thread(tmp_path: Path) -> None:
    async def run() -> None:
        async with watched(tmp_path / "a.db") as it:
            await asyncio.gather(*(it.append(seq) for seq in range(FEW + 1)))
            assert it.commits == (0, 1)

    asyncio.run(run())


def test_what_the_next_round_brings_is_waited_for(tmp_path: Path) -> None:
    async def run() -> None:
        async with watched(tmp_path / "a.db") as it:
            asked = [it.append(1)]
            await asyncio.sleep(0)
            asked.append(it.append(2))
            await asyncio.gather(*asked)
            assert it.commits == (1, 0)

    asyncio.run(run())


def test_what_is_asked_for_while_the_thread_writes_is_committed_together(tmp_path: Path) -> None:
    async def run() -> None:
        async with watched(tmp_path / "a.db") as it:
            begun, goes_on = threading.Event(), threading.Event()

            def hold(_: object) -> None:
                begun.set()
                goes_on.wait()

            slow = it.writer.do(hold)
            await asyncio.to_thread(begun.wait)
            asked = [it.append(1), it.append(2)]
            it.writer._write()  # a round before the thread began may have wanted this
            it.writer._write()
            assert it.commits == (0, 0)
            goes_on.set()
            await asyncio.gather(slow, *asked)
            assert it.commits == (1, 1)

    asyncio.run(run())


def test_the_loop_leaves_a_slow_disk_to_the_thread(tmp_path: Path) -> None:
    async def run() -> None:
        async with watched(tmp_path / "a.db") as it:
            it.writer.backoff = tried()
            it.loop.set_trace_callback(lambda said: time.sleep(2 * QUICK * (said == "COMMIT")))
            await it.append(1)
            assert it.commits == (0, 0)
            await it.append(2)
            assert it.commits == (0, 1)

    asyncio.run(run())


def tried() -> Backoff:
    """One that a disk has often kept waiting, some time ago: it rests for a minute next."""
    backoff, then = Backoff(), time.monotonic() - 1_000
    for _ in RESTS:
        backoff.waited(then, then + 1)
    return backoff


def test_a_slow_disk_is_left_alone_longer_each_time_until_it_is_quick_again() -> None:
    backoff, now, rests = Backoff(), 0.0, []
    for _ in range(14):
        backoff.waited(now, now + 1)
        now += 1
        rests.append(next(rest for rest in RESTS if backoff.may_wait(now + rest)))
        now += rests[-1]
    assert rests == [*RESTS, RESTS[-1], RESTS[-1]]
    backoff.waited(now, now + QUICK / 2)
    backoff.waited(now, now + 1)
    assert backoff.may_wait(now + 1)


RESTS = [0, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 51.2, 60]


def test_who_locks_the_file_from_outside_does_not_stop_the_loop(tmp_path: Path) -> None:
    async def run() -> None:
        async with watched(tmp_path / "a.db") as it:
            outside = sqlite3.connect(it.path, isolation_level=None)
            outside.execute("BEGIN IMMEDIATE")
            asked = it.append(1)
            await asyncio.sleep(0.05)
            assert not asked.done()
            outside.execute("COMMIT")
            await asked
            assert it.commits == (0, 1)
            outside.close()

    asyncio.run(run())


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


def entry(seq: int) -> Entry:
    return Entry(seq=seq, ms=1000 + seq, what=Said("Ana", None, "ana", f"{seq}"), cmd=f"cmd-{seq}")


SETUP = TableSetup(
    id="table", game="calavera", players=2, options={}, clock=Clock(), listed=False,
    language="en", owner="ana", created=1, secret="00" * 32,
)  # fmt: skip


def test_statistics_count_a_review_that_is_to_be_made_again(tmp_path: Path) -> None:
    made = review(quartett.play("highcard", ["random", "random"], seed=1))
    older = msgspec.structs.replace(made, version=VERSION - 1)

    async def run() -> tuple[object, object]:
        async with opened(tmp_path / "quartett.db") as store:
            repository = Repository(store)
            await store.execute("INSERT INTO seats (game_id, user_id) VALUES ('table', 'ana')")
            await repository.keep_review("table", older)
            return await repository.review("table"), await repository.seat_reviews("ana")

    assert asyncio.run(run()) == (None, {"table": older.seats})


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[SqliteStore]:
    """A store with one table."""
    store = await SqliteStore.open(str(path))
    await Repository(store).add_table(Table(SETUP))
    yield store
    await store.close()


async def append(store: SqliteStore, *seqs: int) -> None:
    written: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def done(_: object, error: Exception | None) -> None:
        written.set_result(None) if error is None else written.set_exception(error)

    def write(_now: int, missed: list[EventRow]) -> Append:
        assert missed == []
        return append_of("table", [(entry(seq), None) for seq in seqs], [0], None)

    store.transact("table", 0, write, done)
    await written


def test_new_entries_lie_together_until_tables_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "quartett.db"

    async def run() -> None:
        async with opened(path) as store:
            await append(store, 1, 2)
            await append(store, 3)
            assert places(path) == {"fresh": [1, 2, 3], "events": []}
            assert await Repository(store).entries("table", after=1) == [entry(2), entry(3)]
            assert places(path) == {"fresh": [1, 2, 3], "events": []}
            await store.tables_of("ana", 10)
            assert places(path) == {"fresh": [], "events": [1, 2, 3]}
            await append(store, 4)
            assert [e.seq for e in await Repository(store).entries("table")] == [1, 2, 3, 4]
            await append(store, 5)

    asyncio.run(run())
    assert places(path) == {"fresh": [], "events": [1, 2, 3, 4, 5]}


def test_many_new_entries_are_sorted_in_unasked(tmp_path: Path) -> None:
    path = tmp_path / "quartett.db"

    async def run() -> None:
        async with opened(path) as store:
            await append(store, *range(1, MERGE_AT))
            assert len(places(path)["fresh"]) == MERGE_AT - 1
            await append(store, MERGE_AT)
            await append(store, MERGE_AT + 1)
            await append(store, MERGE_AT + 2)
            assert places(path) == {
                "fresh": [MERGE_AT + 1, MERGE_AT + 2],
                "events": list(range(1, MERGE_AT + 1)),
            }

    asyncio.run(run())


def test_entries_left_unsorted_are_there_when_the_server_opens_again(tmp_path: Path) -> None:
    path, left = tmp_path / "quartett.db", tmp_path / "left.db"

    async def run() -> list[Entry]:
        async with opened(path) as store:
            await append(store, 1, 2)
            with sqlite3.connect(path) as there, sqlite3.connect(left) as copy:
                there.backup(copy)  # as it would be found after a fall
        again = await SqliteStore.open(str(left))
        assert await again.now() >= 1002
        found = await Repository(again).entries("table")
        await again.close()
        return found

    assert asyncio.run(run()) == [entry(1), entry(2)]


def test_an_entry_cannot_be_there_twice(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Nobody but us writes; should it happen all the same, nothing is lost and nothing hidden."""
    path = tmp_path / "quartett.db"

    async def run() -> None:
        async with opened(path) as store:
            await append(store, 1, 2)
            await append(store, 2)
            with pytest.raises(RuntimeError, match="has 2 as its entry 3"):
                await Repository(store).entries("table")
            assert places(path) == {"fresh": [1, 2, 2], "events": []}

    asyncio.run(run())
    assert "could not be merged" in caplog.text


def places(path: Path) -> dict[str, list[int]]:
    with sqlite3.connect(path) as db:
        names = ("fresh", "events")
        return {
            n: [row[0] for row in db.execute(f"SELECT seq FROM {n} ORDER BY seq")] for n in names
        }


@pytest.mark.parametrize("place", ["sqlite", "postgres"])
def test_downtimes_are_written_once_and_forgotten_after_a_month(
    place: str, database: str, postgres: str
) -> None:
    day = 86_400_000

    async def run() -> list[list[tuple[int, int]]]:
        store = await open_store(database if place == "sqlite" else postgres)
        repository, found = Repository(store), []
        for begin, end in ((1, 5), (1, 9), (day, 2 * day), (40 * day, 41 * day)):
            await repository.add_downtime(begin, end)
            found.append(await repository.downtimes())
        await store.close()
        return found

    first, again, both, later = asyncio.run(run())
    assert first == again == [(1, 5)]
    assert sorted(both) == [(1, 5), (day, 2 * day)]
    assert later == [(40 * day, 41 * day)]
