"""What every request and socket passes first: path prefix, origin, rate limits, headers."""

import asyncio
import logging
import re
import time
from collections.abc import Iterable
from typing import Any

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quartett.hosting.answers import Problem
from quartett.server.accounts import sent_cookie
from quartett.server.application import Application
from quartett.server.http.requests import CAUSE, address_of
from quartett.server.log import report
from quartett.server.socket.connection import serve_socket
from quartett.tables.errors import Refused

PATH_CHARACTERS = 1_000
"""No path of ours is nearly as long; file systems refuse longer names."""
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:;"
        " object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
HOST = re.compile(r"[\w.:\[\]%~-]*", re.ASCII)
"""Links in feeds begin with it."""
SAFE = ("GET", "HEAD", "OPTIONS")
EXTRA = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

HSTS = [(b"strict-transport-security", b"max-age=31536000")]
"""A year, for this host only; sent where it is said that the page is served by https."""


class Middleware:
    """Refuses what may not come in, and adds security headers to what goes out."""

    def __init__(self, rest: ASGIApp, app: Application) -> None:
        self.rest = rest
        self._app = app
        self._settings = app.settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind == "lifespan":
            return
        _strip(scope, self._settings.prefix)
        headers = _headers(scope)
        try:
            self._check(scope, headers)
        except Refused as error:
            self._app.metrics.count("rejected")
            sending = self._answer(send).send if kind == "http" else send
            await _send_refusal(kind, error, receive, sending)
            return
        if kind == "websocket":
            await self._socket(scope, headers, receive, send)
        else:
            await self._rest(scope, receive, send)

    async def _rest(self, scope: Any, receive: Receive, send: Send) -> None:
        """HEAD, which health checkers use, is GET; uvicorn leaves the body out."""
        method = scope["method"]
        if method == "HEAD":
            scope = {**scope, "method": "GET"}  # uvicorn looks at its own
        answer = self._answer(send)
        try:
            async with asyncio.timeout(self._settings.request_seconds):
                await self.rest(scope, receive, answer.send)
        except TimeoutError as error:
            scope[CAUSE] = error
            await answer.fail(Refused("busy", "This took too long; try again.", status=503))
        except Exception as error:
            scope[CAUSE] = error
            await answer.fail(Refused("failed", "Something went wrong on our side.", status=500))
        self._app.metrics.answered(answer.status, answer.seconds)
        if CAUSE in scope and answer.status >= 500:
            self._log_failure(scope, method, answer)

    def _answer(self, send: Send) -> "ResponseSender":
        return ResponseSender(self._app.request_id(), send, self._settings.secure)

    def _log_failure(self, scope: Any, method: str, answer: "ResponseSender") -> None:
        """The route, not the path: paths may hold secrets."""
        route = getattr(scope.get("route"), "path_format", "")
        fields = {"request": answer.id, "method": method, "route": route, "status": answer.status}
        cause = scope[CAUSE]
        code = getattr(cause, "code", "failed")
        level = logging.WARNING if isinstance(cause, Refused) else logging.ERROR
        report(level, "request failed", cause, code=code, ms=round(1000 * answer.seconds), **fields)

    def _check(self, scope: Any, headers: dict[str, str]) -> None:
        socket = scope["type"] == "websocket"
        address = address_of(scope)
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:
            raise Refused("not_found", "There is nothing at this address.", status=404)
        if not HOST.fullmatch(headers.get("host", "")):
            raise Refused("malformed", "The Host header is not a valid host name.", status=400)
        if len(scope["path"]) > PATH_CHARACTERS:
            raise Refused("too_long", "No address here is that long.", status=414)
        if socket or scope["method"] not in SAFE:
            check_origin(headers.get("origin"), headers.get("host"), self._settings.origins)
        self._app.moderation.check(address)
        self._app.limit("handshake" if socket else "request", address)
        if not socket:
            return
        if scope["path"] != "/ws":
            raise Refused("not_found", "The socket is at /ws.", status=404)
        if self._app.sockets[address] >= self._settings.sockets:
            raise Refused("too_many", "Too many sockets from your address.", status=429)

    async def _socket(
        self, scope: Any, headers: dict[str, str], receive: Receive, send: Send
    ) -> None:
        app, address = self._app, address_of(scope)
        app.sockets[address] += 1
        app.metrics.count("sockets")
        try:
            cookie = sent_cookie(headers.get("cookie"))
            user = await app.user_of(cookie, headers.get("authorization"))
            if user is not None:
                app.moderation.check(user.id)
            if user is None and "authorization" in headers:
                raise Refused("token", "This token is not known here.", status=401)
            logins = [address]
            if user is not None:
                session = None if user.program else app.session_of(cookie)
                logins += [user.id] if session is None else [user.id, session]
            await serve_socket(app, address, user, logins, app.request_id(), scope, receive, send)
        except Refused as error:
            await _send_refusal("websocket", error, receive, send)
        except Exception as error:
            report(logging.ERROR, "socket failed", error)
        finally:
            app.sockets[address] -= 1
            if not app.sockets[address]:
                del app.sockets[address]


def check_origin(origin: str | None, host: str | None, allowed: Iterable[str]) -> None:
    """A page may use the server it came from; programs send no Origin at all."""
    if origin is None or origin in allowed:
        return
    if host is not None and origin.partition("://")[2] == host:
        return
    raise Refused("origin", "Pages from other addresses may not talk to this server.", status=403)


def _strip(scope: Any, prefix: str) -> None:
    """Behind a proxy that serves us under a path, addresses are relative to it.

    Slashes at the end, and several in a row, mean nothing.
    """
    path = scope["path"]
    if prefix and (path == prefix or path.startswith(prefix + "/")):
        path = path[len(prefix) :]
    scope["path"] = "/" + "/".join(filter(None, path.split("/")))


def _headers(scope: Any) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


class ResponseSender:
    """The answer to one request: adds headers, and knows how it went."""

    def __init__(self, id: str, send: Send, secure: bool) -> None:
        self.id = id
        self._extra = [*EXTRA, (b"x-request-id", id.encode()), *(HSTS if secure else ())]
        self.status = 0
        """0 before it begins."""
        self._send = send
        self._since = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._since

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*message["headers"], *self._extra]
        await self._send(message)

    async def fail(self, error: Refused) -> None:
        """Where nothing was sent yet, say so; else the connection ends in the middle."""
        if self.status:
            self.status = error.status
        else:
            await _send_refusal("http", error, None, self.send)


async def _send_refusal(kind: str, error: Refused, receive: Any, send: Any) -> None:
    if kind == "websocket":
        await receive()  # websocket.connect
    body = msgspec.json.encode(Problem(error.code, error.message, dict(error.where)))
    head = [(b"content-type", b"application/json")]
    if kind == "websocket":
        head += EXTRA
    start = "http.response.start" if kind == "http" else "websocket.http.response.start"
    rest = "http.response.body" if kind == "http" else "websocket.http.response.body"
    await send({"type": start, "status": error.status, "headers": head})
    await send({"type": rest, "body": body})
