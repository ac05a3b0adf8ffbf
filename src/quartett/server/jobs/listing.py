"""Legal actions of games where listing them takes its time: a worker does it, and they follow."""

import asyncio

import msgspec

from quartett.core.event import Seat
from quartett.core.parts import timing
from quartett.core.state import View
from quartett.server.jobs.bots import Bots
from quartett.server.socket.subscription import Follow
from quartett.tables import messages as protocol
from quartett.tables import viewer as audience


class Listing:
    """For the tables that one socket follows; one question at a time for each of them."""

    def __init__(self, bots: Bots, follows: dict[str, Follow]) -> None:
        self._bots = bots
        self._follows = follows
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def want(self, follow: Follow) -> None:
        """The position has been told; the actions are to follow, where they are wanted."""
        if _choice(follow) is None:
            return
        table = follow.live.table
        if table not in self._tasks or self._tasks[table].done():
            self._tasks[table] = asyncio.get_running_loop().create_task(self._list(table))

    async def _list(self, table: str) -> None:
        """Until what is before the seat is listed, though it may change meanwhile."""
        while (follow := self._follows.get(table)) is not None:
            choice = _choice(follow)
            if choice is None:
                return
            game, seat, since, view = choice
            follow.listed = since
            legal = await self._bots.legal(game, view)
            async with follow.live.lock:  # nothing is told that is not written yet
                room = follow.live.room
                if room is not None and seat in room.waiting and room.since.get(seat) == since:
                    told = audience.events(room, follow.eyes, room.updated, ())
                    follow.post(protocol.encode(msgspec.structs.replace(told, legal=legal)))


def _choice(follow: Follow) -> tuple[str, Seat, int, View] | None:
    """The game, the seat, since when it has its choice, its view; None: nothing to list."""
    room, seat = follow.live.room, follow.eyes.seat
    if room is None or room.state is None or seat is None or not follow.eyes.legal:
        return None
    if not timing(room.game).lists_slowly or seat not in room.waiting:
        return None
    since = room.since.get(seat, 0)
    return None if follow.listed == since else (room.game.id, seat, since, room.state.view(seat))
