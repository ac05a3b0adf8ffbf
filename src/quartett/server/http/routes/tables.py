"""Games and tables."""

from collections import Counter
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.requests import Request

from quartett.core.event import Seat
from quartett.core.registry import game as find_game
from quartett.core.registry import game_ids
from quartett.hosting.answers import GameInfo, PastViews
from quartett.hosting.games import game_info
from quartett.hosting.importing import ELSEWHERE
from quartett.hosting.looking import VIEWS, check_over, past_positions, record_text, viewer_from
from quartett.review import Review, nothing_yet
from quartett.review.practice import first, is_installed, mistakes
from quartett.server.application import Application
from quartett.server.http.requests import address_of, anybody, app_of, unless_gone, who
from quartett.server.http.routing import Reply, get, post
from quartett.server.sessions.slices import sliced
from quartett.tables.commands import AnyCommand, Rematch, Say
from quartett.tables.entries import scoped
from quartett.tables.info import TableInfo
from quartett.tables.setup import TableRequest
from quartett.tables.table import Table
from quartett.tables.viewing import history
from quartett.tables.viewing.summary import ListedTable
from quartett.tables.viewing.viewer import Viewer, table_info

OPEN = 100
REVIEW_SECONDS = 60.0
PATIENCE = 1.0
"""Seconds after which a part of a review is better than none."""

NotationQuery = Annotated[str, Meta(max_length=200)]
SeatQuery = Annotated[int, Meta(ge=0, le=15)] | None
PlaceQuery = Annotated[int, Meta(ge=0, le=10**9)]
CountQuery = Annotated[int, Meta(ge=1, le=VIEWS)]


@get("/api/games", summary="The games, their options and their bots")
async def games() -> list[GameInfo]:
    return [game_info(game_id) for game_id in game_ids()]


@get("/api/games/{game_id}/notation", summary="The action that a line of notation means")
async def notation(game_id: str, text: NotationQuery) -> Any:
    return msgspec.to_builtins(find_game(game_id).parse(text))


@get("/api/tables", summary="Open tables that are listed")
async def open_tables(request: Request) -> list[ListedTable]:
    user = await who(request)
    app = app_of(request)
    since = await app.store.now() - round(app.settings.listed_hours * 3_600_000)
    found = await app.repository.open_tables(OPEN)
    tables = [table for table in found if table.updated >= since]
    user_id = user.id if user is not None else None
    return [table.shown_to(user_id) for table in tables]


@post("/api/tables", summary="Set up a table", status=201)
async def set_up(request: Request, data: TableRequest) -> Reply[TableInfo]:
    app = app_of(request)
    app.limit("table", address_of(request.scope))
    if data.listed:
        app.limit("listed", address_of(request.scope))
    user, cookies = await anybody(request)
    session = await app.tables.set_up(user, data)
    async with app.tables.reading(session.id) as (_, table):
        return Reply(table_info(table, user.id), cookies=cookies)


@get("/api/tables/{table_id}", summary="A table")
async def about(request: Request, table_id: str) -> TableInfo:
    user = await who(request)
    async with app_of(request).tables.reading(table_id) as (_, table):
        return table_info(table, user.id if user is not None else None)


@post("/api/tables/{table_id}/commands", summary="Do something at a table")
async def command(request: Request, table_id: str, data: AnyCommand) -> Reply[TableInfo]:
    app = app_of(request)
    await app.tables.session(table_id)  # an unknown table makes no guest
    user, cookies = await anybody(request)
    if isinstance(data, Rematch):
        app.limit("table", address_of(request.scope))
    if isinstance(data, Say):
        decide = app.chat.say(table_id, user, data)
        await app.tables.perform(table_id, scoped(user.id, data.cmd), decide)
    else:
        await app.tables.command(table_id, user, data)
    async with app.tables.reading(table_id) as (_, table):
        return Reply(table_info(table, user.id), cookies=cookies)


@get("/api/tables/{table_id}/events", summary="The table's log as one may see it")
async def events(
    request: Request,
    table_id: str,
    seat: SeatQuery = None,
    after: PlaceQuery = 0,
    words: bool = False,
) -> list[dict[str, Any]]:
    app = app_of(request)
    async with app.tables.reading(table_id) as (_, table):
        viewer = await _viewer(request, table, seat, words)
        if viewer.user is not None:
            blocked = await app.moderation.read_blocks(viewer.user)
            viewer = msgspec.structs.replace(viewer, blocked=blocked)
        log = await app.repository.entries(table_id)
        steps = sliced(history.replay(table, log, viewer, after))
        return [msgspec.json.decode(step) async for step in steps if step is not None]


@get("/api/tables/{table_id}/views", summary="Earlier positions as one may see them")
async def views(
    request: Request,
    table_id: str,
    first: PlaceQuery = 0,
    count: CountQuery = VIEWS,
    seat: SeatQuery = None,
    words: bool = False,
) -> PastViews:
    async with app_of(request).tables.reading(table_id) as (_, table):
        viewer = await _viewer(request, table, seat, words)
        steps = sliced(history.past_views(table, viewer, first, count))
        found = [step async for step in steps if step is not None]
        return past_positions(table, first, found, words)


@get(
    "/api/tables/{table_id}/record",
    summary="The record of a finished game",
    media_type="application/jsonl",
)
async def record(request: Request, table_id: str, download: bool = False) -> Reply[str]:
    async with app_of(request).tables.reading(table_id) as (_, table):
        text = record_text(table)
        name = f"{table.game.id}-{table_id}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'} if download else {}
    return Reply(text, headers=headers)


@get("/api/tables/{table_id}/review", summary="A finished game reviewed")
async def review(request: Request, table_id: str, partial: bool = False) -> Review:
    """With `partial`, after a second as far as it is: fewer steps than events. Ask again."""
    app = app_of(request)
    async with app.tables.reading(table_id) as (_, table):
        check_over(table)
        record, stood_in = table.record(), frozenset(table.stood_in)
        people = enumerate(table.seats)
        holders = {seat: h.user for seat, h in people if h.user and h.user != ELSEWHERE}
    known = await app.repository.review(table_id)
    if known is not None:
        return known
    app.limit("review", address_of(request.scope))
    work_on = (record, stood_in)
    question = (f"review {table_id}", "review", record.head.game, work_on, REVIEW_SECONDS)
    work = app.reviews.glimpse(*question, PATIENCE) if partial else app.reviews.get(*question)
    made: Review | None = await unless_gone(request, work)
    if made is None:
        return nothing_yet(record)
    if made.is_complete:
        await app.repository.keep_review(table_id, made)
        await _to_practise(app, table_id, made, holders)
    return made


async def _to_practise(
    app: Application, table_id: str, made: Review, holders: dict[Seat, str]
) -> None:
    """The mistakes of people become exercises of their own.

    Whoever held several seats, as at one device, may not be the one who made them.
    """
    if not is_installed():
        return
    schedule = first(await app.store.now())
    seats = Counter(holders.values())
    for seat, user in holders.items():
        if seats[user] > 1:
            continue
        for one in mistakes(made, seat):
            await app.repository.add_exercise(user, table_id, one.place, made.game, schedule)


async def _viewer(request: Request, table: Table, seat: Seat | None, words: bool = False) -> Viewer:
    user = await who(request)
    return viewer_from(table, user.id if user is not None else None, seat, words)


TABLES = [
    games, notation, open_tables, set_up, about, command, events, views, record, review,
]  # fmt: skip
