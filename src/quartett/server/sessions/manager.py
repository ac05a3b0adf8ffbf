"""The tables in memory, and the one path by which anything happens at them.

Decide, append to the log, commit, then acknowledge and broadcast.
"""

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Coroutine
from functools import partial
from typing import Any

from msgspec import UNSET

from quartett.core import fairness
from quartett.hosting.positions import set_up
from quartett.server.accounts import new_table_id
from quartett.server.metrics import Metrics
from quartett.server.repository import Repository
from quartett.server.sessions.session import Observer, TableSession
from quartett.server.sessions.slices import sliced
from quartett.server.sessions.stalls import StallWatch
from quartett.server.sessions.submission import CommandResult, Decide, Done, Submission, fold_missed
from quartett.tables import commands as ask
from quartett.tables import decisions
from quartett.tables.entries import scoped
from quartett.tables.errors import Refused
from quartett.tables.seats import Person
from quartett.tables.setup import TableRequest
from quartett.tables.table import Draft, Table, Written
from quartett.tables.viewing import messages

logger = logging.getLogger("quartett.server")

CLOSED = "The host of this server has closed this table."
IDLE_TABLES, IDLE_ENTRIES = 5_000, 100_000
"""Idle tables beyond these are evicted, and read again when somebody asks for them.

A table of Calavera takes about 12 KiB of memory when its game begins, and 0.5 for each entry of
its log. Reading one that has just begun costs as much as three or four actions.
"""
SWEEP_GROWTH = 8
"""Idle tables are looked for again once there are an eighth more tables."""


