"""HTTP connections under limits: their number by address, the size and the time of a request.

A proxy in front usually does the same; a server must not rely on there being one.
"""

import asyncio
import ipaddress
import json
from collections import Counter
from http import HTTPStatus
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from quartett.server.limits import client_key
from quartett.server.settings import Settings

HEADER_COUNT = 100


class Connections:
    """Open HTTP connections by address; those of trusted proxies are not counted."""

    def __init__(self, settings: Settings, proxies: str) -> None:
        self.settings = settings
        self._open: Counter[str] = Counter()
        self._trusts_all = proxies == "*"
        names = [] if self._trusts_all else [name.strip() for name in proxies.split(",")]
        self._proxies = [ipaddress.ip_network(name) for name in names if name]

    def enter(self, address: str | None) -> str | None:
        """The key to leave with; None where there are too many."""
        if address is None or self._is_proxy(address):
            return ""
        key = client_key(address)
        if self._open[key] >= self.settings.connections:
            return None
        self._open[key] += 1
        return key

    def leave(self, key: str | None) -> None:
        if key:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]

    def _is_proxy(self, address: str) -> bool:
        if self._trusts_all or not self._proxies:
            return self._trusts_all
        parsed = ipaddress.ip_address(address)
        return any(parsed in network for network in self._proxies)


class LimitedHttp(HttpToolsProtocol):
    """uvicorn's protocol, which bounds neither the head of a request nor its time."""

    open_connections: ClassVar[Connections]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._timer: asyncio.TimerHandle | None = None
        self._in_head = True
        self._head_bytes = 0
        self._is_refused = False
        self._key = self.open_connections.enter(self.client[0] if self.client else None)
        if self._key is None:
            self._refuse(429, "too_many", "Too many connections from your address.")
        else:
            self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._release()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Sockets have limits of their own."""
        self._release()
        super().handle_websocket_upgrade()

    def _release(self) -> None:
        self._stop_timer()
        self.open_connections.leave(self._key)
        self._key = None

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            return
        if self._in_head:
            self._head_bytes += len(data)
        super().data_received(data)
        if self._in_head and self._head_bytes > self.open_connections.settings.header_bytes:
            self._too_large()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head = True
        if self._timer is None:
            self._expect_head()

    def on_headers_complete(self) -> None:
        settings = self.open_connections.settings
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        self._in_head, self._head_bytes = False, 0
        self._stop_timer()
        if self._is_refused:
            return
        if size > settings.header_bytes or len(self.headers) > HEADER_COUNT:
            self._too_large()
            return
        late = "The request did not arrive in time."
        self._start_timer(settings.request_seconds, 408, "too_slow", late)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self._is_refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._stop_timer()
        if not self._is_refused:
            super().on_message_complete()

    def _expect_head(self) -> None:
        seconds = self.open_connections.settings.header_seconds
        self._start_timer(seconds, 408, "too_slow", "The request's head did not arrive in time.")

    def _start_timer(self, seconds: float, *refusal: Any) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, self._refuse, *refusal)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_large(self) -> None:
        self._refuse(431, "too_large", "The head of the request is too large.")

    def _refuse(self, status: int, code: str, message: str) -> None:
        """Answer and close, unless an answer is under way already."""
        self._is_refused = True
        self._stop_timer()
        if self.transport.is_closing():
            return
        is_silent = self.cycle is None and self._in_head and not self._head_bytes
        if is_silent and status == 408:
            self.transport.close()  # a browser opens connections that it may not need
            return
        if self.cycle is None or not self.cycle.response_started or self.cycle.response_complete:
            body = json.dumps({"code": code, "message": message, "where": {}}).encode()
            head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n"
            head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
            self.transport.write(head.encode() + b"connection: close\r\n\r\n" + body)
        self.transport.close()


def limited_http(settings: Settings, proxies: str) -> type[LimitedHttp]:
    """The protocol with the connections of one server."""
    counted = Connections(settings, proxies)
    return type("ServerHttp", (LimitedHttp,), {"open_connections": counted})
