"""Requests that nobody means well with: refused, logged once, and nobody else notices."""

import asyncio
import json
import socket as plain
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.figures import failures
from tests.server.host import LIMIT, Host
from tests.server.player import Visitor, new_cmd


class Logged(Host):
    """A server whose log lines tests can read."""

    log: Path

    def lines(self) -> list[dict[str, Any]]:
        """Those that are written whole."""
        lines = self.log.read_text().splitlines(keepends=True)[1:]
        return [json.loads(line) for line in lines if line.endswith("\n")]


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def logged(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Logged]:
    folder = tmp_path_factory.mktemp("hostile")
    database = str(folder / "quartett.db")
    if request.param == "postgres":
        server = request.getfixturevalue("postgres_server")
        database = server.get_uri()
    host = Logged(database, "--log", "json", "--header-seconds", "2")
    host.log = folder / "log"
    with host.start(host.log):
        yield host


DEEP = b"[" * 30_000 + b"]" * 30_000


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/%00", b""),
        ("GET", "/api/tables/%00", b""),
        ("GET", "/api/games/cubus/notation?text=%00", b""),
        ("GET", "/feed/%00", b""),
        ("GET", "/" + "a" * 5_000, b""),
        ("GET", "/api/tables/" + "a" * 900, b""),
        ("GET", "/" + "a/" * 400, b""),
        ("GET", "/%ff%fe", b""),
        ("POST", "/api/tables", DEEP),
        ("POST", "/api/tables", b'{"game":"cubus","seats":[{}],"options":{"a":' + DEEP + b"}}"),
        ("PUT", "/api/me/name", b'{"name":"a\\u0000b"}'),
        ("PUT", "/api/me/name", b'{"name":"\\ud800"}'),
        ("POST", "/api/login", b'{"name":"a\\u0000b","passphrase":"0\\u00000000000"}'),
        ("DELETE", "/api/me/push?endpoint=%00", b""),
        ("GET", "/api/tables/none/views?first=99999999999999999999", b""),
    ],
)
def test_bad_input_is_never_a_failure_of_the_server(
    logged: Logged, method: str, path: str, body: bytes
) -> None:
    headers = {"content-type": "application/json"}
    ana = Visitor(logged)
    answer = ana.http.request(method, path, content=body, headers=headers)
    assert answer.status_code < 500, answer.text
    assert answer.headers["x-request-id"]
    assert not [line for line in logged.lines() if line["level"] == "error"]


def test_control_characters_in_chat_are_no_failure(logged: Logged) -> None:
    ana = Visitor(logged)
    table = ana.table("cubus", "me", "open")
    body = {"do": "say", "cmd": new_cmd(), "text": "a\0b"}
    answer = ana.http.post(f"/api/tables/{table}/commands", json=body)
    assert answer.status_code < 500, answer.text
    assert ana.get(f"/api/tables/{table}")["stage"] == "open"


def test_a_refused_frame_is_one_line_with_its_code_and_no_content(logged: Logged) -> None:
    ana = Visitor(logged)
    table = ana.table("calavera", "me", "me", start=True)

    async def refuse() -> None:
        line = await ana.socket()
        action = {"do": "secret-word"}
        await line.send(t="act", table=table, cmd=new_cmd(), at=99, action=action, seat=0)
        await line.hear("rejected")
        await line.send(t="nothing like this")
        await line.hear("rejected")
        await line.close()

    before = len(logged.lines())
    asyncio.run(refuse())
    new = logged.lines()[before:]
    assert [line["event"] for line in new] == ["frame refused"] * 2
    assert [line["level"] for line in new] == ["info"] * 2
    assert new[0]["request"] == new[1]["request"]
    assert (new[0]["message"], new[1]["code"]) == ("act", "malformed")
    assert "secret-word" not in logged.log.read_text()


def test_one_client_cannot_fill_the_log(logged: Logged) -> None:
    async def repeat() -> None:
        line = await Visitor(logged).socket()
        for _ in range(200):
            await line.send(t="hello", table="no-such-table")
            await line.hear("rejected")
        await line.close()

    before = len(logged.lines())
    asyncio.run(repeat())
    assert 1 <= len(logged.lines()) - before <= 40


