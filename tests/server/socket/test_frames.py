"""Frames as any client may send them: whole, in pieces, many at once, byte by byte, or wrong."""

import base64
import json
import os
import socket
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.host import Host
from tests.server.player import Visitor, new_cmd

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
PINGS = b'{"t":"ping"}'


class Raw:
    """A socket on which the test writes every byte itself."""

    def __init__(self, host: Host, headers: dict[str, str] | None = None) -> None:
        self.socket = socket.create_connection(("127.0.0.1", host.port), timeout=120)
        key = base64.b64encode(os.urandom(16)).decode()
        more = "".join(f"{name}: {value}\r\n" for name, value in (headers or {}).items())
        self.socket.sendall(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{host.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Version: 13\r\n{more}\r\n".encode()
        )
        self._stream = self.socket.makefile("rb")
        assert b"101" in self._stream.readline()
        while self._stream.readline() != b"\r\n":
            pass

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def hear(self) -> tuple[int, bytes]:
        """The kind and the content of the next frame; no kind at the end of all."""
        head = self._stream.read(2)
        if len(head) < 2:
            return 0, b""
        size = head[1]
        if size == 126:
            size = int.from_bytes(self._stream.read(2), "big")
        return head[0] & 0x0F, self._stream.read(size)

    def pong(self) -> None:
        kind, content = self.hear()
        assert kind == TEXT and json.loads(content)["t"] == "pong"

    def said_before(self, kind: str) -> list[str]:
        """What was told to have been said until a message of this kind came."""
        texts = []
        while (message := json.loads(self.hear()[1]))["t"] != kind:
            texts += [e["text"] for e in message.get("events", ()) if e["do"] == "said"]
        return texts

    def closed_with(self) -> int:
        while True:
            kind, content = self.hear()
            if kind in (CLOSE, 0):
                return int.from_bytes(content[:2], "big")


def frame(content: bytes, kind: int = TEXT, final: bool = True, mask: bytes = b"\1\2\3\4") -> bytes:
    size = len(content)
    head = bytes([(0x80 if final else 0) | kind])
    bit = 0x80 if mask else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 1 << 16:
        head += bytes([bit | 126]) + size.to_bytes(2, "big")
    else:
        head += bytes([bit | 127]) + size.to_bytes(8, "big")
    if not mask:
        return head + content
    return head + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(content))


@pytest.fixture
def raw(host: Host) -> Iterator[Raw]:
    opened = Raw(host)
    yield opened
    opened.socket.close()


def test_many_messages_in_one_packet(raw: Raw) -> None:
    raw.send(frame(PINGS) * 40)
    for _ in range(40):
        raw.pong()


def test_a_message_byte_by_byte(raw: Raw) -> None:
    raw.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for byte in frame(PINGS) + frame(b'{"t":"ping"' + b" " * 200 + b"}"):
        raw.send(bytes([byte]))
        time.sleep(0.001)
    raw.pong()
    raw.pong()


def test_a_message_in_pieces_with_a_ping_between_them(raw: Raw) -> None:
    raw.send(frame(PINGS[:5], final=False) + frame(b"are you there", PING))
    raw.send(frame(PINGS[5:8], 0, final=False) + frame(PINGS[8:], 0) + frame(PINGS))
    assert raw.hear() == (PONG, b"are you there")
    raw.pong()
    raw.pong()


def test_binary_frames_and_other_letters_are_read_too(raw: Raw) -> None:
    raw.send(frame(PINGS, BINARY))
    raw.pong()
    raw.send(frame('{"t":"bye","table":"Größe"}'.encode()) + frame(PINGS))
    raw.pong()


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (frame(PINGS, mask=b""), 1002),
        (frame(PINGS, 0), 1002),
        (frame(PINGS[:5], final=False) + frame(PINGS), 1002),
        (frame(PINGS, 3), 1002),
        (frame(b'"\xff"'), 1007),
        (frame(b"x" * 20_000), 1009),
        (b"\x81\xff" + b"\xff" * 8, 1009),
    ],
    ids=["unmasked", "no beginning", "no end", "unknown kind", "no text", "too long", "endless"],
)
def test_what_the_protocol_forbids_ends_the_socket(raw: Raw, wrong: bytes, code: int) -> None:
    raw.send(frame(PINGS))
    raw.pong()
    raw.send(wrong)
    assert raw.closed_with() == code


def test_a_frame_too_long_is_refused_before_it_has_come(raw: Raw) -> None:
    raw.send(frame(b"x" * 1_000_000)[:20])
    assert raw.closed_with() == 1009


def test_who_talks_is_alive_though_a_ping_is_not_answered(tmp_path: Path) -> None:
    """Its answer may stand behind a hundred messages that are not read yet."""
    with Host(str(tmp_path / "quartett.db"), "--ping-seconds", "3") as host:
        raw = Raw(host)
        pings = 0
        while pings < 2:
            kind, _ = raw.hear()
            assert kind in (PING, TEXT), "the server gave the client up"
            if kind == PING:
                pings += 1
                raw.send(frame(PINGS))
        while kind not in (CLOSE, 0):  # but whoever is silent from now on is gone
            kind, _ = raw.hear()
        raw.socket.close()


