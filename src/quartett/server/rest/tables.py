"""Games and tables."""

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import Parameter

from quartett.bots import RandomBot
from quartett.core.event import Seat
from quartett.core.registry import game as find_game
from quartett.core.registry import game_ids
from quartett.server import audience
from quartett.server.answers import GameInfo, LevelInfo, Line, PastViews, Story
from quartett.server.audience import Eyes
from quartett.server.commands import AnyCommand
from quartett.server.errors import Refused, not_yours
from quartett.server.pages import page_files
from quartett.server.requests import Asked, address_of, anybody, house_of, who
from quartett.server.rest.lines import line
from quartett.server.rest.options import choices
from quartett.server.room import Room
from quartett.server.table import Setup, Table
from quartett.server.unhurried import unhurried
from quartett.server.words import advises, drawing
from quartett.server.words import told as told_in_words

OPEN = 100
VIEWS = 60
STORY_SECONDS = 20.0

SeatQuery = Annotated[int | None, Parameter(ge=0, le=15)]
PlaceQuery = Annotated[int, Parameter(ge=0, le=10**9)]
NoteQuery = Annotated[str, Parameter(max_length=200)]
CountQuery = Annotated[int, Parameter(ge=1, le=VIEWS)]


@get("/api/games", summary="The games, their options and their bots")
async def games() -> list[GameInfo]:
    return [_game(game_id) for game_id in game_ids()]


@get("/api/games/{game_id:str}/notation", summary="The action that a line of notation means")
async def notation(game_id: str, text: NoteQuery) -> Any:
    return msgspec.to_builtins(find_game(game_id).parse(text))


@get("/api/tables", summary="Open tables that are listed")
async def open_tables(request: Asked) -> list[Line]:
    user = await who(request)
    rows = await house_of(request).store.open_tables(OPEN)
    return [line(row, user) for row in rows]


@post("/api/tables", summary="Set up a table", status_code=201)
async def set_up(request: Asked, data: Setup) -> Response[Table]:
    house = house_of(request)
    house.limit("table", address_of(request.scope))
    user, cookies = await anybody(request)
    live = await house.hall.set_up(user, data)
    async with house.hall.reading(live.table) as (_, room):
        return Response(room.about(user.id), cookies=cookies, status_code=201)


@get("/api/tables/{table:str}", summary="A table")
async def about(request: Asked, table: str) -> Table:
    user = await who(request)
    async with house_of(request).hall.reading(table) as (_, room):
        return room.about(user.id if user is not None else None)


@post("/api/tables/{table:str}/commands", summary="Do something at a table", status_code=200)
async def command(request: Asked, table: str, data: AnyCommand) -> Response[Table]:
    house = house_of(request)
    live = await house.hall.live(table)
    user, cookies = await anybody(request)
    await house.hall.command(live, user, data)
    async with house.hall.reading(table) as (_, room):
        return Response(room.about(user.id), cookies=cookies)


@get("/api/tables/{table:str}/events", summary="The table's log as one may see it")
async def events(
    request: Asked, table: str, seat: SeatQuery = None, after: PlaceQuery = 0, words: bool = False
) -> list[dict[str, Any]]:
    house = house_of(request)
    async with house.hall.reading(table) as (_, room):
        eyes = await _eyes(request, room, seat, words)
        entries = await house.store.entries(table)
        told = await audience.retold(room, entries[: room.seq], eyes, after)
        return [msgspec.json.decode(entry) for entry in told]


@get("/api/tables/{table:str}/views", summary="Earlier positions as one may see them")
async def views(
    request: Asked,
    table: str,
    first: PlaceQuery = 0,
    count: CountQuery = VIEWS,
    seat: SeatQuery = None,
    words: bool = False,
) -> PastViews:
    async with house_of(request).hall.reading(table) as (_, room):
        eyes = await _eyes(request, room, seat, words)
        _may_look_back(room)
        return await _past(room, eyes, first, count)


@get("/api/tables/{table:str}/record", summary="The record of a finished game")
async def record(request: Asked, table: str, download: bool = False) -> Response[str]:
    async with house_of(request).hall.reading(table) as (_, room):
        _over(room)
        text = "\n".join(room.record().lines()) + "\n"
        name = f"{room.game.id}-{table}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'} if download else {}
    return Response(text, headers=headers, media_type="application/jsonl")


@get("/api/tables/{table:str}/story", summary="A finished game in the large")
async def story(request: Asked, table: str) -> Story:
    house = house_of(request)
    async with house.hall.reading(table) as (live, room):
        _over(room)
        told, record = live.story, room.record()
    if told is None:
        told = await house.bots.ask("story", record.head.game, record, STORY_SECONDS)
        live.story = told
    return told


async def _eyes(request: Asked, room: Room, seat: Seat | None, words: bool = False) -> Eyes:
    """The seat must be one's own while the game runs; a finished game hides nothing."""
    user = await who(request)
    user_id = user.id if user is not None else None
    if seat is not None and seat >= room.opening.players:
        raise Refused("no_such_seat", f"There is no seat {seat + 1}.", {"seat": seat}, 404)
    if seat is not None and room.stage != "over" and seat not in room.seats_of(user_id):
        raise not_yours(seat)
    return Eyes(user_id, seat, words=words)


def _may_look_back(room: Room) -> None:
    if room.stage == "open":
        raise Refused("not_begun", "The game has not begun.")
    if room.game.remembering and room.stage == "playing":
        raise Refused("remember", "Remembering is the game: no looking back while it runs.")


async def _past(room: Room, eyes: Eyes, first: int, count: int) -> PastViews:
    state, seat = room.start(), eyes.seat
    seen: list[Any] = [state.view(seat)] if first == 0 else []
    told: list[dict[str, Any]] = []
    async for place, event in unhurried(enumerate(room.events[: first + count - 1], start=1)):
        before, state = state, state.apply(event)
        if place >= first:
            seen.append(state.view(seat))
            seen_of_it = before.redact(event, seat)
            text = {"text": told_in_words(room.game, seen_of_it)} if eyes.words else {}
            told.append({**seen_of_it.wire(), **text})
    drawings = [drawing(room.game, view) for view in seen] if eyes.words else []
    return PastViews(first, seen, told, len(room.events) + 1, drawings)


def _over(room: Room) -> None:
    if room.stage != "over":
        raise Refused("not_over", "Only finished games are told in full.")


def _game(game_id: str) -> GameInfo:
    game = find_game(game_id)
    bots = game.bots() or {"random": RandomBot}
    options, values = choices(game)
    return GameInfo(
        id=game.id,
        name=game.name,
        players=tuple(game.players),
        options=options,
        choices=values,
        levels=tuple(LevelInfo(level, bot.name, bot.character) for level, bot in bots.items()),
        remembering=game.remembering,
        legend=game.legend,
        advises=advises(game),
        page=page_files(game),
    )


TABLES = [games, notation, open_tables, set_up, about, command, events, views, record, story]
