"""What every REST handler needs: the application, the user, and refusals as answers."""

import asyncio
from collections.abc import Coroutine
from http.cookies import SimpleCookie
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from quartett.hosting.answers import Problem
from quartett.hosting.problems import FAILED, problem
from quartett.server.accounts import COOKIE, COOKIE_SECONDS, User, sent_cookie
from quartett.server.application import Application
from quartett.server.http.routing import JSON, gone
from quartett.server.limits import client_key
from quartett.tables.errors import Refused, nobody

T = TypeVar("T")


def app_of(request: Request) -> Application:
    app: Application = request.app.state.application
    return app


def address_of(scope: Any) -> str:
    """What limits count the client by."""
    client = scope.get("client")
    return client_key(str(client[0])) if client else "nowhere"


def cookie_of(request: Request) -> str | None:
    """What the browser says it is logged in with."""
    return sent_cookie(request.headers.get("cookie"))


async def who(request: Request) -> User | None:
    """The user, if known."""
    app = app_of(request)
    user = await app.user_of(cookie_of(request), request.headers.get("authorization"))
    if user is not None:
        app.moderation.check(user.id)
    return user


async def somebody(request: Request) -> User:
    """The user; strangers are refused."""
    user = await who(request)
    if user is None:
        raise nobody()
    return user


async def anybody(request: Request) -> tuple[User, list[str]]:
    """The user, or a new guest with a cookie for it."""
    user = await who(request)
    if user is not None:
        return user, []
    if request.headers.get("authorization") is not None:
        raise Refused("token", "This token is not known here.", status=401)
    app = app_of(request)
    user = await app.new_guest(address_of(request.scope))
    return user, [cookie(app, await app.new_session(user))]


def cookie(app: Application, value: str, seconds: int = COOKIE_SECONDS) -> str:
    """The value of Set-Cookie that logs a browser in."""
    morsel = SimpleCookie({COOKIE: value})[COOKIE]
    morsel["path"] = app.settings.prefix or "/"
    morsel["max-age"] = seconds
    morsel["httponly"] = True
    morsel["samesite"] = "lax"
    morsel["secure"] = app.settings.secure
    return morsel.OutputString()


async def unless_gone(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of long work, which is cancelled when the client leaves."""
    loop = asyncio.get_running_loop()
    working, leaving = loop.create_task(work), loop.create_task(_disconnected(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise gone()
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


CAUSE = "quartett.cause"
"""Where the scope of a request holds what made it fail, for the log."""


async def refused(request: Request, error: Exception) -> Response:
    """Whatever is wrong with a request, as a code and a sentence."""
    request.scope[CAUSE] = error
    if isinstance(error, HTTPException):
        return _no_handler(request, error)
    status, said = problem(error) or (500, FAILED)
    return Response(msgspec.json.encode(said), status, media_type=JSON)


def _no_handler(request: Request, error: HTTPException) -> Response:
    if error.status_code == 404 and _wants_page(request):
        # The page says it in the reader's language; a program gets the code below.
        return RedirectResponse(f"{app_of(request).settings.prefix}/#/nowhere", status_code=302)
    code = {404: "not_found", 405: "wrong_method"}.get(error.status_code, "malformed")
    said = msgspec.json.encode(Problem(code, error.detail))
    return Response(said, error.status_code, error.headers, media_type=JSON)


def _wants_page(request: Request) -> bool:
    """Whether somebody typed an address into a browser; where no page is served, `/` is no exit."""
    path = request.scope["path"]
    browses = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    return browses and path != "/" and not path.startswith("/api/")
