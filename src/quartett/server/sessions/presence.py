"""Who is connected to a table, here and at the other processes."""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Coroutine, Iterable
from typing import Any

import msgspec
from msgspec import Struct

from quartett.core.event import Seat
from quartett.server.sessions.manager import TableManager
from quartett.server.sessions.session import TableSession
from quartett.tables.viewing import messages

BEAT_SECONDS = 2.0
SILENCE_SECONDS = 7.0
"""A process that is silent for this long is gone, and its clients with it."""


class PresenceMessage(Struct, frozen=True, omit_defaults=True):
    """What processes publish: who is connected to a table there, or only that they are alive."""

    process: str
    table: str | None = None
    seats: tuple[Seat, ...] = ()
    watching: int = 0
    asks: bool = False
    """Whether the others are to publish all of this again."""
    leaves: bool = False
    """Whether the process closes."""


class PresenceTracker:
    """Keeps what the others published, and sends subscribers the changes."""

    def __init__(self, tables: TableManager) -> None:
        self._tables = tables
        self._me = secrets.token_hex(8)
        self._others: dict[str, dict[str, PresenceMessage]] = {}
        """By table and process."""
        self._last_message: dict[str, float] = {}
        """When each of the other processes last published."""
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        if self._tables.store.shared:
            self._begin(self._beat())

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._tables.store.shared:
            await self._publish(PresenceMessage(self._me, leaves=True))

    def changed(self, session: TableSession) -> None:
        """Somebody subscribed to the table here, or unsubscribed."""
        self._send(session.id)
        if self._tables.store.shared:
            self._begin(self._publish(self._own_message(session)))

    def ask(self) -> None:
        """Messages may have been lost."""
        self._begin(self._publish(PresenceMessage(self._me, asks=True)))

    def receive(self, published: str) -> None:
        """What another process, or this one itself, published."""
        message = msgspec.json.decode(published, type=PresenceMessage)
        if message.process == self._me:
            return
        self._last_message[message.process] = time.monotonic()
        if message.leaves:
            self._forget(message.process)
        elif message.asks:
            self._begin(self._publish_all())
        elif message.table is not None:
            self._note(message, message.table)

    def _note(self, message: PresenceMessage, table: str) -> None:
        published = self._others.setdefault(table, {})
        before = published.pop(message.process, None)
        if message.seats or message.watching:
            published[message.process] = message
        if not published:
            del self._others[table]
        if message != before:
            self._send(table)

    def seats(self, session: TableSession) -> list[Seat]:
        """The seats that are connected, to any process."""
        return _seats(self._all_messages(session))

    def _all_messages(self, session: TableSession) -> list[PresenceMessage]:
        """Of this process and of the others."""
        return [self._own_message(session), *self._others.get(session.id, {}).values()]

    def _send(self, table_id: str) -> None:
        session = self._tables.sessions.get(table_id)
        if session is None or not session.subscribers:
            return
        published = self._all_messages(session)
        watching = sum(message.watching for message in published)
        presence = messages.Presence(table=table_id, seats=_seats(published), watching=watching)
        encoded = messages.encode(presence)
        for subscriber in list(session.subscribers):
            subscriber.send(encoded)

    def _own_message(self, session: TableSession) -> PresenceMessage:
        seats = [subscriber.viewer.seat for subscriber in session.subscribers]
        sitting = tuple(sorted({seat for seat in seats if seat is not None}))
        return PresenceMessage(self._me, session.id, sitting, seats.count(None))

    async def _beat(self) -> None:
        while True:
            await self._publish(PresenceMessage(self._me))
            await asyncio.sleep(BEAT_SECONDS)
            silent = time.monotonic() - SILENCE_SECONDS
            for process in [name for name, at in self._last_message.items() if at < silent]:
                self._forget(process)

    def _forget(self, process: str) -> None:
        self._last_message.pop(process, None)
        for table, published in list(self._others.items()):
            if process in published:
                self._note(PresenceMessage(process, table), table)

    async def _publish_all(self) -> None:
        for session in list(self._tables.sessions.values()):
            if session.subscribers:
                await self._publish(self._own_message(session))

    async def _publish(self, message: PresenceMessage) -> None:
        with contextlib.suppress(Exception):  # presence is not worth failing for
            await self._tables.store.publish(msgspec.json.encode(message).decode())

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _seats(published: Iterable[PresenceMessage]) -> list[Seat]:
    return sorted({seat for message in published for seat in message.seats})
