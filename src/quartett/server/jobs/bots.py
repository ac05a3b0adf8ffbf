"""Plays every seat that a bot has to play."""

import asyncio
import logging
import random
import time
from functools import partial
from typing import Any

import msgspec

from quartett.core.errors import IllegalAction
from quartett.core.event import Seat
from quartett.hosting.questions import Question, question_for
from quartett.server.jobs.worker import WorkerFailed
from quartett.server.jobs.workers import WorkerPool
from quartett.server.sessions.manager import TableManager
from quartett.server.sessions.session import TableSession
from quartett.server.settings import Settings
from quartett.tables import play
from quartett.tables.errors import Refused
from quartett.tables.table import Draft, Table

logger = logging.getLogger("quartett.server")

RETRY_SECONDS = 1.0
"""How long to wait after the store failed."""


class BotPlayer:
    """One task for each seat that is a bot's to play."""

    def __init__(self, tables: TableManager, workers: WorkerPool, settings: Settings) -> None:
        self._tables = tables
        self._workers = workers
        self._settings = settings
        self._tasks: dict[tuple[str, Seat], asyncio.Task[None]] = {}
        tables.observe(self.schedule)

    async def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()

    def schedule(self, session: TableSession, _: bool = True) -> None:
        """Start thinking wherever a bot is to act."""
        if session.table is None:
            return
        for seat in session.table.bots_to_act:
            key = (session.id, seat)
            if key not in self._tasks:
                task = asyncio.get_running_loop().create_task(self._play(session, seat))
                self._tasks[key] = task
                task.add_done_callback(partial(self._done, key))

    def _done(self, key: tuple[str, Seat], task: asyncio.Task[None]) -> None:
        self._tasks.pop(key, None)
        if not task.cancelled() and task.exception() is not None:
            logger.error("a bot could not be played", exc_info=task.exception())

    async def _play(self, session: TableSession, seat: Seat) -> None:
        """Play the seat as long as it is a bot's to play."""
        while await self._tables.claim(session):
            async with self._tables.reading(session.id) as (_, table):
                if seat not in table.bots_to_act:
                    return
                since = table.since.get(seat, 0)
                question = question_for(table, seat)
                pause = self._pause(table)
            await asyncio.sleep(pause)
            await self._move(session, seat, since, await self._decide(question))
            self._tables.metrics.count("bot_moves")

    async def _move(
        self, session: TableSession, seat: Seat, since: int, form: dict[str, Any]
    ) -> None:
        """Play it, unless the table has moved on; any legal move where it is none."""
        try:
            await self._tables.perform(
                session.id, None, lambda table, _: play.bot_move(table, seat, since, form)
            )
        except IllegalAction as error:
            logger.warning("a bot's move was refused: %s", error)
            await self._move_at_random(session, seat, since)
        except Refused as error:
            if error.status >= 500:
                await asyncio.sleep(RETRY_SECONDS)

    def _pause(self, table: Table) -> float:
        """People want to follow, and to look at what was shown."""
        pause = self._settings.bot_pause if table.people else 0.0
        return pause + table.lingers() if pause else 0.0

    async def _decide(self, question: Question) -> dict[str, Any]:
        """The bot's answer; one that dies is started again from what it saw."""
        since = time.monotonic()
        for _ in range(2):
            try:
                seconds = self._settings.bot_seconds
                ask = self._workers.ask("decide", question.game, question, seconds)
                form: dict[str, Any] = await ask
                self._tables.metrics.took("bot_seconds", time.monotonic() - since)
                return form
            except WorkerFailed as error:
                self._tables.metrics.count("bot_failures")
                logger.warning("bot %s of %s: %s", question.level, question.game, error)
        action = question.view.random_action(random.Random())
        fallback: dict[str, Any] = msgspec.to_builtins(action)
        return fallback

    async def _move_at_random(self, session: TableSession, seat: Seat, since: int) -> None:
        def decide(table: Table, _: int) -> Draft:
            assert table.state is not None
            action = table.state.random_action(seat, random.Random())
            return play.bot_move(table, seat, since, msgspec.to_builtins(action))

        await self._tables.perform(session.id, None, decide)
