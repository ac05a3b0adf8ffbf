"""Tables in lists."""

from quartett.server.accounts import User
from quartett.server.http.answers import Line
from quartett.server.store.contract import Row


def line(row: Row, user: User | None) -> Line:
    """The table as one visitor sees it in a list."""
    user_id = user.id if user is not None else None
    taken = [bool(name or holder) for name, holder in zip(row.names, row.users, strict=True)]
    seats = tuple(s for s, holder in enumerate(row.users) if holder and holder == user_id)
    return Line(
        id=row.id,
        game=row.game,
        stage=row.stage,
        clock=row.clock,
        language=row.language,
        names=tuple(name if taken[seat] else None for seat, name in enumerate(row.names)),
        free=taken.count(False),
        seats=seats,
        turn=any(seat in row.turns for seat in seats),
        updated=row.updated,
        scores=row.scores,
        winners=row.winners,
    )
