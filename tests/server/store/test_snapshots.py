"""Encrypted snapshots: only what changed is written, each can be restored, nothing can be read."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from quartett.core.errors import QuartettError
from quartett.server.store import backup, snapshots
from tests.forks import quartett
from tests.server.host import Host
from tests.server.player import Visitor

GAMES = 400
SECRET = "a secret that nobody may read"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Many games, as a server leaves them."""
    path = tmp_path / "quartett.db"
    backup.fill(path, _tables(GAMES))
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "snapshots"


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return tmp_path / "backup.key"


def _tables(games: int) -> Iterator[backup.Rows]:
    ids = [f"game{number:08}" for number in range(games)]
    columns = ["id", "opening", "line", "stage", "listed", "clocked", "updated", "due"]
    openings = [json.dumps({"created": number, "secret": SECRET}) for number in range(games)]
    yield "meta", ["name", "value"], [("cookie key", "ab" * 32)]
    yield "users", _USER, [("ana", "Ana", None, None, 0, "feed", None, 1)]
    games_of = zip(ids, openings, strict=True)
    yield "tables", columns, [(*pair, "{}", "over", 0, 0, 1, None) for pair in games_of]
    entry = json.dumps({"by": 0, "do": "mark", "use": "orange", "row": "orange"})
    names = ["game_id", "seq", "ms", "cmd", "body", "waits"]
    yield "events", names, [(i, seq, 1, None, entry, 0) for i in ids for seq in range(1, 41)]


_USER = ["id", "name", "account", "passphrase", "program", "feed", "token", "created"]


def _rows(database: Path) -> list[object]:
    with closing(sqlite3.connect(database)) as opened:
        return opened.execute("SELECT * FROM log ORDER BY game_id, seq").fetchall()


def _append(database: Path, game: int) -> None:
    with closing(sqlite3.connect(database)) as opened:
        put = "INSERT INTO events SELECT number, 41, 2, NULL, '{}', 0 FROM tables WHERE id = ?"
        opened.execute(put, (f"game{game:08}",))
        opened.commit()


def test_only_what_changed_is_written(database: Path, folder: Path, key: Path) -> None:
    first = snapshots.take(str(database), folder, key)
    assert first.new == first.chunks > 40
    again = snapshots.take(str(database), folder, key)
    assert (again.new, again.chunks) == (0, first.chunks)
    _append(database, GAMES // 2)
    third = snapshots.take(str(database), folder, key)
    assert third.new == 1
    assert third.written < first.written / 3


def test_a_folder_that_cannot_be_is_said_in_one_line(database: Path, key: Path) -> None:
    failed = quartett("backup", str(database), "--key", str(key), "--database", str(database))
    assert failed.returncode == 2
    assert failed.stderr.startswith("quartett: cannot keep a snapshot in ")


def test_each_snapshot_can_be_restored(
    database: Path, folder: Path, key: Path, tmp_path: Path
) -> None:
    before = _rows(database)
    first = snapshots.take(str(database), folder, key)
    _append(database, 7)
    snapshots.take(str(database), folder, key)
    snapshots.restore(folder, key, str(tmp_path / "new.db"))
    snapshots.restore(folder, key, str(tmp_path / "old.db"), first.name)
    assert _rows(tmp_path / "new.db") == _rows(database) != before
    assert _rows(tmp_path / "old.db") == before


def test_nothing_can_be_read_without_the_key(
    database: Path, folder: Path, key: Path, tmp_path: Path
) -> None:
    snapshots.take(str(database), folder, key)
    files = [path for path in folder.rglob("*") if path.is_file()]
    everything = b"".join(path.read_bytes() for path in files)
    for text in (SECRET, "game0000", "orange", "cookie key"):
        assert text.encode() not in everything
    assert {oct(path.stat().st_mode & 0o777) for path in (*files, key)} == {"0o600"}
    other = tmp_path / "other.key"
    other.write_text("00" * 32)
    with pytest.raises(QuartettError, match="another key"):
        snapshots.restore(folder, other, str(tmp_path / "new.db"))
    with pytest.raises(QuartettError, match="another key"):
        snapshots.take(str(database), folder, other)
    with pytest.raises(QuartettError, match="there is no key"):
        snapshots.take(str(database), folder, tmp_path / "lost.key")
    assert not (tmp_path / "new.db").exists()


@pytest.mark.parametrize("damage", ["flip", "swap", "lose"])
def test_damage_is_found(
    damage: str, database: Path, folder: Path, key: Path, tmp_path: Path
) -> None:
    snapshots.take(str(database), folder, key)
    one, other, *_ = sorted((folder / "chunks").glob("*/*"))
    content = one.read_bytes()
    if damage == "flip":
        one.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    elif damage == "swap":
        one.write_bytes(other.read_bytes())
    else:
        one.unlink()
    with pytest.raises(QuartettError, match="damaged" if damage != "lose" else "missing"):
        snapshots.restore(folder, key, str(tmp_path / "new.db"))
    assert not (tmp_path / "new.db").exists()


def test_old_snapshots_go_and_the_rest_stays_whole(
    database: Path, folder: Path, key: Path, tmp_path: Path
) -> None:
    for game in range(4):
        _append(database, game * 90)
        snapshots.take(str(database), folder, key)
    gone, chunks = snapshots.forget(folder, key, keep=1)
    assert gone == 3 and chunks >= 3
    snapshots.restore(folder, key, str(tmp_path / "new.db"))
    assert _rows(tmp_path / "new.db") == _rows(database)


@pytest.mark.parametrize(("source", "target"), [("file", "pg"), ("pg", "file")])
def test_a_snapshot_of_running_games_plays_on_elsewhere(
    source: str, target: str, tmp_path: Path, postgres: str
) -> None:
    places = {"file": str(tmp_path / "running.db"), "pg": postgres}
    folder, key = str(tmp_path / "snapshots"), str(tmp_path / "backup.key")
    with Host(places[source]) as host:
        ana = Visitor(host)
        tables = [ana.table("calavera", "me", "me", start=True) for _ in range(3)]
        first = quartett("backup", folder, "--key", key, "--database", places[source])
        assert first.returncode == 0, first.stderr
        assert "Made a new key" in first.stdout
        ana.do(tables[1], "say", text="until tomorrow")
        second = quartett("backup", folder, "--key", key, "--database", places[source])
        assert second.returncode == 0, second.stderr
        logs = [ana.get(f"/api/tables/{table}/events", seat=0) for table in tables]
    place = places[target]
    restored = quartett("restore", folder, "--key", key, "--database", place)
    assert restored.returncode == 0, restored.stderr
    with Host(place) as again:
        ana.http = httpx.Client(base_url=again.url, cookies=ana.http.cookies, timeout=30)
        assert [ana.get(f"/api/tables/{table}/events", seat=0) for table in tables] == logs
        ana.do(tables[1], "resign", seat=0)
