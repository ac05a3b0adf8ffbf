"""The frames of a socket: a fast path for whole text messages, uvicorn's for all others."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request

EXTENSION: Final = "quartett.frames"
"""The key of the ASGI scope's extension that holds the protocol object."""
WHOLE_TEXT: Final = 0x81
FINAL, MASKED, CONTROL = 0x80, 0x80, 0x08


class FrameProtocol(WebSocketsSansIOProtocol):
    """Parses and builds what nearly every frame is, one whole text message.

    The library does it with care for everything that can happen, and uvicorn stops reading after
    each message; neither is needed for these.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue: Any = Inbox()
        self.on_text: Callable[[bytes], None] | None = None
        """Called with whole text messages; all others are in the queue."""
        self._part = b""
        """The beginning of a frame whose end has not come yet."""
        self._in_pieces = False
        """Whether the parts of a message are coming in frames of their own."""
        self._by_library = False
        """Whether the library gets everything from now on."""
        self._is_full = False
        """Whether the transport takes no more for now."""
        self._backlog: deque[bytes] = deque()
        self._heard_at = 0.0
        """When the client last sent anything."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = {"protocol": self}

    def data_received(self, data: bytes) -> None:
        self._heard_at = self.loop.time()
        if self._by_library:
            super().data_received(data)
        elif self.handshake_complete:
            self._take(self._part + data if self._part else data)
        else:
            self._by_library = self.handshake_initiated  # frames that did not wait for the answer
            super().data_received(data)

    def _take(self, data: bytes) -> None:
        at = 0
        while at < len(data):
            start, end = bounds(data, at)
            if end - start > self.config.ws_max_size:
                self._by_library = True  # it will be refused
                super().data_received(data[at:])
                return
            if end > len(data):
                break
            text = self._message(data, at, start, end)
            if text is None or self.on_text is None:
                self._pass_on(data[at:end])
            else:
                self.on_text(text)
            at = end
        self._part = data[at:]

    def _message(self, data: bytes, at: int, start: int, end: int) -> bytes | None:
        """The whole message that a frame is, if it is one and the library has none before it."""
        if data[at] != WHOLE_TEXT or not data[at + 1] & MASKED or self._in_pieces:
            return None
        if self.queue or self.close_sent:
            return None
        text = apply_mask(data[start:end], data[start - 4 : start])
        return text if text.isascii() or _is_text(text) else None

    def _pass_on(self, frame: bytes) -> None:
        if not frame[0] & CONTROL:
            self._in_pieces = not frame[0] & FINAL
        super().data_received(frame)

    def pause(self) -> None:
        """Read no more for now."""
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def resume(self) -> None:
        """Read again; where messages stand in the queue, `receive` does it."""
        if self.read_paused and not self.queue and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def send_text(self, text: bytes) -> int:
        """Send a message; how many wait because the client does not read."""
        if self._is_full or self._backlog:
            self._backlog.append(text)
        elif not self.close_sent and not self.disconnected:
            self.transport.write(_head(len(text)) + text)
        return len(self._backlog)

    def drop_backlog(self) -> None:
        self._backlog.clear()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._is_full = True

    def resume_writing(self) -> None:
        super().resume_writing()
        self._is_full = False
        waiting, self._backlog = self._backlog, deque()
        for text in waiting:
            self.send_text(text)

    def keepalive_timeout(self) -> None:
        """A silent client will not read what is still to be written either.

        Whoever has sent something since is alive, though the answer to the ping stands behind
        messages that wait to be read.
        """
        if self.read_paused or self._heard_at >= self.ping_sent_at:  # in milliseconds
            self.pong_timer = self.pending_ping_payload = None
            self.schedule_ping()
            return
        super().keepalive_timeout()
        self.transport.abort()


class Inbox(deque[dict[str, Any]]):
    """Messages for the one task that reads them; as much of a queue as uvicorn needs."""

    _waiter: "asyncio.Future[None] | None" = None

    def put_nowait(self, message: dict[str, Any]) -> None:
        self.append(message)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def get(self) -> dict[str, Any]:
        while not self:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return self.popleft()

    def empty(self) -> bool:
        return not self


def bounds(data: bytes, at: int) -> tuple[int, int]:
    """Where the content of the frame at a place begins and ends, as far as that can be read yet.

    >>> bounds(bytes([0x81, 0x85, 1, 2, 3, 4]) + b"hello", 0)
    (6, 11)
    """
    have = len(data) - at
    if have < 2:
        return at, at + 2
    size, start = data[at + 1] & 0x7F, at + 2
    if size >= 126:
        wide = 2 if size == 126 else 8
        if have < 2 + wide:
            return at, at + 2 + wide
        size, start = int.from_bytes(data[start : start + wide], "big"), start + wide
    if data[at + 1] & MASKED:
        start += 4
    return start, start + size


def _head(size: int) -> bytes:
    if size < 126:
        return bytes((WHOLE_TEXT, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


def _is_text(content: bytes) -> bool:
    if content.isascii():
        return True
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True
