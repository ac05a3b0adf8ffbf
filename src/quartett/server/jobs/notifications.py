"""Tells people by web push that it is their turn, unless they are connected."""

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from quartett.core.distribution import MissingExtra
from quartett.core.event import Seat
from quartett.server.accounts import PushTarget
from quartett.server.sessions.manager import TableManager
from quartett.server.sessions.presence import PresenceTracker
from quartett.server.sessions.session import TableSession
from quartett.server.settings import Settings

if TYPE_CHECKING:
    from quartett.server.jobs.push import Sender

logger = logging.getLogger("quartett.server")

TITLES = {
    "de": "Du bist am Zug: {game}",
    "fr": "À vous de jouer\N{NO-BREAK SPACE}: {game}",
    "en": "Your turn: {game}",
}


class Notifications:
    """Tracks which people tables are waiting for."""

    def __init__(self, tables: TableManager, presence: PresenceTracker, sender: "Sender") -> None:
        self._tables = tables
        self._presence = presence
        self._sender = sender
        self._waiting: dict[str, tuple[Seat, ...]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.public_key = sender.public
        tables.observe(self.notify)

    @classmethod
    async def open(
        cls, tables: TableManager, presence: PresenceTracker, settings: Settings
    ) -> "Notifications | None":
        """None without the extra `encryption`: then nobody is notified."""
        try:
            from quartett.server.jobs.push import Sender, new_key
        except MissingExtra:
            return None
        key = await tables.store.keep("push key", new_key)
        return cls(tables, presence, Sender(key, settings.contact))

    def check(self, push: PushTarget, hosts: tuple[str, ...]) -> None:
        """Refuse a subscription that is not at a known push service."""
        self._sender.check(push, hosts)

    def notify(self, session: TableSession, ours: bool) -> None:
        """Notify people whose turn has just begun, unless they are connected.

        Of several processes, the one that wrote does it.
        """
        table = session.table
        if table is None:
            return
        before, now = self._waiting.get(session.id, ()), table.turns
        if now == before:
            return
        if now:
            self._waiting[session.id] = now
        else:
            del self._waiting[session.id]
        present = {subscriber.viewer.user for subscriber in session.subscribers}
        new = [s for s in now if s not in before and table.seats[s].user not in present]
        if not new or not ours:
            return
        elsewhere = self._presence.seats(session)
        for user in {table.seats[seat].user for seat in new if seat not in elsewhere}:
            if user is not None:
                task = asyncio.get_running_loop().create_task(self._push(user, session))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _push(self, user: str, session: TableSession) -> None:
        table = session.table
        if table is None:
            return
        for push in await self._tables.repository.pushes(user):
            title = TITLES[push.language].format(game=table.game.name)
            message: dict[str, object] = {
                "title": title,
                "table": session.id,
                "game": table.game.id,
            }
            await self._send(push, message)

    async def _send(self, push: PushTarget, message: dict[str, object]) -> None:
        try:
            wanted = await asyncio.to_thread(self._sender.send, push, message)
        except OSError as error:
            logger.warning("a push service could not be reached: %s", type(error).__name__)
            return
        self._tables.metrics.count("pushes")
        if not wanted:
            await self._tables.store.drop_push(None, push.endpoint)
