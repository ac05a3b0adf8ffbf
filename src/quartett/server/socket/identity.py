"""Who a socket belongs to, and for which seat a message is."""

from collections.abc import Mapping

from quartett.core.event import Seat
from quartett.server.accounts import User
from quartett.server.sessions.session import Subscription
from quartett.tables.errors import Refused, nobody, not_yours
from quartett.tables.table import Table


class Identity:
    """A user, or a stranger, with the tables they subscribed to."""

    def __init__(self, user: User | None, subscribed: Mapping[str, Subscription]) -> None:
        self._user = user
        self._subscribed = subscribed

    @property
    def id(self) -> str | None:
        return None if self._user is None else self._user.id

    @property
    def user(self) -> User:
        if self._user is None:
            raise nobody()
        return self._user

    def seat(self, table: Table, named: Seat | None) -> Seat:
        """The seat that is named, or subscribed as, or the only one held."""
        if named is not None:
            return named
        subscription = self._subscribed.get(table.id)
        if subscription is not None and subscription.viewer.seat is not None:
            return subscription.viewer.seat
        seat = self.only_seat(table)
        if seat is None:
            raise Refused("which_seat", "Say which seat it is for.", status=400)
        return seat

    def own_seat(self, table: Table, named: Seat | None) -> Seat:
        """The same; it must be the user's own."""
        seat = self.seat(table, named)
        if seat not in table.seats_of(self.id):
            raise not_yours(seat)
        return seat

    def only_seat(self, table: Table) -> Seat | None:
        held = table.seats_of(self.id)
        return held[0] if len(held) == 1 else None
