"""Backup and restore, between both databases, while the server runs."""

import sqlite3
from pathlib import Path

import httpx
import psycopg
import pytest

from quartett.server.accounts import COOKIE, sign
from tests.forks import quartett
from tests.server.host import Host
from tests.server.player import Visitor


@pytest.mark.parametrize(("source", "target"), [("file", "file"), ("file", "pg"), ("pg", "file")])
def test_a_copy_made_while_games_run_plays_on_elsewhere(
    source: str, target: str, tmp_path: Path, postgres: str
) -> None:
    places = {"file": str(tmp_path / "quartett.db"), "pg": postgres}
    new_places = {"file": str(tmp_path / "new.db"), "pg": postgres}
    copy = str(tmp_path / "copy.db")
    with Host(places[source]) as host:
        ana = Visitor(host)
        table = ana.table("calavera", "me", "me", start=True)
        ana.do(table, "say", text="until tomorrow")
        made = quartett("backup", copy, "--database", places[source])
        assert made.returncode == 0, made.stderr
        assert made.stdout.startswith(f"Copied to {copy}: 1 tables, ")
        log = ana.get(f"/api/tables/{table}/events", seat=0)
    put_back = quartett("restore", copy, "--database", new_places[target])
    assert put_back.returncode == 0, put_back.stderr
    with Host(new_places[target]) as again:
        ana.http = httpx.Client(base_url=again.url, cookies=ana.http.cookies, timeout=30)
        assert ana.get(f"/api/tables/{table}/events", seat=0) == log
        assert ana.get("/api/me")["name"] == "Ana"
        ana.do(table, "resign", seat=0)


def test_nothing_is_ever_written_over(tmp_path: Path) -> None:
    there = tmp_path / "there.db"
    there.write_text("precious")
    for order in (("backup", str(there)), ("restore", str(tmp_path / "none.db"))):
        failed = quartett(*order, "--database", str(tmp_path / "nothing.db"))
        assert failed.returncode == 2
        assert failed.stderr.startswith("quartett: ")
    assert there.read_text() == "precious"


@pytest.mark.parametrize("name", ["club #1.db", "who?.db", "50%20off.db"])
def test_any_name_of_a_file_is_that_file(name: str, tmp_path: Path) -> None:
    database = str(tmp_path / name)
    with Host(database) as host:
        Visitor(host).table("cubus", "me", "open")
    made = quartett("backup", str(tmp_path / "copy.db"), "--database", database)
    assert made.stdout.startswith(f"Copied to {tmp_path / 'copy.db'}: 1 tables, "), made.stderr


def test_a_copy_can_be_read_where_nobody_may_write(tmp_path: Path) -> None:
    """With a WAL, SQLite would have to make files beside it."""
    copy = tmp_path / "copy.db"
    with Host(str(tmp_path / "quartett.db")):
        quartett("backup", str(copy), "--database", str(tmp_path / "quartett.db"))
    with sqlite3.connect(copy) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_moves_that_a_killed_server_left_beside_the_database_are_not_lost(tmp_path: Path) -> None:
    database, copy = tmp_path / "quartett.db", tmp_path / "copy.db"
    host = Host(str(database)).start()
    assert quartett("backup", str(copy), "--database", str(database)).returncode == 0
    host.kill()
    database.rename(tmp_path / "old.db")  # and its WAL was forgotten
    failed = quartett("restore", str(copy), "--database", str(database))
    assert failed.returncode == 2 and "quartett.db-wal" in failed.stderr
    assert (tmp_path / "quartett.db-wal").stat().st_size


def test_what_is_wrong_with_postgresql_is_said_in_one_line(tmp_path: Path, postgres: str) -> None:
    copy, gone = str(tmp_path / "copy.db"), "postgresql://ana:secret@127.0.0.1:1/none"
    for database in (gone, postgres):  # the second has no tables of ours
        for order in (("backup", copy), ("admin", "log")):
            failed = quartett(*order, "--database", database)
            assert failed.returncode == 2
            assert failed.stderr.startswith("quartett: ") and failed.stderr.count("\n") == 1
            assert "secret" not in failed.stderr
    assert not Path(copy).exists()


def test_a_copy_is_put_back_where_no_folder_is_yet(tmp_path: Path) -> None:
    kept, copy = str(tmp_path / "kept.db"), str(tmp_path / "copy.db")
    with Host(kept):
        assert quartett("backup", copy, "--database", kept).returncode == 0
    put_back = quartett("restore", copy, "--database", str(tmp_path / "new" / "share" / "games.db"))
    assert put_back.returncode == 0, put_back.stderr
    assert (tmp_path / "new" / "share").stat().st_mode & 0o777 == 0o700


def test_a_folder_of_snapshots_is_not_a_copy(tmp_path: Path) -> None:
    failed = quartett("restore", str(tmp_path), "--database", str(tmp_path / "new.db"))
    assert failed.returncode == 2
    assert failed.stderr.endswith("is a folder; its snapshots are restored with --key\n")


