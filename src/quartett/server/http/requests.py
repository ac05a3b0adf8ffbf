"""What every REST handler needs: the application, the user, and refusals as answers."""

import logging
from typing import Any

from litestar import Request, Response
from litestar.datastructures import Cookie, State
from litestar.exceptions import HTTPException

from quartett.core.errors import IllegalAction, QuartettError, UnknownGame
from quartett.server.accounts import COOKIE, COOKIE_SECONDS, User
from quartett.server.application import Application
from quartett.server.http.answers import Problem
from quartett.tables.errors import Refused, nobody

Asked = Request[Any, Any, State]


def app_of(request: Asked) -> Application:
    app: Application = request.app.state.application
    return app


def address_of(scope: Any) -> str:
    client = scope.get("client")
    return str(client[0]) if client else "nowhere"


async def who(request: Asked) -> User | None:
    """The user, if known."""
    app = app_of(request)
    return await app.user_of(request.cookies.get(COOKIE), request.headers.get("authorization"))


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
    return user, [cookie(app, user)]


def cookie(app: Application, user: User) -> Cookie:
    return Cookie(
        COOKIE,
        path=app.settings.prefix or "/",
        value=app.cookie(user),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=app.settings.secure,
    )


def refused(_: Asked, error: Exception) -> Response[Problem]:
    """Whatever is wrong with a request, as a code and a sentence."""
    match error:
        case Refused():
            return _problem(error.status, error.code, error.message, dict(error.where))
        case IllegalAction():
            return _problem(409, error.code, error.message, dict(error.where))
        case UnknownGame():
            return _problem(404, "no_game", str(error))
        case QuartettError():
            return _problem(400, "bad_table", str(error))
        case HTTPException():
            status = error.status_code
            code = {404: "not_found", 405: "wrong_method"}.get(status, "malformed")
            return _problem(status, code, _detail(error))
    logging.getLogger(__name__).error("a request failed", exc_info=error)
    return _problem(500, "failed", "Something went wrong on our side.")


def _detail(error: HTTPException) -> str:
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        return str(extra[0].get("message", error.detail))[:500]
    return str(error.detail)[:500]


def _problem(
    status: int, code: str, message: str, where: dict[str, Any] | None = None
) -> Response[Problem]:
    return Response(Problem(code, message, where or {}), status_code=status)
