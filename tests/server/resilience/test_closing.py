"""How a server ends: everything answered, everything on disk, nothing readable by others."""

import asyncio
import signal
import socket
import sqlite3
import stat
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.forks import quartett
from tests.server.host import Host
from tests.server.player import Visitor


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_closes_sockets_and_store_in_order(number: signal.Signals, tmp_path: Path) -> None:
    database = tmp_path / "quartett.db"
    host = Host(str(database)).start()
    assert host.process is not None
    ana = Visitor(host)
    table = ana.table("calavera", "me", "me", start=True)

    async def follow() -> int | None:
        line = await ana.socket()
        await line.send(t="hello", table=table, seat=0)
        await line.hear("snapshot")
        assert host.process is not None
        host.process.send_signal(number)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                await line.hear()
        return closed.value.rcvd.code if closed.value.rcvd is not None else None

    assert asyncio.run(follow()) == 1012
    assert host.process.wait(120) == 0
    assert not (tmp_path / "quartett.db-wal").exists()  # SQLite removes it when the last one closes
    with sqlite3.connect(database) as connection:
        assert connection.execute("SELECT count(*) FROM fresh").fetchone() == (0,)


def test_a_request_under_way_is_answered(tmp_path: Path) -> None:
    host = Host(str(tmp_path / "quartett.db")).start()
    assert host.process is not None
    ana = Visitor(host)
    sent, closing = threading.Event(), threading.Event()

    def body() -> Iterator[bytes]:
        yield b'{"game":"calavera",'
        sent.set()
        assert closing.wait(120)
        yield b'"seats":[{"kind":"me"},{"kind":"open"}]}'

    answers: list[httpx.Response] = []
    asking = threading.Thread(
        target=lambda: answers.append(ana.http.post("/api/tables", content=body()))
    )
    asking.start()
    assert sent.wait(120)
    httpx.get(f"{host.url}/api/health", timeout=120)  # it has read what was sent before this
    host.process.send_signal(signal.SIGTERM)
    _wait_until_it_refuses(host)
    closing.set()
    asking.join(120)
    assert host.process.wait(120) == 0
    assert [answer.status_code for answer in answers] == [201]


def _wait_until_it_refuses(host: Host) -> None:
    for _ in range(2_400):
        try:
            socket.create_connection(("127.0.0.1", host.port), timeout=120).close()
        except ConnectionRefusedError:
            return
        time.sleep(0.05)
    raise AssertionError("it still listens")


def test_only_the_owner_may_read_the_database_and_its_copies(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with Host(str(folder / "quartett.db")) as host:
        Visitor(host).table("calavera", "me", "me", start=True)
        source, copy = str(folder / "quartett.db"), str(tmp_path / "copy.db")
        copied = quartett("backup", copy, "--database", source)
        assert copied.returncode == 0, copied.stderr
        modes = {file.name: _mode(file) for file in [*folder.iterdir(), tmp_path / "copy.db"]}
    assert {"quartett.db", "quartett.db-wal", "copy.db"} <= modes.keys()
    assert set(modes.values()) == {0o600}, modes
    assert _mode(folder) == 0o700


def test_a_database_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    database = tmp_path / "quartett.db"
    with Host(str(database)):
        pass
    database.chmod(0o644)
    with Host(str(database)):
        assert _mode(database) == 0o600


def test_a_copy_from_postgresql_is_private_too(tmp_path: Path, postgres: str) -> None:
    with Host(postgres):
        copied = quartett("backup", str(tmp_path / "copy.db"), "--database", postgres)
    assert copied.returncode == 0, copied.stderr
    assert _mode(tmp_path / "copy.db") == 0o600


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)