def test_a_failure_of_the_server_is_one_line_with_its_cause(tmp_path: Path) -> None:
    host = Logged(str(tmp_path / "quartett.db"), "--log", "json")
    host.log = tmp_path / "log"
    with host.start(host.log):
        ana = Visitor(host)
        table = ana.table("calavera", "me", "open")
        _break(tmp_path / "quartett.db", table)
        answers = [ana.http.get(f"/api/tables/{table}/events") for _ in range(2)]
        assert [answer.status_code for answer in answers] == [500, 500]
        for _ in range(2_400):  # the answer may come before its line is in the file
            failed = [line for line in host.lines() if line["level"] == "error"]
            if len(failed) == 2:
                break
            time.sleep(0.05)
    assert [line["request"] for line in failed] == [
        answer.headers["x-request-id"] for answer in answers
    ]
    assert {line["event"] for line in failed} == {"request failed"}
    assert failed[0]["route"] == "/api/tables/{table_id}/events"
    assert failed[0]["cause"] and failed[0]["trace"]
    assert "Traceback" not in host.log.read_text()


def test_a_server_that_warms_up_is_not_ready_and_logs_no_failure(tmp_path: Path) -> None:
    host = Logged(str(tmp_path / "quartett.db"), "--log", "json", "--warm-up")
    host.log = tmp_path / "log"
    with host.start(host.log):
        first = httpx.get(f"{host.url}/api/health/ready", timeout=30)
        host.wait_until_ready()
    assert (first.status_code, first.json()["problems"]) == (503, ["bots are warming up"])
    assert [line for line in host.lines() if line["level"] in ("warning", "error")] == []


def _break(database: Path, table: str) -> None:
    """An entry that no version of ours has written."""
    import sqlite3

    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE fresh SET body = '{' WHERE game_id = ?", (table,))


def _receive(connection: plain.socket) -> bytes:
    connection.settimeout(120)
    received = b""
    try:
        while block := connection.recv(65_536):
            received += block
    except ConnectionError:
        pass
    return received


def test_a_head_without_end_is_cut_off(logged: Logged) -> None:
    with plain.create_connection(("127.0.0.1", logged.port)) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        sent = 0
        try:
            while sent < 5_000_000:
                sent += connection.send(b"X-A: " + b"a" * 8_000 + b"\r\n")
        except ConnectionError:
            pass
        assert sent < 5_000_000
    with plain.create_connection(("127.0.0.1", logged.port)) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-A: " + b"a" * 20_000 + b"\r\n\r\n")
        assert b" 431 " in _receive(connection)


def test_a_head_of_usual_size_is_fine(logged: Logged) -> None:
    answer = httpx.get(f"{logged.url}/api/games", headers={"X-A": "a" * 12_000})
    assert answer.status_code == 200


def test_half_a_request_is_not_waited_for(logged: Logged) -> None:
    with plain.create_connection(("127.0.0.1", logged.port)) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHo")
        assert b" 408 " in _receive(connection)


def test_a_body_that_never_comes_is_not_waited_for(tmp_path: Path) -> None:
    with Host(str(tmp_path / "q.db"), "--request-seconds", "1") as host:
        with plain.create_connection(("127.0.0.1", host.port)) as connection:
            head = b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{"
            connection.sendall(head)
            assert b" 408 " in _receive(connection)
        assert httpx.get(f"{host.url}/api/games").status_code == 200


def test_who_leaves_in_the_middle_of_a_body_is_no_failure_of_the_server(tmp_path: Path) -> None:
    with Host(str(tmp_path / "q.db")) as host:
        with plain.create_connection(("127.0.0.1", host.port)) as connection:
            head = b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            connection.sendall(head + b"Content-Length: 50\r\n\r\n{")
        end = time.monotonic() + LIMIT
        while 'requests_total{status="400"} 1' not in httpx.get(f"{host.url}/metrics").text:
            assert failures(host) == 0 and time.monotonic() < end
            time.sleep(0.05)


def test_one_address_cannot_lock_the_others_out(tmp_path: Path) -> None:
    arguments = ("--limits", "--header-seconds", "60", "--host", "0.0.0.0")
    with Host(str(tmp_path / "q.db"), *arguments) as host:
        half = [plain.create_connection(("127.0.0.1", host.port)) for _ in range(400)]
        for one in half:
            one.sendall(b"GET / HTTP/1.1\r\nHo")
        assert b" 429 " in _receive(half[-1])
        other = httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2"))
        assert other.get(f"{host.url}/api/games").status_code == 200
        for one in half:
            one.close()
