"""Your turn: told by web push to people who are not looking, and by a feed to all."""

import asyncio
import logging
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from quartett.core.event import Seat
from quartett.server.accounts import User
from quartett.server.jobs.push import Sender, new_key
from quartett.server.sessions.manager import Hall
from quartett.server.sessions.presence import Presence
from quartett.server.sessions.session import Live
from quartett.server.settings import Settings
from quartett.server.store.contract import Push, Row

logger = logging.getLogger("quartett.server")

TITLES = {
    "de": "Du bist am Zug: {game}",
    "fr": "À vous de jouer : {game}",
    "en": "Your turn: {game}",
}


class Notices:
    """Watches whom the tables wait for."""

    def __init__(self, hall: Hall, presence: Presence, sender: Sender) -> None:
        self._hall = hall
        self._presence = presence
        self._sender = sender
        self._told: dict[str, tuple[Seat, ...]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.public_key = sender.public
        hall.after.append(self.look)

    @classmethod
    async def open(cls, hall: Hall, presence: Presence, settings: Settings) -> "Notices":
        key = await hall.store.keep("push key", new_key)
        return cls(hall, presence, Sender(key, settings.contact))

    def look(self, live: Live, ours: bool) -> None:
        """Tell people for whom the table has just begun to wait, unless they are looking.

        Of several processes the one that wrote tells them.
        """
        room = live.room
        if room is None:
            return
        before, now = self._told.get(live.table, ()), room.turns
        if now == before:
            return
        if now:
            self._told[live.table] = now
        else:
            del self._told[live.table]
        present = {follow.eyes.user for follow in live.followers}
        new = [s for s in now if s not in before and room.seats[s].user not in present]
        if not new or not ours:
            return
        elsewhere = self._presence.seats(live)
        for user in {room.seats[seat].user for seat in new if seat not in elsewhere}:
            if user is not None:
                task = asyncio.get_running_loop().create_task(self._notify(user, live))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _notify(self, user: str, live: Live) -> None:
        room = live.room
        if room is None:
            return
        for push in await self._hall.store.pushes(user):
            title = TITLES[push.language].format(game=room.game.name)
            message: dict[str, object] = {"title": title, "table": live.table, "game": room.game.id}
            await self._send(push, message)

    async def _send(self, push: Push, message: dict[str, object]) -> None:
        try:
            wanted = await asyncio.to_thread(self._sender.send, push, message)
        except OSError as error:
            logger.warning("a push service could not be reached: %s", type(error).__name__)
            return
        self._hall.metrics.count("pushes")
        if not wanted:
            await self._hall.store.drop_push(None, push.endpoint)


def feed(user: User, rows: list[Row], base: str, when: Any) -> str:
    """An Atom feed of the tables that wait for this user."""
    waiting = [row for row in rows if any(row.users[seat] == user.id for seat in row.turns)]
    latest = max((row.updated for row in waiting), default=user.created)
    entries = "".join(_entry(row, base, when) for row in waiting)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
        f"<id>urn:quartett:{escape(user.feed[:8])}</id><title>Quartett</title>"
        f"<link href={quoteattr(base)}/><updated>{when(latest)}</updated>{entries}</feed>\n"
    )


def _entry(row: Row, base: str, when: Any) -> str:
    title = TITLES[row.language].format(game=row.game.capitalize())
    names = ", ".join(name for name in row.names if name)
    return (
        f"<entry><id>urn:quartett:{row.id}:{row.updated}</id><title>{escape(title)}</title>"
        f"<link href={quoteattr(f'{base}#/table/{row.id}')}/><updated>{when(row.updated)}</updated>"
        f"<author><name>Quartett</name></author><summary>{escape(names)}</summary></entry>"
    )