NOWHERE = "postgresql://nobody@127.0.0.1:1/nothing"


@pytest.mark.parametrize(
    ("command", "place", "said"),
    [
        (("backup", "copy.db"), NOWHERE, "PostgreSQL refuses: connection failed"),
        (("restore", "empty.db"), NOWHERE, "PostgreSQL refuses: connection failed"),
        (("admin", "log"), NOWHERE, "PostgreSQL refuses: connection failed"),
        (("admin", "log"), "there.db", "file is not a database"),
        (("admin", "log"), "empty.db", "no such table"),
        (("restore", "there.db"), "there.db/new.db", "; name another place with --database"),
        (("serve",), "mysql://me:secret@db/games", "or postgresql://…, not mysql://…\n"),
        (("backup", "copy.db"), "sqlite:///games.db", "or postgresql://…, not sqlite://…\n"),
    ],
)
def test_a_database_that_cannot_be_used_is_said_in_one_line(
    command: tuple[str, ...], place: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "empty.db").touch()
    (tmp_path / "there.db").write_text("precious")
    failed = quartett(*command, "--database", place, cwd=tmp_path)
    assert failed.returncode == 2
    assert failed.stderr.count("\n") == 1 and failed.stderr.startswith("quartett: ")
    assert said in failed.stderr


def test_a_newer_database_is_not_copied_by_half(tmp_path: Path) -> None:
    newer, copy = tmp_path / "newer.db", tmp_path / "copy.db"
    with sqlite3.connect(newer) as connection:
        connection.execute("PRAGMA user_version = 99")
    failed = quartett("backup", str(copy), "--database", str(newer))
    assert failed.returncode == 2
    assert "version 99" in failed.stderr and "restore a backup" in failed.stderr
    assert not copy.exists()


@pytest.mark.parametrize("place", ["file", "pg"])
def test_a_database_of_the_version_before_is_brought_up_to_date(
    place: str, tmp_path: Path, postgres: str
) -> None:
    database = {"file": str(tmp_path / "quartett.db"), "pg": postgres}[place]
    with Host(database) as host:
        ana, ben = Visitor(host), Visitor(host, "Ben")
        table = ana.table("calcory", "me", "open", options={"start_player": 1})
        ben.do(table, "sit", seat=1)
        ana.do(table, "start")
        assert [who.get("/api/me/tables")[0]["turn"] for who in (ana, ben)] == [False, True]
    _as_version_one(database)
    cookies = {who: _signed(database, name) for who, name in ((ana, "Ana"), (ben, "Ben"))}
    with Host(database) as host:
        for who, turn in ((ana, False), (ben, True)):
            who.http = httpx.Client(base_url=host.url, cookies={COOKIE: cookies[who]}, timeout=30)
            assert who.get("/api/me/tables")[0]["turn"] is turn
        ben.do(table, "resign", seat=1)


def _as_version_one(database: str) -> None:
    """As it was when whom a table waits for stood in its line only."""
    if database.startswith("postgresql"):
        with psycopg.connect(database) as connection:
            connection.execute("ALTER TABLE events DROP COLUMN waits")
            connection.execute("DROP TABLE sessions; DROP TABLE programs")
            connection.execute("UPDATE meta SET value = '1' WHERE name = 'schema'")
    else:
        with sqlite3.connect(database) as connection:
            assert connection.execute("SELECT * FROM fresh").fetchall() == []
            connection.executescript(VERSION_ONE)


def _signed(database: str, name: str) -> str:
    """The user's cookie as that version made it."""
    find = (
        "SELECT value, id FROM meta, users"
        f" WHERE meta.name = 'cookie key' AND users.name = '{name}'"
    )
    if database.startswith("postgresql"):
        with psycopg.connect(database) as connection:
            row = connection.execute(find).fetchone()
    else:
        with sqlite3.connect(database) as opened:
            row = opened.execute(find).fetchone()
    assert row is not None
    return sign(bytes.fromhex(row[0]), row[1])


VERSION_ONE = """
DROP TABLE sessions;
DROP TABLE programs;
CREATE TABLE old AS SELECT game_id, seq, ms, cmd, body FROM log;
DROP VIEW log;
DROP TABLE events;
DROP TABLE fresh;
CREATE TABLE events (
    game_id TEXT NOT NULL REFERENCES tables (id), seq BIGINT NOT NULL, ms BIGINT NOT NULL,
    cmd TEXT, body TEXT NOT NULL, PRIMARY KEY (game_id, seq)
);
CREATE UNIQUE INDEX events_cmd ON events (game_id, cmd) WHERE cmd IS NOT NULL;
INSERT INTO events SELECT * FROM old;
DROP TABLE old;
DROP INDEX tables_number;
ALTER TABLE tables DROP COLUMN number;
PRAGMA user_version = 1;
"""
