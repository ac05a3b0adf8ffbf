"""Removes what nobody comes back for, by age: open tables, abandoned and finished games, guests."""

import asyncio
import gzip
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

from quartett.core.errors import UnknownGame
from quartett.server.sessions.manager import TableManager
from quartett.server.settings import Ages, Settings
from quartett.tables.errors import Refused

logger = logging.getLogger("quartett.server")

EVERY_SECONDS: Final = 3600.0
BATCH: Final = 200
"""Rows at a time, until there are no more, so that others are served in between."""
DAY_MS: Final = 86_400_000

OLD_GUESTS: Final = """
SELECT id FROM users
WHERE account IS NULL AND created < ? AND NOT EXISTS (SELECT 1 FROM seats WHERE user_id = users.id)
AND NOT EXISTS (SELECT 1 FROM programs WHERE programs.id = users.id OR maker = users.id)
AND NOT EXISTS (SELECT 1 FROM sessions WHERE user_id = users.id AND created >= ?)
AND id > ? ORDER BY id LIMIT ?
"""
OLD_TABLES: Final = """
SELECT id FROM tables WHERE stage = ? AND updated < ? AND id > ? ORDER BY id LIMIT ?
"""


class Pruning:
    """One pass an hour; with several processes each does it, and the database keeps count."""

    def __init__(self, tables: TableManager, settings: Settings) -> None:
        self._tables = tables
        self._store = tables.store
        self._ages = settings.ages
        self._archive = Path(settings.archive) if settings.archive else None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._forever())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _forever(self) -> None:
        while True:
            try:
                await self.prune()
            except Refused as error:
                logger.warning("old tables could not be removed: %s", error)
            except Exception:
                logger.exception("old tables could not be removed")
            await asyncio.sleep(EVERY_SECONDS)

    async def prune(self) -> None:
        ages, now = self._ages, await self._store.now()
        for stage, days in _by_stage(ages).items():
            if days is not None:
                await self._prune_tables(stage, now - round(days * DAY_MS))
        if ages.guests is not None:
            await self._prune_guests(now - round(ages.guests * DAY_MS))

    async def _prune_tables(self, stage: str, before: int) -> None:
        """`updated` may be older than the last move, so each log is looked at."""
        async for table in self._each(OLD_TABLES, stage, before):
            events = await self._store.events(table)
            if events and events[-1][1] >= before:
                continue
            if stage == "over" and not await self._archived(table):
                continue
            self._tables.drop(table)
            await self._store.drop_table(table)
            self._tables.metrics.count("pruned")

    async def _each(self, find: str, *values: Any) -> AsyncIterator[str]:
        """All ids that are found, those that stay included, batch by batch in their order."""
        last = ""
        while found := await self._store.query(find, *values, last, BATCH):
            for (id,) in found:
                yield id
            last = found[-1][0]

    async def _archived(self, table_id: str) -> bool:
        """Keep a finished game as a record; without a folder for them it stays."""
        if self._archive is None:
            return False
        try:
            async with self._tables.reading(table_id) as (_, table):
                text = "\n".join(table.record().lines()) + "\n"
                name = f"{table.game.id}-{table_id}.jsonl.gz"
        except UnknownGame:  # it is not installed any more
            return False
        self._archive.mkdir(mode=0o700, parents=True, exist_ok=True)
        await asyncio.to_thread((self._archive / name).write_bytes, gzip.compress(text.encode()))
        return True

    async def _prune_guests(self, before: int) -> None:
        async for user in self._each(OLD_GUESTS, before, before):
            for table in ("sessions", "pushes", "blocks", "exercises"):
                await self._store.execute(f"DELETE FROM {table} WHERE user_id = ?", user)
            await self._store.execute("DELETE FROM users WHERE id = ?", user)
            self._tables.metrics.count("pruned")


def _by_stage(ages: Ages) -> dict[str, float | None]:
    return {"open": ages.open, "playing": ages.playing, "over": ages.over, "closed": ages.closed}
