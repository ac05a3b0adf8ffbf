"""REST handlers: functions whose signatures say what a request must hold.

    @get("/api/tables/{table_id}/events", summary="The table's log as one may see it")
    async def events(request: Request, table_id: str, after: PlaceQuery = 0) -> list[Entry]: ...

What the path names is taken from the path, `data` is the body, `request` is the request itself, and
every other parameter is taken from the query. msgspec checks them and encodes what is returned.
"""

import inspect
import re
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any, Final, Generic, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from quartett.tables.errors import Refused

T = TypeVar("T")
Function: TypeAlias = Callable[..., Awaitable[Any]]

JSON: Final = "application/json"
BODY_BYTES: Final = 64 * 1024
"""The maximum body of a request, unless a handler takes more."""
MESSAGE_CHARACTERS: Final = 500
"""What is wrong with a request may be quoted from it."""
IN_PATH: Final = re.compile(r"{(\w+)}")


class Reply(Struct, Generic[T], frozen=True):
    """What a handler returns when there is more to say than the content."""

    content: T
    status: int | None = None
    """None: the handler's own."""
    headers: dict[str, str] = {}
    cookies: list[str] = []
    """Values of Set-Cookie."""


class Handler:
    """A function that answers one method of one path, as an ASGI application."""

    def __init__(
        self,
        function: Function,
        method: str,
        path: str,
        summary: str,
        status: int,
        media_type: str,
        body_bytes: int,
    ) -> None:
        self._function = function
        self.name = function.__name__
        self.method = method
        self.path = path
        self.summary = summary
        self.status = status
        self.media_type = media_type
        self._body_bytes = body_bytes
        types = get_type_hints(function, include_extras=True)
        returned = types.pop("return")
        self.returns = get_args(returned)[0] if get_origin(returned) is Reply else returned
        self._takes_request = types.pop("request", None) is not None
        self.body = types.pop("data", None)
        """The type of the body; None: it is not read."""
        self._decoder = None if self.body is None else msgspec.json.Decoder(self.body)
        self.path_names = IN_PATH.findall(path)
        in_query = {name: kind for name, kind in types.items() if name not in self.path_names}
        self.query = _struct(function, in_query) if in_query else None
        """The type of the parameters in the query; None: there are none."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        given: dict[str, Any] = {**request.path_params}
        if self._takes_request:
            given["request"] = request
        try:
            if self.query is not None:
                asked = msgspec.convert(dict(request.query_params), self.query, strict=False)
                given |= msgspec.structs.asdict(asked)
            if self._decoder is not None:
                given["data"] = self._decoder.decode(await _body(request, self._body_bytes))
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise Refused("malformed", str(error)[:MESSAGE_CHARACTERS], status=400) from None
        await self._response(await self._function(**given))(scope, receive, send)

    def _response(self, returned: Any) -> Response:
        reply = returned if isinstance(returned, Reply) else Reply(returned)
        status = reply.status or self.status
        if reply.content is None:
            response = Response(None, status, reply.headers)
        else:
            is_json = self.media_type == JSON
            content = msgspec.json.encode(reply.content) if is_json else reply.content
            response = Response(content, status, reply.headers, self.media_type)
        for cookie in reply.cookies:
            response.headers.append("set-cookie", cookie)
        return response


def handles(
    method: str,
    path: str,
    *,
    summary: str,
    status: int = 200,
    media_type: str = JSON,
    body_bytes: int = BODY_BYTES,
) -> Callable[[Function], Handler]:
    """A decorator: the function answers this method of this path."""
    return lambda function: Handler(function, method, path, summary, status, media_type, body_bytes)


get = partial(handles, "GET")
post = partial(handles, "POST")
put = partial(handles, "PUT")
delete = partial(handles, "DELETE")


def routes(handlers: Iterable[Handler]) -> list[Route]:
    """One for each path, with the handlers of its methods."""
    by_path: dict[str, list[Handler]] = {}
    for handler in handlers:
        by_path.setdefault(handler.path, []).append(handler)
    return [Route(path, Methods(found)) for path, found in by_path.items()]


class Methods:
    """The handlers of one path."""

    def __init__(self, handlers: list[Handler]) -> None:
        self._handlers = {handler.method: handler for handler in handlers}
        self._allow = {"allow": ", ".join([*self._handlers, "OPTIONS"])}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        handler = self._handlers.get(scope["method"])
        if handler is not None:
            await handler(scope, receive, send)
        elif scope["method"] == "OPTIONS":
            await Response(status_code=204, headers=self._allow)(scope, receive, send)
        else:
            raise HTTPException(405, headers=self._allow)


def gone() -> Refused:
    return Refused("gone", "The client left before the answer.", status=400)


async def _body(request: Request, limit: int) -> bytes:
    too_large = Refused("malformed", "Request Entity Too Large", status=413)
    if int(request.headers.get("content-length", 0)) > limit:
        raise too_large
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > limit:
                raise too_large
    except ClientDisconnect:
        raise gone() from None
    return bytes(body)


def _struct(function: Function, types: dict[str, Any]) -> type[Struct]:
    """The parameters of these types, with their defaults, as a type that msgspec can read."""
    signature = inspect.signature(function).parameters
    defaults = {name: signature[name].default for name in types}
    fields: list[Any] = [
        (name, kind) if defaults[name] is inspect.Parameter.empty else (name, kind, defaults[name])
        for name, kind in types.items()
    ]
    return msgspec.defstruct(function.__name__, fields, kw_only=True)
