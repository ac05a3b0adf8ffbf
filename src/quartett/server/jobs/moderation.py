"""What this process knows of bans, mutes and blocks, and what it does when a host acts.

`quartett admin` writes to the database; every process reads what is new there, once a second.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from quartett.server.accounts import User
from quartett.server.sessions.manager import TableManager
from quartett.tables.errors import Refused

logger = logging.getLogger("quartett.server")

POLL_SECONDS: Final = 1.0
ADD_REPORT: Final = (
    "INSERT INTO reports (id, at, game_id, reporter, reported, text)"
    " SELECT coalesce(max(id), 0) + 1, ?, ?, ?, ?, ? FROM reports"
)


class Moderation:
    """Bans, mutes and blocks in memory; the database has them too."""

    def __init__(self, tables: TableManager, log_out: Callable[[str], None]) -> None:
        self._tables = tables
        self._store = tables.store
        self._log_out = log_out
        self._last = 0
        """The last of the host's actions that this process knows."""
        self._bans: dict[str, int | None] = {}
        self._mutes: set[tuple[str, str]] = set()
        self._blocks: dict[str, frozenset[str]] = {}
        self._task: asyncio.Task[None] | None = None
        self._now = 0

    async def start(self) -> None:
        found = await self._store.query("SELECT coalesce(max(id), 0) FROM actions")
        self._last = found[0][0]
        await self._load()
        self._task = asyncio.get_running_loop().create_task(self._poll_forever())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def check(self, subject: str) -> None:
        """Refuse a user or an address that is banned."""
        if not self._bans or subject not in self._bans:
            return
        until = self._bans[subject]
        if until is None or until > self._now:
            raise Refused("banned", "The host of this server has banned you.", status=403)

    def check_chat(self, table: str, user: str) -> None:
        if (table, user) in self._mutes:
            raise Refused("muted", "The table's owner has muted you.", status=403)

    def blocked_by(self, user: str | None) -> frozenset[str]:
        """The users whose chat this user does not want to read."""
        return self._blocks.get(user, frozenset()) if user is not None else frozenset()

    async def read_blocks(self, user: str) -> frozenset[str]:
        """The same from the database, which another process may have changed just now."""
        found = await self._store.query("SELECT other FROM blocks WHERE user_id = ?", user)
        return frozenset(other for (other,) in found)

    async def has_muted(self, table: str, user: str) -> bool:
        """Whether the table's owner lets this user write no chat there."""
        find = "SELECT 1 FROM mutes WHERE game_id = ? AND user_id = ?"
        return bool(await self._store.query(find, table, user))

    async def mute(self, table: str, user: str, on: bool) -> None:
        await self._put("mutes", "game_id", "user_id", table, user, on)

    async def block(self, user: User, other: str, on: bool) -> None:
        await self._put("blocks", "user_id", "other", user.id, other, on)

    async def report(self, table: str, user: User, reported: str, text: str) -> None:
        now = await self._store.now()
        await self._store.execute(ADD_REPORT, now, table, user.id, reported, text)

    async def _put(self, table: str, first: str, second: str, one: str, two: str, on: bool) -> None:
        await self._store.execute(
            f"DELETE FROM {table} WHERE {first} = ? AND {second} = ?", one, two
        )
        if on:
            put = f"INSERT INTO {table} ({first}, {second}) VALUES (?, ?) ON CONFLICT DO NOTHING"
            await self._store.execute(put, one, two)
        await self._load()

    async def _load(self) -> None:
        self._now = await self._store.now()
        bans = await self._store.query("SELECT subject, until FROM bans")
        self._bans = dict(bans)
        mutes = await self._store.query("SELECT game_id, user_id FROM mutes")
        self._mutes = {(table, user) for table, user in mutes}
        blocks: dict[str, set[str]] = {}
        for user, other in await self._store.query("SELECT user_id, other FROM blocks"):
            blocks.setdefault(user, set()).add(other)
        known, self._blocks = self._blocks, {one: frozenset(all) for one, all in blocks.items()}
        if self._blocks != known:
            self._change_viewers()

    def _change_viewers(self) -> None:
        """Sockets that are open follow what their users block now."""
        for session in self._tables.sessions.values():
            for subscription in session.subscribers:
                viewer = subscription.viewer
                subscription.viewer = replace(viewer, blocked=self.blocked_by(viewer.user))

    async def _poll_forever(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                await self._poll()
            except Refused as error:
                logger.warning("the host's actions could not be read: %s", error)
            except Exception:
                logger.exception("the host's actions could not be read")

    async def _poll(self) -> None:
        find = "SELECT id, what, target FROM actions WHERE id > ? ORDER BY id"
        new = await self._store.query(find, self._last)
        self._now = await self._store.now()
        if new or self._store.shared:  # other processes write mutes and blocks
            await self._load()
        for number, what, target in new:
            self._last = number
            if what in ("close", "erase-table"):
                self._tables.drop(target)
            elif what in ("ban", "erase"):  # a user, or an address
                self._log_out(target)
