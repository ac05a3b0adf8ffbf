"""For hosts: whether it runs, whether it can serve, and how much it does."""

import asyncio
import hmac
import logging
import random

from starlette.requests import Request

from quartett.core.distribution import __version__
from quartett.core.event import CHANCE, Event
from quartett.core.registry import game as find_game
from quartett.core.registry import game_ids
from quartett.hosting.answers import Health, Readiness
from quartett.server.application import Application
from quartett.server.http.requests import app_of
from quartett.server.http.routing import Reply, get
from quartett.server.log import report
from quartett.tables.errors import Refused

READY_SECONDS = 5.0
"""A database that takes longer to write and read a line is not well."""


@get("/api/health", summary="Whether the server answers, and its database with it")
async def health(request: Request) -> Health:
    app = app_of(request)
    await app.store.now()
    return Health(True, __version__, len(app.tables.sessions))


@get("/api/health/live", summary="Whether the process answers; asks nobody else")
async def live(request: Request) -> Health:
    return Health(True, __version__, len(app_of(request).tables.sessions))


@get("/api/health/ready", summary="Whether it can serve: database, games, bots")
async def ready(request: Request) -> Reply[Readiness]:
    problems = [*await _database_problems(app_of(request)), *_game_problems()]
    if problems:
        report(logging.ERROR, "not ready", problems=problems)
    if not app_of(request).workers.is_warm:  # no failure: every start is like this
        problems.append("bots are warming up")
    return Reply(Readiness(not problems, problems), status=503 if problems else 200)


@get(
    "/metrics",
    summary="Counts and times, as Prometheus reads them",
    media_type="text/plain; version=0.0.4",
)
async def metrics(request: Request) -> str:
    app = app_of(request)
    settings, sent = app.settings, request.headers.get("authorization", "")
    right = f"Bearer {settings.metrics_token}"
    knows = bool(settings.metrics_token) and hmac.compare_digest(sent.encode(), right.encode())
    if not (settings.metrics or knows):
        raise Refused("not_found", "There is nothing at this address.", status=404)
    return app.metrics.text()


async def _database_problems(app: Application) -> list[str]:
    """Write a line and read it."""
    try:
        async with asyncio.timeout(READY_SECONDS):
            before = await app.store.last_beat() or 0
            await app.store.beat()
            after = await app.store.last_beat() or 0
    except Exception as error:
        return [f"the database does not take a line ({type(error).__name__})"]
    return [] if after >= before and after else ["the database did not keep a line"]


def _game_problems() -> list[str]:
    """Each game must set up a table and show it."""
    problems = []
    for game_id in game_ids():
        try:
            game = find_game(game_id)
            state = game.start(game.players[0])
            while state.is_chance:
                state = state.apply(Event(CHANCE, state.sample(random.Random(1))))
            state.view(None)
        except Exception as error:
            problems.append(f"{game_id} does not start ({type(error).__name__})")
    return problems


STATUS = [health, live, ready, metrics]
