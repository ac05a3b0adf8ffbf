"""Which past positions of a table somebody may see, from which seat, and when."""

from collections.abc import Iterable
from typing import Any

from quartett.core.event import Seat
from quartett.core.state import View
from quartett.hosting.answers import PastViews
from quartett.tables.errors import Refused, not_yours
from quartett.tables.play import find_seat
from quartett.tables.table import Table
from quartett.tables.viewing.text import drawing_text
from quartett.tables.viewing.viewer import Viewer

VIEWS = 60
"""The maximum number of positions in one answer."""


def viewer_from(
    table: Table,
    user: str | None,
    seat: Seat | None,
    words: bool = False,
) -> Viewer:
    """The seat must be one's own while the game runs; a finished game hides nothing."""
    if seat is not None:
        find_seat(table, seat)
        if table.stage != "over" and seat not in table.seats_of(user):
            raise not_yours(seat)
    return Viewer(user, seat, words=words)


def past_positions(
    table: Table,
    first: int,
    found: Iterable[tuple[dict[str, Any] | None, View]],
    words: bool,
) -> PastViews:
    """The steps of `history.past_views` as one answer."""
    steps = list(found)
    views = [view for _, view in steps]
    return PastViews(
        first,
        views,
        [event for event, _ in steps if event is not None],
        len(table.events) + 1,
        [drawing_text(table.game, view) for view in views] if words else [],
    )


def record_text(table: Table) -> str:
    """The record of a finished game, as a file holds it."""
    check_over(table)
    return "\n".join(table.record().lines()) + "\n"


def check_over(table: Table) -> None:
    if table.stage != "over":
        raise Refused("not_over", "The whole game is shown once it is over.")
