"""Legal actions of games that list them slowly: a worker does it, and they follow the position."""

import asyncio
from collections.abc import Mapping

import msgspec

from quartett.core.event import Seat
from quartett.core.parts import timing
from quartett.core.state import View
from quartett.server.jobs.workers import WorkerPool
from quartett.server.sessions.session import Subscription
from quartett.tables.viewing import messages, viewer


class LegalMoves:
    """For the subscriptions of one socket, one question at a time for each of them."""

    def __init__(self, workers: WorkerPool, subscribed: Mapping[str, Subscription]) -> None:
        self._workers = workers
        self._subscribed = subscribed
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def list_for(self, subscription: Subscription) -> None:
        """The position has been sent; send the actions too, where they are wanted."""
        if _choice(subscription) is None:
            return
        table_id = subscription.session.id
        if table_id not in self._tasks or self._tasks[table_id].done():
            self._tasks[table_id] = asyncio.get_running_loop().create_task(self._list(table_id))

    async def _list(self, table_id: str) -> None:
        """Until the seat's actions are listed, though its choice may change meanwhile."""
        while (subscription := self._subscribed.get(table_id)) is not None:
            choice = _choice(subscription)
            if choice is None:
                return
            game, seat, since, view = choice
            subscription.listed = since
            legal = await self._workers.legal(game, view)
            async with subscription.session.lock:  # nothing is sent that is not written yet
                table = subscription.session.table
                if table is not None and seat in table.waiting and table.since.get(seat) == since:
                    made = viewer.events(table, subscription.viewer, table.updated, ())
                    subscription.send(messages.encode(msgspec.structs.replace(made, legal=legal)))


def _choice(subscription: Subscription) -> tuple[str, Seat, int, View] | None:
    """The game, the seat, since when it has its choice, its view; None: nothing to list."""
    table, seat = subscription.session.table, subscription.viewer.seat
    if table is None or table.state is None or seat is None or not subscription.viewer.legal:
        return None
    if not timing(table.game).lists_slowly or seat not in table.waiting:
        return None
    since = table.since.get(seat, 0)
    if subscription.listed == since:
        return None
    return table.game.id, seat, since, table.state.view(seat)
