"""The user: name, own games, notifications."""

import asyncio
import io
import zipfile

from msgspec.structs import replace
from starlette.requests import Request

from quartett.core.event import Seat
from quartett.core.registry import game_ids
from quartett.hosting.answers import Me, Naming, PushRequest
from quartett.review import SeatReview
from quartett.review.statistics import PlayedGame, Statistics, statistics
from quartett.server.accounts import (
    PushTarget,
    User,
)
from quartett.server.application import Application
from quartett.server.http.requests import (
    anybody,
    app_of,
    cookie,
    cookie_of,
    somebody,
    who,
)
from quartett.server.http.routing import Reply, delete, get, put
from quartett.tables.errors import Refused
from quartett.tables.seats import clean_name
from quartett.tables.viewing.summary import ListedTable, TableSummary

MINE = 200
EXPORTED = 5_000


@get("/api/me", summary="Who I am")
async def me(request: Request) -> Reply[Me]:
    user = await who(request)
    app = app_of(request)
    known = cookie_of(request)
    cookies = [cookie(app, known)] if known and user is not None and not user.program else []
    return Reply(me_of(app, user), cookies=cookies)


@put("/api/me/name", summary="Choose the name that others read")
async def rename(request: Request, data: Naming) -> Reply[Me]:
    user, cookies = await anybody(request)
    user = replace(user, name=clean_name(data.name))
    await app_of(request).repository.change_user(user)
    return Reply(me_of(app_of(request), user), cookies=cookies)


@get("/api/me/tables", summary="My games, running and over")
async def my_tables(request: Request) -> list[ListedTable]:
    user = await who(request)
    if user is None:
        return []
    tables = await app_of(request).repository.tables_of(user.id, MINE)
    return [table.shown_to(user.id) for table in tables if user.id in table.users]


@get("/api/me/statistics", summary="My games in numbers; nobody else is shown them")
async def my_statistics(request: Request) -> Statistics:
    user = await who(request)
    if user is None:
        return Statistics(())
    repository = app_of(request).repository
    reviews = await repository.seat_reviews(user.id)
    found = [
        _played(table, seats[0], reviews.get(table.id))
        for table in await repository.tables_of(user.id, EXPORTED)
        if table.stage == "over" and table.winners and not (table.practice or table.imported)
        # Whoever held several seats, as at one device, did not win against anybody.
        if len(seats := table.seats_of(user.id)) == 1
    ]
    return await asyncio.to_thread(statistics, found)


def _played(table: TableSummary, seat: Seat, reviews: tuple[SeatReview, ...] | None) -> PlayedGame:
    assert table.scores is not None and table.winners is not None
    return PlayedGame(
        table=table.id, game=table.game, at=table.updated, seat=seat, scores=table.scores,
        winners=table.winners, levels=table.levels or (None,) * len(table.scores),
        review=None if reviews is None else reviews[seat],
    )  # fmt: skip


@get("/api/me/export", summary="All my finished games as one file", media_type="application/zip")
async def export(request: Request) -> Reply[bytes]:
    user = await somebody(request)
    app = app_of(request)
    packed, installed = io.BytesIO(), game_ids()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for summary in await app.repository.tables_of(user.id, EXPORTED):
            if summary.stage != "over" or user.id not in summary.users:
                continue
            if summary.game not in installed:
                continue
            async with app.tables.reading(summary.id) as (_, table):
                text = "\n".join(table.record().lines())
            archive.writestr(f"{summary.game}-{summary.id}.jsonl", text + "\n")
    headers = {"content-disposition": 'attachment; filename="quartett-games.zip"'}
    return Reply(packed.getvalue(), headers=headers)


@put("/api/me/push", summary="Tell this browser when it is my turn", status=204)
async def subscribe(request: Request, data: PushRequest) -> None:
    user = await somebody(request)
    app = app_of(request)
    if app.notifications is None:
        raise Refused("not_found", "This server sends no notifications.", status=404)
    target = PushTarget(
        user=user.id, endpoint=data.endpoint, p256dh=data.keys.p256dh,
        auth=data.keys.auth, language=data.language,
    )  # fmt: skip
    app.notifications.check(target, app.settings.push_hosts)
    await app.repository.add_push(target)


@delete("/api/me/push", summary="Tell it no more", status=204)
async def unsubscribe(request: Request, endpoint: str) -> None:
    user = await somebody(request)
    await app_of(request).store.drop_push(user.id, endpoint)


def me_of(app: Application, user: User | None) -> Me:
    key = app.notifications.public_key if app.notifications is not None else ""
    if user is None:
        return Me(None, None, None, key)
    name = user.name if user.account is not None else None
    return Me(user.name or None, name, f"feed/{user.feed}", key)


ME = [me, rename, my_tables, my_statistics, export, subscribe, unsubscribe]
