"""The server as one ASGI application: middleware, and behind it REST, the page and the socket."""

from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.static_files import create_static_files_router
from litestar.types import ASGIApp

from quartett.core.distribution import __version__
from quartett.core.errors import QuartettError
from quartett.core.registry import game as find_game
from quartett.core.registry import game_ids
from quartett.hosting.pages import page_folder
from quartett.server.application import Application
from quartett.server.http.feed import feed
from quartett.server.http.games import GAMES
from quartett.server.http.logins import LOGINS
from quartett.server.http.me import ME
from quartett.server.http.middleware import Middleware
from quartett.server.http.people import PEOPLE
from quartett.server.http.puzzle import PUZZLE
from quartett.server.http.records import keep_record
from quartett.server.http.requests import refused
from quartett.server.http.status import STATUS
from quartett.server.http.tables import TABLES

BODY_BYTES = 64 * 1024
HANDLERS = [*ME, keep_record, *LOGINS, feed, *GAMES, *TABLES, *PUZZLE, *STATUS, *PEOPLE]


def make_app(app: Application, page: Path | None = None) -> ASGIApp:
    """The ASGI application of a running server."""
    handlers: list[Any] = [*HANDLERS]
    for game in map(find_game, game_ids()):
        if (folder := page_folder(game)) is not None:
            at = f"/games/{game.id}"
            handlers.append(create_static_files_router(at, [folder], include_in_schema=False))
    if page is not None:
        handlers.append(
            create_static_files_router("/", [page], html_mode=True, include_in_schema=False)
        )
    rest = Litestar(
        handlers,
        state=State({"application": app}),
        exception_handlers={QuartettError: refused, Exception: refused},
        request_max_body_size=BODY_BYTES,
        logging_config=None,  # it would take the root logger over
        openapi_config=OpenAPIConfig(
            title="Quartett",
            version=__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/")],
        ),
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000),
    )
    return Middleware(rest, app)
