"""The Atom feed of the tables that wait for a user."""

from datetime import UTC, datetime
from xml.sax.saxutils import escape, quoteattr

from starlette.requests import Request

from quartett.server.accounts import User
from quartett.server.http.requests import app_of
from quartett.server.http.routing import get
from quartett.server.jobs.notifications import TITLES
from quartett.tables.errors import Refused
from quartett.tables.viewing.summary import TableSummary

TABLES = 200


@get("/feed/{secret}", summary="An Atom feed of my turns", media_type="application/atom+xml")
async def feed(request: Request, secret: str) -> str:
    app = app_of(request)
    user = await app.repository.user_by("feed", secret)
    if user is None:
        raise Refused("no_feed", "There is no such feed.", status=404)
    tables = await app.repository.tables_of(user.id, TABLES)
    asked = str(request.base_url).rstrip("/") + app.settings.prefix
    base = (app.settings.address or asked).rstrip("/") + "/"
    return atom(user, tables, base)


def atom(user: User, tables: list[TableSummary], base: str) -> str:
    """An Atom feed of the tables that wait for this user."""
    waiting = [table for table in tables if table.shown_to(user.id).turn]
    latest = max((table.updated for table in waiting), default=user.created)
    entries = "".join(_entry(table, base) for table in waiting)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
        f"<id>urn:quartett:{escape(user.feed[:8])}</id><title>Quartett</title>"
        f"<link href={quoteattr(base)}/><updated>{_when(latest)}</updated>{entries}</feed>\n"
    )


def _entry(table: TableSummary, base: str) -> str:
    title = TITLES[table.language].format(game=table.game.capitalize())
    names = ", ".join(name for name in table.names if name)
    return (
        f"<entry><id>urn:quartett:{table.id}:{table.updated}</id><title>{escape(title)}</title>"
        f"<link href={quoteattr(f'{base}#/table/{table.id}')}/>"
        f"<updated>{_when(table.updated)}</updated>"
        f"<author><name>Quartett</name></author><summary>{escape(names)}</summary></entry>"
    )


def _when(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="seconds")
