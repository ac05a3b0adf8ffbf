"""What players do about each other: mute, block, report."""

from typing import Annotated

from msgspec import Meta
from starlette.requests import Request

from quartett.core.event import Seat
from quartett.hosting.answers import AbuseReport, PersonChange, PersonInfo
from quartett.hosting.importing import ELSEWHERE
from quartett.server.accounts import ERASED, User
from quartett.server.application import Application
from quartett.server.http.requests import address_of, anybody, app_of, somebody, who
from quartett.server.http.routing import Reply, get, post
from quartett.tables.entries import Said
from quartett.tables.errors import Refused
from quartett.tables.play import find_seat
from quartett.tables.table import Table

SeatQuery = Annotated[int, Meta(ge=0, le=15)] | None
EntryQuery = Annotated[int, Meta(ge=1, le=10**9)] | None

NO_PERSON = (None, ELSEWHERE, ERASED)
"""Who holds a seat or wrote, where that is nobody whom this server knows."""


@get("/api/tables/{table_id}/person", summary="What one has set about a person")
async def person(
    request: Request, table_id: str, seat: SeatQuery = None, said: EntryQuery = None
) -> PersonInfo:
    user, app = await who(request), app_of(request)
    async with app.tables.reading(table_id) as (_, table):
        is_owner = user is not None and table.setup.owner == user.id
        other = await _other(app, table, user, seat, said)
    if user is None:
        return PersonInfo(blocked=False, muted=None)
    muted = await app.moderation.has_muted(table_id, other) if is_owner else None
    return PersonInfo(other in await app.moderation.read_blocks(user.id), muted)


@post("/api/tables/{table_id}/mute", summary="Let a person write no chat", status=204)
async def mute(request: Request, table_id: str, data: PersonChange) -> None:
    user, app = await somebody(request), app_of(request)
    async with app.tables.reading(table_id) as (_, table):
        if table.setup.owner != user.id:
            raise Refused("not_owner", "Only the table's owner may do this.", status=403)
        other = await _other(app, table, user, data.seat, data.said)
    await app.moderation.mute(table_id, other, data.on)


@post("/api/tables/{table_id}/block", summary="Read no more of a person", status=204)
async def block(request: Request, table_id: str, data: PersonChange) -> Reply[None]:
    """Who only watches may not have said who they are: they become a guest."""
    app = app_of(request)
    asking = await who(request)
    async with app.tables.reading(table_id) as (_, table):
        other = await _other(app, table, asking, data.seat, data.said)
    user, cookies = await anybody(request)
    await app.moderation.block(user, other, data.on)
    return Reply(None, cookies=cookies)


@post("/api/tables/{table_id}/report", summary="Tell the host of a person", status=204)
async def report(request: Request, table_id: str, data: AbuseReport) -> Reply[None]:
    """Likewise."""
    app = app_of(request)
    app.limit("report", address_of(request.scope))
    asking = await who(request)
    async with app.tables.reading(table_id) as (_, table):
        other = await _other(app, table, asking, data.seat, data.said)
    user, cookies = await anybody(request)
    text = "".join(c if c.isprintable() else " " for c in data.text)
    await app.moderation.report(table_id, user, other, text)
    return Reply(None, cookies=cookies)


async def _other(
    app: Application, table: Table, user: User | None, seat: Seat | None, said: int | None
) -> str:
    """The id of the person at a seat or behind a chat entry; never one's own, or a bot."""
    if (seat is None) == (said is None):
        why = "Name a person by `seat` or by `said`, the `seq` of a chat entry; by one of them."
        raise Refused("malformed", why, status=400)
    if seat is not None:
        other = find_seat(table, seat).user
        where = {"seat": seat}
    else:
        assert said is not None
        other = await _writer(app, table, said)
        where = {"said": said}
    if other is None or other in NO_PERSON or (user is not None and other == user.id):
        raise Refused("nobody_there", "There is nobody else there.", where)
    return other


async def _writer(app: Application, table: Table, seq: int) -> str:
    """Whoever wrote the chat entry."""
    entry = next((entry for entry, _ in table.recent if entry.seq == seq), None)
    if entry is None and seq <= table.seq:
        entry = await app.repository.entry(table.id, seq)
    if entry is None or not isinstance(entry.what, Said):
        where = {"said": seq}
        raise Refused("no_message", f"Entry {seq} of the log is not a message.", where, 404)
    return entry.what.user


PEOPLE = [person, mute, block, report]