class TableManager:
    """Finds tables, and changes each of them one submission at a time."""

    def __init__(self, repository: Repository, metrics: Metrics) -> None:
        self.repository = repository
        self.store = repository.store
        self.metrics = metrics
        self.sessions: OrderedDict[str, TableSession] = OrderedDict()
        self.stalls = StallWatch()
        self._observers: list[Observer] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._waking: set[str] = set()
        """Tables that will catch up; more signals for them change nothing."""
        self._sweep_above = 0
        """With how many tables in memory idle ones are looked for again."""
        if self.store.shared:
            self.observe(self._release_if_over)

    def observe(self, observer: Observer) -> None:
        """Bots, timers and notifications are called after each broadcast."""
        self._observers.append(observer)

    def _release_if_over(self, session: TableSession, _: bool) -> None:
        if session.table is not None and session.table.stage == "over":
            self._begin(self.store.release(session.id))

    async def session(self, table_id: str) -> TableSession:
        """The table of this id; it may have to be read from the store."""
        session = self.sessions.get(table_id)
        if session is not None:
            self.sessions.move_to_end(table_id)
            return session
        session = TableSession(table_id, self._observers)
        await self._read(session)
        session = self.sessions.setdefault(table_id, session)
        self._keep(session)
        return session

    @contextlib.asynccontextmanager
    async def reading(self, table_id: str) -> AsyncIterator[tuple[TableSession, Table]]:
        """The table as it is on disk, while nothing happens at it."""
        session = await self.session(table_id)
        async with session.lock:
            if self.store.shared:
                await self._catch_up(session)
            yield session, await self._table(session)

    def submit(self, table_id: str, cmd: str | None, decide: Decide, done: Done) -> None:
        """The one way to change a table. The same command again gets the first answer."""
        session = self.sessions.get(table_id)
        if session is not None and session.table is not None and session.lock.try_acquire():
            self._transact(session, session.table, cmd, decide, done)
        else:
            self._begin(self._submit_later(table_id, cmd, decide, done))

    async def _submit_later(
        self, table_id: str, cmd: str | None, decide: Decide, done: Done
    ) -> None:
        """The table has to be read, or others come first."""
        try:
            session = await self.session(table_id)
            await session.lock.acquire()
        except Exception as error:
            done(None, error)
            return
        try:
            table = await self._table(session)
        except Exception as error:
            session.lock.release()
            done(None, error)
            return
        self._transact(session, table, cmd, decide, done)

    def _transact(
        self, session: TableSession, table: Table, cmd: str | None, decide: Decide, done: Done
    ) -> None:
        """The submission releases the session's lock."""
        work = Submission(session, table, cmd, decide, done, self.metrics, self.stalls)
        self.store.transact(session.id, table.seq, work.decide, work.finish)

    async def perform(self, table_id: str, cmd: str | None, decide: Decide) -> int:
        """Submit, and wait; the place in the log where the command was answered."""
        future: asyncio.Future[CommandResult] = asyncio.get_running_loop().create_future()
        self.submit(table_id, cmd, decide, partial(_settle, future))
        return (await future).seq

    async def command(self, table_id: str, user: Person, asked: ask.AnyCommand) -> int:
        """Do what somebody asks of the table."""
        if isinstance(asked, ask.Rematch):
            return await self._rematch(table_id, user, asked)
        down = await self.repository.downtimes() if isinstance(asked, ask.Bot) else ()
        return await self.perform(
            table_id,
            scoped(user.id, asked.cmd),
            lambda table, now: decisions.command(table, user, asked, now, down=down),
        )

    async def set_up(self, user: Person, request: TableRequest) -> TableSession:
        """A new table, with those seated who are known already."""
        now, secret = await self.store.now(), fairness.new_secret()
        original = await self._original(request)
        table, seated = set_up(request, original, user, new_table_id(), now, secret)
        await self.repository.add_table(table)
        self.metrics.count("tables")
        session = TableSession(table.id, self._observers)
        session.table = table
        self._keep(session)
        if seated:
            await self.perform(table.id, None, lambda *_: seated)
        if request.start and original is None:
            await self.command(table.id, user, ask.Start("start-at-once"))
        return session

    async def _original(self, request: TableRequest) -> Table | None:
        """The finished game that the request's position is from; it changes no more."""
        if request.origin is None:
            return None
        async with self.reading(request.origin.table) as (_, table):
            return table

    async def take_in(self, table: Table, cmd: str, draft: Draft) -> None:
        """A table with its whole log; the same one again changes nothing."""
        try:
            await self.repository.add_table(table)
            self.metrics.count("tables")
        except Exception:  # it is there: from before, or from another request of this moment
            if await self.store.setup(table.id) is None:
                raise
        await self.perform(table.id, cmd, lambda *_: draft)

    async def _rematch(self, table_id: str, user: Person, asked: ask.Rematch) -> int:
        async with self.reading(table_id) as (_, table):
            request = decisions.rematch(table, user)
            if table.next is not None:
                return table.seq
        new = await self.set_up(user, request)
        try:
            return await self.perform(
                table_id,
                scoped(user.id, asked.cmd),
                lambda table, _: decisions.link_rematch(table, new.id),
            )
        except Refused as error:
            if error.code != "rematch":
                raise
        self.drop(new.id)  # somebody else was quicker
        await self.store.drop_table(new.id)
        async with self.reading(table_id) as (_, table):
            return table.seq

    async def claim(self, session: TableSession) -> bool:
        """Whether this process plays the table's bots and clocks."""
        if session.table is not None and session.table.stage == "over":
            return False
        return await self.store.claim(session.id)

    def drop(self, table_id: str) -> None:
        """The host closed the table: notify its subscribers and remove it from memory."""
        session = self.sessions.pop(table_id, None)
        if session is None:
            return
        session.table = None
        closed = messages.Rejected(code="closed", message=CLOSED, table=table_id)
        for subscriber in list(session.subscribers):
            subscriber.send(messages.encode(closed))
        session.subscribers.clear()

    def wake(self, table_id: str, ours: bool = False) -> None:
        """A process has written to a table: catch up soon, unless it was we and we know."""
        session = self.sessions.get(table_id)
        if session is None or table_id in self._waking or (ours and session.table is not None):
            return
        self._waking.add(table_id)
        self._begin(self._wake(session))

    def wake_all(self) -> None:
        for table_id in list(self.sessions):
            self.wake(table_id)

    async def _wake(self, session: TableSession) -> None:
        try:
            async with session.lock:
                self._waking.discard(session.id)  # what is written from now on wakes it again
                await self._catch_up(session)
        except Exception:
            logger.exception("a table could not catch up with another process")
        finally:
            self._waking.discard(session.id)

    async def _catch_up(self, session: TableSession) -> None:
        table = await self._table(session)
        entries = await self.repository.entries(session.id, table.seq)
        missed = fold_missed(session, table, entries)
        if missed:
            session.broadcast(missed)
            session.notify(ours=False)

    async def _table(self, session: TableSession) -> Table:
        if session.table is None:
            await self._read(session)
        assert session.table is not None
        return session.table

    async def _read(self, session: TableSession) -> None:
        table = Table(await self.repository.setup(session.id))
        unsent: Written = []
        async for entry in sliced(await self.repository.entries(session.id)):
            before = table.state
            table.fold(entry)
            if entry.seq > session.sent:
                unsent.append((entry, before))
        session.table, session.due = table, UNSET
        if session.subscribers and unsent:  # committed, but the database's answer was lost
            session.broadcast(unsent)
            session.notify(ours=False)
        session.sent = table.seq

    def _keep(self, session: TableSession) -> None:
        """In memory; others that are idle may have to go."""
        self.sessions[session.id] = session
        self.sessions.move_to_end(session.id)
        if len(self.sessions) > self._sweep_above:
            self._evict(session)
            self._sweep_above = len(self.sessions) + len(self.sessions) // SWEEP_GROWTH

    def _evict(self, new: TableSession) -> None:
        """Finished games go first, then those that nobody has asked for longest."""
        idle = [one for one in self.sessions.values() if one.is_idle and one is not new]
        idle.sort(key=lambda one: one.table is not None and one.table.stage != "over")
        tables, entries = len(idle) + 1, sum(session.seq for session in idle)
        for session in idle:
            if tables <= IDLE_TABLES and entries <= IDLE_ENTRIES:
                return
            tables, entries = tables - 1, entries - session.seq
            del self.sessions[session.id]
            if self.store.shared:
                self._begin(self.store.release(session.id))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _settle(
    future: "asyncio.Future[CommandResult]", outcome: CommandResult | None, error: Exception | None
) -> None:
    if future.cancelled():
        return
    if error is not None or outcome is None:
        future.set_exception(error or RuntimeError("no outcome"))
    else:
        future.set_result(outcome)
