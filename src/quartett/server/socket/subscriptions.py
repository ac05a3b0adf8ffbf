"""The tables that one socket follows: hello, bye, and what a client is sent after a reconnect."""

from collections.abc import Callable, Mapping

from quartett.core.event import Seat
from quartett.server.accounts import User
from quartett.server.application import Application
from quartett.server.jobs.legal_moves import LegalMoves
from quartett.server.sessions.session import Subscription
from quartett.server.sessions.slices import sliced
from quartett.tables.errors import Refused, not_yours
from quartett.tables.table import Table
from quartett.tables.viewing import history, messages, viewer
from quartett.tables.viewing.viewer import Viewer


class Subscriptions:
    """Begins and ends them, and sends what a client has missed."""

    def __init__(
        self,
        app: Application,
        user: User | None,
        subscribed: dict[str, Subscription],
        send: Callable[[bytes], None],
    ) -> None:
        self._app = app
        self._user = user.id if user is not None else None
        self._subscribed = subscribed
        """By table."""
        self._send = send
        self._legal_moves = LegalMoves(app.workers, subscribed)

    async def hello(self, message: messages.Hello) -> None:
        """Subscribe, and send the entries after the last that the client knows, or a snapshot."""
        subscribed = self._subscribed
        if message.table not in subscribed and len(subscribed) >= self._app.settings.follows:
            raise Refused("too_many", "This socket follows too many tables already.", status=429)
        async with self._app.tables.reading(message.table) as (session, table):
            user, seat = self._user, message.seat
            if seat is not None and seat not in table.seats_of(user):
                raise not_yours(seat)
            who = Viewer(user, seat, message.legal, message.offers, message.words, self._blocked)
            self.bye(message.table)
            subscription = Subscription(who, session, self._send, self._legal_moves.list_for)
            self._subscribed[message.table] = subscription
            session.subscribers.add(subscription)
            await self._catch_up(table, who, message.last)
        self._legal_moves.list_for(subscription)
        self._app.presence.changed(session)

    @property
    def _blocked(self) -> frozenset[str]:
        return self._app.moderation.blocked_by(self._user)

    def bye(self, table_id: str) -> None:
        subscription = self._subscribed.pop(table_id, None)
        if subscription is not None:
            subscription.session.subscribers.discard(subscription)
            self._app.presence.changed(subscription.session)

    def close(self) -> None:
        """The client is gone."""
        for table_id in list(self._subscribed):
            self.bye(table_id)

    async def repeat(self, table_id: str, cmd: str) -> None:
        """The answer to a command again, for a client that was not sent it by the broadcast."""
        subscription = self._subscribed.get(table_id)
        async with self._app.tables.reading(table_id) as (_, table):
            if subscription is not None:
                who = subscription.viewer
            else:
                held = table.seats_of(self._user)
                who = Viewer(self._user, held[0] if len(held) == 1 else None, blocked=self._blocked)
            await self._catch_up(table, who, table.commands.get(cmd, table.seq) - 1)

    def resync(self, table_id: str) -> None:
        """A snapshot, for a client that acted on an old position."""
        subscription = self._subscribed.get(table_id)
        table = subscription.session.table if subscription is not None else None
        if subscription is not None and table is not None:
            made = viewer.snapshot(table, subscription.viewer, table.updated)
            self._send(messages.encode(made))

    async def _catch_up(self, table: Table, who: Viewer, last: int | None) -> None:
        now = max(await self._app.store.now(), table.updated)
        made = history.reconnect(table, who, last, now)
        if made is None and last is not None:
            log = await self._app.repository.entries(table.id)
            steps = sliced(history.replay(table, log, who, last))
            made = history.missed_events(
                table, who, now, [step async for step in steps if step is not None]
            )
        self._send(messages.encode(made))


def subscribed_seat(subscribed: Mapping[str, Subscription], table_id: str) -> Seat | None:
    """The seat as which a client watches a table."""
    subscription = subscribed.get(table_id)
    return subscription.viewer.seat if subscription is not None else None
