"""What players do about each other: mute, block, report."""

from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request

from quartett.server.http.requests import address_of, app_of, somebody
from quartett.server.http.routing import post
from quartett.tables.errors import Refused
from quartett.tables.play import find_seat
from quartett.tables.setup import SeatNumber
from quartett.tables.table import Table


class Whom(Struct, frozen=True, forbid_unknown_fields=True):
    """The person at a seat; `on: false` takes it back."""

    seat: SeatNumber
    on: bool = True


class AbuseReport(Struct, frozen=True, forbid_unknown_fields=True):
    seat: SeatNumber
    text: Annotated[str, Meta(min_length=1, max_length=1000)]


@post("/api/tables/{table_id}/mute", summary="Let a seat write no chat", status=204)
async def mute(request: Request, table_id: str, data: Whom) -> None:
    user, app = await somebody(request), app_of(request)
    async with app.tables.reading(table_id) as (_, table):
        if table.setup.owner != user.id:
            raise Refused("not_owner", "Only the table's owner may do this.", status=403)
        other = _person(table, data.seat, user.id)
    await app.moderation.mute(table_id, other, data.on)


@post("/api/tables/{table_id}/block", summary="Read no more of a person", status=204)
async def block(request: Request, table_id: str, data: Whom) -> None:
    user, app = await somebody(request), app_of(request)
    async with app.tables.reading(table_id) as (_, table):
        other = _person(table, data.seat, user.id)
    await app.moderation.block(user, other, data.on)


@post("/api/tables/{table_id}/report", summary="Tell the host of a person", status=204)
async def report(request: Request, table_id: str, data: AbuseReport) -> None:
    user, app = await somebody(request), app_of(request)
    app.limit("report", address_of(request.scope))
    async with app.tables.reading(table_id) as (_, table):
        other = _person(table, data.seat, user.id)
    text = "".join(c if c.isprintable() else " " for c in data.text)
    await app.moderation.report(table_id, user, other, text)


def _person(table: Table, seat: int, me: str) -> str:
    user = find_seat(table, seat).user
    if user is None or user == me:
        raise Refused("nobody_there", "There is nobody else on this seat.", {"seat": seat})
    return user


PEOPLE = [mute, block, report]