def test_a_goodbye_is_answered(raw: Raw) -> None:
    raw.send(frame(PINGS))
    raw.pong()
    raw.send(frame(b"\x03\xe8", CLOSE))
    assert raw.closed_with() == 1000


def say(table: str, text: str) -> bytes:
    return json.dumps({"t": "chat", "table": table, "cmd": new_cmd(), "text": text}).encode()


def said(ana: Visitor, table: str) -> list[str]:
    entries = ana.get(f"/api/tables/{table}/events")
    return [entry["text"] for entry in entries if entry["do"] == "said"]


def test_messages_are_done_in_order_whichever_way_they_come(host: Host) -> None:
    ana = Visitor(host)
    table = ana.table("calavera", "me", "open")
    raw = Raw(host, ana.cookies)
    raw.send(frame(b'{"t":"hello","table":"%b"}' % table.encode()))
    pieces = say(table, "b")
    raw.send(
        frame(say(table, "a"))
        + frame(pieces[:9], final=False)
        + frame(pieces[9:], 0)
        + frame(say(table, "c"))
        + frame(say(table, "d"), BINARY)
        + frame(say(table, "e"))
        + frame(PINGS)
    )
    assert raw.said_before("pong") == list("abcde")
    assert said(ana, table) == list("abcde")
    raw.socket.close()


def test_many_messages_that_wait_for_the_disk_keep_their_order(tmp_path: Path) -> None:
    with Host(str(tmp_path / "quartett.db"), "--no-limits") as host:
        ana = Visitor(host)
        table = ana.table("calavera", "me", "open")
        raw = Raw(host, ana.cookies)
        raw.send(frame(b'{"t":"hello","table":"%b"}' % table.encode()))
        texts = [f"{number}" for number in range(300)]
        for start in range(0, 300, 100):  # far more at a time than are read ahead
            some = texts[start : start + 100]
            raw.send(b"".join(frame(say(table, text)) for text in some) + frame(PINGS))
            assert raw.said_before("pong") == some
        assert said(ana, table) == texts
        raw.socket.close()


def test_who_sends_faster_than_the_disk_writes_is_not_read_for_a_while(tmp_path: Path) -> None:
    database = tmp_path / "quartett.db"
    with Host(str(database), "--no-limits") as host:
        ana = Visitor(host)
        table = ana.table("calavera", "me", "open")
        raw = Raw(host, ana.cookies)
        raw.send(frame(b'{"t":"hello","table":"%b"}' % table.encode()))
        long = frame(b'{"t":"ping"' + b" " * 16_000 + b"}")
        with sqlite3.connect(database, isolation_level=None) as busy:
            busy.execute("BEGIN IMMEDIATE")
            raw.send(frame(say(table, "a")))
            raw.socket.settimeout(1)
            sent = 0
            with pytest.raises(TimeoutError):
                while sent < 100_000_000:
                    raw.send(long)
                    sent += len(long)
            busy.execute("ROLLBACK")
        raw.socket.settimeout(120)
        assert raw.said_before("pong") == ["a"]
        raw.socket.close()


def test_what_was_sent_before_a_goodbye_is_done(host: Host) -> None:
    ana = Visitor(host)
    table = ana.table("calavera", "me", "open")
    raw = Raw(host, ana.cookies)
    words = [frame(say(table, text)) for text in "abcde"]
    raw.send(b"".join(words) + frame(b"\x03\xe8", CLOSE))
    raw.socket.close()
    for _ in range(2_000):
        if said(ana, table) == list("abcde"):
            return
        time.sleep(0.05)
    raise AssertionError(f"only {said(ana, table)} was written down")


def test_refusals_that_waited_together_are_all_sent(tmp_path: Path) -> None:
    """Each is refused on the spot, without a task; hundreds of them must not nest."""
    with Host(str(tmp_path / "quartett.db"), "--no-limits") as host:
        ana = Visitor(host)
        table = ana.table("calavera", "me", "me")
        raw = Raw(host, ana.cookies)
        raw.send(frame(b'{"t":"hello","table":"%b","seat":0}' % table.encode()))
        act = b'{"t":"act","table":"%b","cmd":"%b","at":0,"seat":0,"action":{"do":"skip"}}'
        acts = [frame(act % (table.encode(), new_cmd().encode())) for _ in range(400)]
        raw.send(frame(say(table, "first")) + b"".join(acts) + frame(PINGS))
        codes = []
        while (message := json.loads(raw.hear()[1]))["t"] != "pong":
            if message["t"] == "rejected":
                codes.append(message["code"])
        assert codes == ["not_begun"] * 400
        raw.socket.close()
