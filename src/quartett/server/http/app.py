"""The server as one ASGI application: middleware, and behind it REST, the page and the socket."""

from functools import cache
from os import PathLike, fspath, stat_result
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

from quartett.core.errors import QuartettError
from quartett.core.registry import game as find_game
from quartett.core.registry import game_ids
from quartett.hosting.pages import page_folder
from quartett.server.application import Application
from quartett.server.http.middleware import Middleware
from quartett.server.http.openapi import document
from quartett.server.http.requests import refused
from quartett.server.http.routes.feed import feed
from quartett.server.http.routes.logins import LOGINS
from quartett.server.http.routes.me import ME
from quartett.server.http.routes.people import PEOPLE
from quartett.server.http.routes.puzzle import PUZZLE
from quartett.server.http.routes.records import keep_record
from quartett.server.http.routes.status import STATUS
from quartett.server.http.routes.tables import TABLES
from quartett.server.http.routing import get, routes

HANDLERS = [*ME, keep_record, *LOGINS, feed, *TABLES, *PUZZLE, *STATUS, *PEOPLE]
GZIP_BYTES = 1000
"""Shorter answers are not worth compressing."""
REFUSALS = (HTTPException, QuartettError, RecursionError, Exception)


@get(
    "/api/schema",
    summary="All of this as OpenAPI",
    media_type="application/vnd.oai.openapi+json",
)
async def schema() -> bytes:
    return _schema()


@cache
def _schema() -> bytes:
    return msgspec.json.encode(document(HANDLERS))


def make_app(app: Application, page: Path | None = None) -> ASGIApp:
    """The ASGI application of a running server."""
    nothing_else = Mount("/api", routes=[])  # no file answers there
    rest = Starlette(
        routes=[*routes([*HANDLERS, schema]), nothing_else, *_files(page)],
        exception_handlers=dict.fromkeys(REFUSALS, refused),
    )
    rest.router.redirect_slashes = False  # the middleware has taken them away
    rest.state.application = app
    return Middleware(GZipMiddleware(rest, minimum_size=GZIP_BYTES), app)


def _files(page: Path | None) -> list[BaseRoute]:
    """The page, and what games bring for it."""
    games = [(game.id, page_folder(game)) for game in map(find_game, game_ids())]
    found: list[BaseRoute] = [
        Mount(f"/games/{game_id}", Files(directory=folder))
        for game_id, folder in games
        if folder is not None
    ]
    return found if page is None else [*found, Mount("/", Files(directory=page))]


class Files(StaticFiles):
    """A folder; its own address shows its `index.html`."""

    def get_path(self, scope: Scope) -> str:
        path = super().get_path(scope)
        return "index.html" if path == "." else path

    def file_response(
        self,
        full_path: str | PathLike[str],
        stat_result: stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """What is compressed already is not compressed again."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        if fspath(full_path).endswith(".gz"):
            response.headers["content-type"] = "application/gzip"
        return response
