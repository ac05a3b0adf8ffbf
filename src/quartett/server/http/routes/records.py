"""Games that somebody played without this server, as games of their account."""

import base64
import hashlib
from collections.abc import Iterable

from starlette.requests import Request

from quartett.core.record import Record
from quartett.hosting.answers import PlayedRecord
from quartett.hosting.importing import bad_record, imported
from quartett.server.accounts import User
from quartett.server.application import Application
from quartett.server.http.requests import address_of, app_of, somebody
from quartett.server.http.routes.me import EXPORTED
from quartett.server.http.routing import post
from quartett.server.jobs.worker import WorkerFailed
from quartett.tables.entries import scoped
from quartett.tables.errors import Refused
from quartett.tables.info import TableInfo
from quartett.tables.viewing.summary import TableSummary
from quartett.tables.viewing.viewer import table_info

KEPT = 500
"""The maximum number of such games of one account."""
BODY_BYTES = 500_000
"""Of a request; a record is a text in a text, where quotation marks count double."""
SECONDS = 20.0
"""What a replay may take."""


@post(
    "/api/me/records",
    summary="Keep a game that I played on my device",
    status=201,
    body_bytes=BODY_BYTES,
)
async def keep_record(request: Request, data: PlayedRecord) -> TableInfo:
    """The record is replayed and verified first. The same game again is the same table."""
    app = app_of(request)
    user = await somebody(request)
    if user.account is None:
        raise Refused("needs_account", "Games are kept for accounts only.", status=403)
    app.limit("record", address_of(request.scope))
    record = await _read(app, data.text)
    if max(data.seats) >= record.head.players:
        raise bad_record(f"it has no seat {max(data.seats)}")
    table_id = id_of(user, record)
    if await app.store.setup(table_id) is None:
        check_room(await app.repository.tables_of(user.id, EXPORTED))
    table, draft = imported(record, user, data.seats, table_id, await app.store.now())
    await app.tables.take_in(table, scoped(user.id, "imported"), draft)
    async with app.tables.reading(table_id) as (_, kept):
        return table_info(kept, user.id)


async def _read(app: Application, text: str) -> Record:
    """In a worker: whoever wrote it may want to keep the server busy."""
    key = f"record {hashlib.sha256(text.encode()).hexdigest()}"
    try:
        found: Record | str = await app.reviews.get(key, "read", "", text, SECONDS)
    except WorkerFailed:
        raise bad_record("it takes too long to replay") from None
    if isinstance(found, str):
        raise bad_record(found)
    return found


def check_room(tables: Iterable[TableSummary]) -> None:
    """Refuse one more, where an account has kept enough."""
    if sum(table.imported for table in tables) >= KEPT:
        raise Refused(
            "too_many_records", f"An account keeps at most {KEPT} such games.", {"n": KEPT}, 403
        )


def id_of(user: User, record: Record) -> str:
    """The same for the same game of the same account; nobody can guess it."""
    told = "\n".join([user.id, *record.lines()]).encode()
    return base64.b32encode(hashlib.sha256(told).digest())[:16].decode().lower()
