"""A WebSocket client with nothing on it but speed, so that the server is what is measured."""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL = 0x80
MASKED = 0x80
NO_MASK = b"\0\0\0\0"
"""Clients must mask; a mask of zeros does, and leaves the bytes as they are."""


class Socket(asyncio.Protocol):
    """Calls `heard` with each text frame, from the event loop."""

    def __init__(self, heard: Callable[[bytes], None]) -> None:
        self._heard = heard
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.WriteTransport
        self._waiting = b""
        self.closed = False

    async def open(self, port: int, path: str, headers: str = "") -> None:
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, "127.0.0.1", port)
        key = base64.b64encode(os.urandom(16)).decode()
        self._transport.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Version: 13\r\n{headers}\r\n".encode()
        )
        await self._opened

    def send(self, text: bytes) -> None:
        self._frame(TEXT, text)

    def close(self) -> None:
        if not self.closed:
            self._frame(CLOSE, b"\x03\xe8")
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.WriteTransport, transport)

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True
        if not self._opened.done():
            self._opened.set_exception(ConnectionError(f"no socket: {error}"))

    def data_received(self, data: bytes) -> None:
        data = self._waiting + data if self._waiting else data
        at = 0 if self._opened.done() else self._shake_hands(data)
        while (found := _frame(data, at)) is not None:
            kind, start, at = found
            if kind == TEXT:
                self._heard(data[start:at])
            elif kind == PING:
                self._frame(PONG, data[start:at])
        self._waiting = data[at:]

    def _shake_hands(self, data: bytes) -> int:
        """Where the frames begin, once the server has agreed."""
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return 0
        if not data.startswith(b"HTTP/1.1 101"):
            self._opened.set_exception(ConnectionError(data.decode(errors="replace")))
            self._transport.close()
            return len(data)
        self._opened.set_result(None)
        return end + 4

    def _frame(self, kind: int, body: bytes) -> None:
        size = len(body)
        if size < 126:
            head = bytes((FINAL | kind, MASKED | size))
        else:
            head = bytes((FINAL | kind, MASKED | 126)) + size.to_bytes(2, "big")
        self._transport.write(head + NO_MASK + body)


def _frame(data: bytes, at: int) -> tuple[int, int, int] | None:
    """The kind, start and end of the frame at a place; None where it is not whole yet.

    Servers do not mask, and neither of ours splits a message.
    """
    have = len(data) - at
    if have < 2 or (have < 4 and data[:5] == b"HTTP/"):
        return None
    size, start = data[at + 1], at + 2
    if size == 126:
        size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
    elif size == 127:
        size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
    end = start + size
    return (data[at] & 0x0F, start, end) if end <= len(data) else None
