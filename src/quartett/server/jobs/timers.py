"""Clocks that run out, and bots whose table nobody has in memory."""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import Any

from quartett.core.errors import UnknownGame
from quartett.server.jobs.bots import BotPlayer
from quartett.server.sessions.manager import TableManager
from quartett.server.sessions.session import TableSession
from quartett.tables import play
from quartett.tables.errors import Refused
from quartett.tables.table import Draft, Table

logger = logging.getLogger("quartett.server")

POLL_SECONDS = 1.0
POLL_TABLES = 500
DOWN_MS = 3_000
"""A server without a heartbeat for this long was down."""


class Timers:
    """A timer for each table with a clock, and a poll of the store for tables that are due."""

    def __init__(self, tables: TableManager, bots: BotPlayer) -> None:
        self._tables = tables
        self._bots = bots
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        tables.observe(self.set_timer)

    async def start(self) -> None:
        await self._pause_clocks()
        self._begin(self._tables.stalls.run())
        self._begin(self._poll_forever())

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for timer in self._timers.values():
            timer.cancel()

    async def _pause_clocks(self) -> None:
        """No clock ran while the server was down. The first process to start writes it, once."""
        beat = await self._tables.store.last_beat()
        now = await self._tables.store.now()
        if beat is None or now - beat < DOWN_MS:
            return
        await self._tables.repository.add_downtime(beat, now)

        def decide(table: Table, now: int) -> Draft:
            return play.pause(table, now - max(beat, table.updated))

        for table_id in await self._tables.store.clocked():
            with contextlib.suppress(Refused, UnknownGame):
                await self._tables.perform(table_id, f"closed-{beat}", decide)

    async def _poll_forever(self) -> None:
        while True:
            try:
                await self._poll()
            except Refused as error:
                logger.warning("tables that are due could not be found: %s", error)
            except Exception:
                logger.exception("tables that are due could not be found")
            await asyncio.sleep(POLL_SECONDS)

    async def _poll(self) -> None:
        store = self._tables.store
        await store.beat()
        for table_id in await store.due(await store.now(), POLL_TABLES):
            with contextlib.suppress(UnknownGame):  # it waits until the game is installed again
                await self._serve(await self._tables.session(table_id))

    async def _serve(self, session: TableSession) -> None:
        if await self._tables.claim(session):
            await self._time_out(session)
            self._bots.schedule(session)

    def set_timer(self, session: TableSession, _: bool) -> None:
        """Come back when the next clock of the table runs out."""
        table = session.table
        if table is not None and not table.clocks.ticks:
            return
        timer = self._timers.pop(session.id, None)
        if timer is not None:
            timer.cancel()
        if table is None or not table.is_playing:
            return
        due = table.clocks.next_deadline()
        if due is None:
            return
        wait = max(0, due - table.updated) / 1000 + 0.005
        self._timers[session.id] = asyncio.get_running_loop().call_later(
            wait, lambda: self._begin(self._time_out(session))
        )

    async def _time_out(self, session: TableSession) -> None:
        """End the turn of every seat whose time is up."""
        self._timers.pop(session.id, None)
        try:
            while True:
                await self._tables.perform(session.id, None, play.time_out)
                self._tables.metrics.count("time_outs")
        except Refused as error:
            if error.status >= 500:
                logger.warning("a clock could not be stopped: %s", error)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
