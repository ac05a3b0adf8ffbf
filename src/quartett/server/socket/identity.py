"""Who speaks on a socket, and for which seat."""

from collections.abc import Mapping

from quartett.core.event import Seat
from quartett.server.accounts import User
from quartett.server.socket.subscription import Follow
from quartett.tables.errors import Refused, nobody, not_yours
from quartett.tables.table import Room


class Speaker:
    """A user, or somebody we do not know, with the tables they follow."""

    def __init__(self, user: User | None, follows: Mapping[str, Follow]) -> None:
        self._user = user
        self._follows = follows

    @property
    def id(self) -> str | None:
        return None if self._user is None else self._user.id

    @property
    def user(self) -> User:
        if self._user is None:
            raise nobody()
        return self._user

    def seat(self, room: Room, named: Seat | None) -> Seat:
        """The seat that is named, or looked with, or the only one held."""
        if named is not None:
            return named
        follow = self._follows.get(room.opening.id)
        if follow is not None and follow.eyes.seat is not None:
            return follow.eyes.seat
        seat = self.only_seat(room)
        if seat is None:
            raise Refused("which_seat", "Say which seat it is for.", status=400)
        return seat

    def own_seat(self, room: Room, named: Seat | None) -> Seat:
        """The same, and it must be held by who speaks."""
        seat = self.seat(room, named)
        if seat not in room.seats_of(self.id):
            raise not_yours(seat)
        return seat

    def only_seat(self, room: Room) -> Seat | None:
        held = room.seats_of(self.id)
        return held[0] if len(held) == 1 else None
