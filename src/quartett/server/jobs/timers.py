"""Looks after what must happen although nobody asks: clocks that run out, bots left alone."""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import Any

from quartett.server.jobs.bots import Bots
from quartett.server.sessions.manager import Hall
from quartett.server.sessions.session import Live
from quartett.tables import decisions as judge
from quartett.tables.errors import Refused
from quartett.tables.table import Room

logger = logging.getLogger("quartett.server")

ROUND_SECONDS = 1.0
AT_ONCE = 500
CLOSED_MS = 3_000
"""A house that noted nothing for so long was closed."""


class Caretaker:
    """Goes round once a second, and is called when a clock is about to run out."""

    def __init__(self, hall: Hall, bots: Bots) -> None:
        self._hall = hall
        self._bots = bots
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        hall.after.append(self.set_timer)

    async def start(self) -> None:
        await self._reopen()
        self._begin(self._rounds())

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for timer in self._timers.values():
            timer.cancel()

    async def _reopen(self) -> None:
        """While the house was closed, no clock ran. Whoever opens it writes that down, once."""
        beat = await self._hall.store.last_beat()
        now = await self._hall.store.now()
        if beat is None or now - beat < CLOSED_MS:
            return
        for table in await self._hall.store.clocked():
            live = await self._hall.live(table)

            def decide(room: Room, now: int) -> judge.Draft:
                return judge.pause(room, now - max(beat, room.updated))

            with contextlib.suppress(Refused):
                await self._hall.perform(live, f"closed-{beat}", decide)

    async def _rounds(self) -> None:
        while True:
            try:
                await self._round()
            except Refused as error:
                logger.warning("the caretaker could not go round: %s", error)
            except Exception:
                logger.exception("the caretaker could not go round")
            await asyncio.sleep(ROUND_SECONDS)

    async def _round(self) -> None:
        store = self._hall.store
        await store.beat()
        for table in await store.due(await store.now(), AT_ONCE):
            live = await self._hall.live(table)
            if not await store.keeper(table):
                continue
            await self._call_time(live)
            self._bots.look_after(live)

    def set_timer(self, live: Live, _: bool) -> None:
        """Come back when the next clock of the table runs out."""
        room = live.room
        if room is not None and not room.clockwork.ticks:
            return
        timer = self._timers.pop(live.table, None)
        if timer is not None:
            timer.cancel()
        if room is None or not room.is_playing:
            return
        due = room.clockwork.next_deadline()
        if due is None:
            return
        loop = asyncio.get_running_loop()
        wait = max(0, due - room.updated) / 1000 + 0.005
        self._timers[live.table] = loop.call_later(wait, lambda: self._begin(self._call_time(live)))

    async def _call_time(self, live: Live) -> None:
        """End the turn of whoever's time is up; in time is no fault."""
        self._timers.pop(live.table, None)
        try:
            while True:
                await self._hall.perform(live, None, judge.time_out)
                self._hall.metrics.count("time_outs")
        except Refused as error:
            if error.status >= 500:
                logger.warning("a clock could not be stopped: %s", error)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
