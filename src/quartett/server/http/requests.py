"""What every REST handler needs: the application, the user, and refusals as answers."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from litestar import Request, Response
from litestar.datastructures import Cookie, State
from litestar.exceptions import HTTPException
from litestar.response import Redirect

from quartett.hosting.answers import Problem
from quartett.hosting.problems import FAILED, problem
from quartett.server.accounts import COOKIE, COOKIE_SECONDS, User
from quartett.server.application import Application
from quartett.server.limits import client_key
from quartett.tables.errors import Refused, nobody

T = TypeVar("T")
Asked = Request[Any, Any, State]


def app_of(request: Asked) -> Application:
    app: Application = request.app.state.application
    return app


def address_of(scope: Any) -> str:
    """What limits count the client by."""
    client = scope.get("client")
    return client_key(str(client[0])) if client else "nowhere"


async def who(request: Asked) -> User | None:
    """The user, if known."""
    app = app_of(request)
    user = await app.user_of(request.cookies.get(COOKIE), request.headers.get("authorization"))
    if user is not None:
        app.moderation.check(user.id)
    return user


async def somebody(request: Asked) -> User:
    """The user; strangers are refused."""
    user = await who(request)
    if user is None:
        raise nobody()
    return user


async def anybody(request: Asked) -> tuple[User, list[Cookie]]:
    """The user, or a new guest with a cookie for it."""
    user = await who(request)
    if user is not None:
        return user, []
    if request.headers.get("authorization") is not None:
        raise Refused("token", "This token is not known here.", status=401)
    app = app_of(request)
    user = await app.new_guest(address_of(request.scope))
    return user, [cookie(app, await app.new_session(user))]


def cookie(app: Application, value: str) -> Cookie:
    return Cookie(
        COOKIE,
        path=app.settings.prefix or "/",
        value=value,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=app.settings.secure,
    )


async def unless_gone(request: Asked, work: Coroutine[Any, Any, T]) -> T:
    """The result of long work, which is cancelled when the client leaves."""
    loop = asyncio.get_running_loop()
    working, leaving = loop.create_task(work), loop.create_task(_disconnected(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Refused("gone", "The client left before the answer.", status=400)
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()


async def _disconnected(request: Asked) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


CAUSE = "quartett.cause"
"""Where the scope of a request holds what made it fail, for the log."""


GONE = "client disconnected prematurely"
"""What Litestar says, as a failure of its own, of a client that leaves in the middle of a body."""


def refused(request: Asked, error: Exception) -> Response[Problem] | Redirect:
    """Whatever is wrong with a request, as a code and a sentence."""
    scope: Any = request.scope
    scope[CAUSE] = error
    if isinstance(error, HTTPException) and error.status_code == 404 and _wants_page(request):
        # The page says it in the reader's language; a program gets the code below.
        return Redirect(f"{app_of(request).settings.prefix}/#/nowhere", status_code=302)
    if isinstance(error, HTTPException):
        status = 400 if error.detail == GONE else error.status_code
        code = {404: "not_found", 405: "wrong_method"}.get(status, "malformed")
        return Response(Problem(code, _detail(error)), status_code=status)
    status, said = problem(error) or (500, FAILED)
    return Response(said, status_code=status)


def _wants_page(request: Asked) -> bool:
    """Whether somebody typed an address into a browser; where no page is served, `/` is no exit."""
    path = request.scope["path"]
    browses = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    return browses and path != "/" and not path.startswith("/api/")


def _detail(error: HTTPException) -> str:
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        return str(extra[0].get("message", error.detail))[:500]
    return str(error.detail)[:500]
