"""For hosts: is it well, and how much does it do."""

from litestar import Response, get

from quartett.core.registry import game_ids
from quartett.core.version import __version__
from quartett.server.http.answers import Health
from quartett.server.http.games import game_info
from quartett.server.http.requests import Asked, app_of


@get("/api/health", summary="Whether the server and its database are well")
async def health(request: Asked) -> Health:
    app = app_of(request)
    await app.store.now()
    for game_id in game_ids():
        game_info(game_id)  # raises where a game cannot be loaded: then the server is not well
    return Health(True, __version__, len(app.tables.sessions))


@get("/metrics", summary="Counts, as Prometheus reads them", media_type="text/plain")
async def metrics(request: Asked) -> Response[str]:
    text = app_of(request).metrics.text()
    return Response(text, media_type="text/plain; version=0.0.4")


STATUS = [health, metrics]
