"""What nobody comes back for is removed, by ages that a host can set."""

import gzip
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from quartett.core.record import Record
from quartett.core.verify import verify
from tests.forks import quartett
from tests.server.host import Host
from tests.server.player import Visitor

DAYS = 86_400_000


def aged(database: Path, days: int) -> None:
    """As if everything had happened this long ago."""
    with sqlite3.connect(database) as connection:
        for table, column in (("events", "ms"), ("tables", "updated"), ("users", "created")):
            connection.execute(f"UPDATE {table} SET {column} = {column} - ?", (days * DAYS,))
        connection.execute("UPDATE sessions SET created = created - ?", (days * DAYS,))


def ids(database: Path, what: str) -> set[str]:
    with sqlite3.connect(database) as connection:
        return {row[0] for row in connection.execute(f"SELECT id FROM {what}")}


def test_old_tables_and_guests_go_and_finished_games_become_records(tmp_path: Path) -> None:
    database, archive = tmp_path / "quartett.db", tmp_path / "archive"
    with Host(str(database)) as host:
        ana = Visitor(host)
        Visitor(host, "Eva")  # a guest who sits nowhere
        open_one = ana.table("calavera", "me", "open")
        playing = ana.table("calavera", "me", "me", start=True)
        over = ana.table("calavera", "me", "me", start=True)
        ana.do(over, "resign", seat=0)
    aged(database, 10)
    with Host(str(database)):
        _wait_for(lambda: open_one not in ids(database, "tables"))
        assert ids(database, "tables") == {playing, over}
        assert len(ids(database, "users")) == 2
    arguments = ("--prune", "guests=5", "--prune", "over=5", "--archive", str(archive))
    with Host(str(database), *arguments):
        _wait_for(lambda: len(ids(database, "users")) == 1)
    assert ids(database, "tables") == {playing}
    (kept,) = archive.iterdir()
    record = Record.parse(gzip.decompress(kept.read_bytes()).decode())
    assert all(finding.ok for finding in verify(record))


MANY = 450
"""More than two batches."""


def test_one_pass_removes_all_that_is_old(tmp_path: Path) -> None:
    """Also behind tables that have to stay."""
    database = tmp_path / "quartett.db"
    host = Host(str(database))
    with host:
        ana = Visitor(host)
        kept = ana.table("calavera", "me", "open")
    with sqlite3.connect(database) as connection:
        copy_table = (
            "INSERT INTO tables SELECT ?, opening, line, stage, listed, clocked, 1, due, ?"
            " FROM tables WHERE id = ?"
        )
        copy_user = "INSERT INTO users SELECT ?, name, NULL, NULL, 0, ?, NULL, 1 FROM users LIMIT 1"
        for number in range(MANY):
            connection.execute(copy_table, (f"old{number:09}", 1000 + number, kept))
            connection.execute(copy_user, (f"guest{number}", f"feed{number}"))
        connection.execute("UPDATE tables SET updated = 1")
    with host:
        _wait_for(lambda: len(ids(database, "users")) == 1)
    assert ids(database, "tables") == {kept}  # its log says that it is not old


def _wait_for(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


def test_a_game_that_is_not_installed_any_more_stays_and_holds_up_no_other(tmp_path: Path) -> None:
    database, archive = tmp_path / "quartett.db", tmp_path / "archive"
    with Host(str(database)) as host:
        ana = Visitor(host)
        tables = sorted(ana.table("calavera", "me", "me", start=True) for _ in range(2))
        for table in tables:
            ana.do(table, "resign", seat=0)
        ana.get("/api/me/tables")  # which sorts the entries in
    aged(database, 400)
    gone, known = tables
    with sqlite3.connect(database) as connection:
        change = "UPDATE tables SET opening = replace(opening, 'calavera', 'gone') WHERE id = ?"
        connection.execute(change, (gone,))
    with Host(str(database), "--archive", str(archive)):
        _wait_for(lambda: ids(database, "tables") == {gone})
    assert [file.name for file in archive.iterdir()] == [f"calavera-{known}.jsonl.gz"]


def test_a_wrong_age_is_refused_with_a_sentence() -> None:
    failed = quartett("serve", "--prune", "people=1")
    assert failed.returncode == 2
    assert failed.stderr.startswith("quartett: --prune knows open, playing, over, closed, guests")


@pytest.mark.parametrize("days", ["-1", "nan", "inf", "soon"])
def test_an_age_that_would_remove_everything_or_nothing_is_refused(days: str) -> None:
    failed = quartett("serve", "--database", "/", "--prune", f"open={days}")
    assert failed.returncode == 2
    assert failed.stderr.startswith("quartett: ") and "days" in failed.stderr


def test_one_address_cannot_fill_the_list(tmp_path: Path) -> None:
    with Host(str(tmp_path / "quartett.db"), "--limits") as host:
        ana = Visitor(host)
        setup = {"game": "cubus", "seats": [{}, {}], "listed": True}
        statuses = [ana.http.post("/api/tables", json=setup).status_code for _ in range(12)]
        assert statuses == [201] * 10 + [429] * 2
        assert len(ana.get("/api/tables")) == 10


def test_a_listed_table_leaves_the_list_after_a_day(tmp_path: Path) -> None:
    database = tmp_path / "quartett.db"
    with Host(str(database)) as host:
        Visitor(host).table("calavera", "me", "open", listed=True)
        assert len(Visitor(host).get("/api/tables")) == 1
    with sqlite3.connect(database) as connection:
        earlier = "json_set(line, '$.updated', json_extract(line, '$.updated') - ?)"
        connection.execute(f"UPDATE tables SET line = {earlier}", (25 * 3_600_000,))
    with Host(str(database)) as host:
        assert Visitor(host).get("/api/tables") == []
