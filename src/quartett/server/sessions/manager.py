"""The tables in memory, and the one path by which anything happens at them.

Decide, append to the log, commit, then acknowledge and broadcast.
"""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine
from functools import partial
from typing import Any, TypeAlias

from msgspec import UNSET, Struct

from quartett.core import fairness
from quartett.core.errors import IllegalAction
from quartett.server.accounts import User, new_table_id
from quartett.server.metrics import Metrics
from quartett.server.repository import Repository, append_of, read_entry
from quartett.server.sessions.session import TableSession
from quartett.server.sessions.slices import sliced
from quartett.server.store.contract import Append, EventRow
from quartett.tables import commands as ask
from quartett.tables import decisions
from quartett.tables.entries import Entry
from quartett.tables.errors import Refused
from quartett.tables.setup import TableRequest
from quartett.tables.summary import summary
from quartett.tables.table import Draft, Table, Written

Decide: TypeAlias = Callable[[Table, int], Draft]
"""What is to be written to a table as it stands, at this time."""
Observer: TypeAlias = Callable[[TableSession, bool], None]
"""Called when a table has new entries, and with whether this process wrote any of them."""

IN_MEMORY = 5_000
"""Maximum tables in memory; idle ones are evicted first."""


class Outcome(Struct, frozen=True, gc=False):
    """What became of a command."""

    seq: int
    """The place in the log where it was answered."""
    is_new: bool
    """Whether subscribers were sent that entry only now."""


Done: TypeAlias = Callable[[Outcome | None, Exception | None], None]
"""Called when it is on disk and broadcast, or with the reason why it is not."""


class Submission:
    """A change to a table on its way to the disk."""

    __slots__ = ("cmd", "decide", "done", "known", "missed", "sent", "written")

    def __init__(self, cmd: str | None, decide: Decide, done: Done) -> None:
        self.cmd = cmd
        self.decide = decide
        self.done = done
        self.known = 0
        """The last entry that is on disk."""
        self.sent = 0
        """The last entry that subscribers had before."""
        self.missed: Written = []
        """What other processes wrote meanwhile."""
        self.written: Written = []


class TableManager:
    """Finds tables, and changes each of them one submission at a time."""

    def __init__(self, repository: Repository, metrics: Metrics) -> None:
        self.repository = repository
        self.store = repository.store
        self.metrics = metrics
        self.sessions: OrderedDict[str, TableSession] = OrderedDict()
        self.observers: list[Observer] = []
        """Bots, timers and notifications."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def session(self, table_id: str) -> TableSession:
        """The table of this id; it may have to be read from the store."""
        session = self.sessions.get(table_id)
        if session is not None:
            self.sessions.move_to_end(table_id)
            return session
        session = TableSession(table_id)
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
        work = Submission(cmd, decide, done)
        if session is not None and session.table is not None and session.lock.try_acquire():
            self._transact(session, session.table, work)
        else:
            self._begin(self._submit_later(table_id, work))

    async def _submit_later(self, table_id: str, work: Submission) -> None:
        """The table has to be read, or others come first."""
        try:
            session = await self.session(table_id)
            await session.lock.acquire()
        except Exception as error:
            work.done(None, error)
            return
        try:
            table = await self._table(session)
        except Exception as error:
            session.lock.release()
            work.done(None, error)
            return
        self._transact(session, table, work)

    def _transact(self, session: TableSession, table: Table, work: Submission) -> None:
        """The session's lock is held until `_finish`."""
        work.sent, work.known = session.sent, table.seq
        self.store.transact(
            session.id,
            table.seq,
            partial(self._decide, session, table, work),
            partial(self._finish, session, table, work),
        )

    def _decide(
        self, session: TableSession, table: Table, work: Submission, now: int, rows: list[EventRow]
    ) -> Append | None:
        """What to append; the table is ahead of the disk from here on."""
        if rows:
            work.missed = self._fold_missed(session, table, [read_entry(row) for row in rows])
            work.known = table.seq
        cmd = work.cmd
        if cmd is not None:
            if cmd in table.commands:
                return None
            if cmd in session.rejected:
                raise session.rejected[cmd]
        now = max(now, table.updated)
        try:
            draft = work.decide(table, now)
        except (Refused, IllegalAction) as error:
            if cmd is not None:
                session.remember_rejection(cmd, error)
            raise
        if not draft:
            return None
        work.written = table.write(draft, cmd, now)
        changed = summary(table) if session.summary_changed(table, work.known) else None
        return append_of(session.id, [entry for entry, _ in work.written], table.turns, changed)

    def _finish(
        self,
        session: TableSession,
        table: Table,
        work: Submission,
        _: object,
        error: Exception | None,
    ) -> None:
        """It is on disk, or nothing is."""
        if error is not None and table.seq != work.known:
            session.table = None  # ahead of the disk: to be read again
        entries = [*work.missed, *work.written] if work.missed else work.written
        try:
            if session.table is not None and entries:
                self.metrics.count("entries", len(work.written))
                session.broadcast(entries)
        except Exception as failure:
            error = failure
        finally:
            session.lock.release()
        if session.table is not None and entries:
            self._notify(session, ours=bool(work.written))
        work.done(None if error else _outcome(table, work), error)

    def _notify(self, session: TableSession, ours: bool) -> None:
        for observer in self.observers:
            observer(session, ours)
        if self.store.shared and session.table is not None and session.table.stage == "over":
            self._begin(self.store.release(session.id))

    async def perform(self, table_id: str, cmd: str | None, decide: Decide) -> int:
        """Submit, and wait; the place in the log where the command was answered."""
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self.submit(table_id, cmd, decide, partial(_settle, future))
        return (await future).seq

    async def command(self, table_id: str, user: User, asked: ask.AnyCommand) -> int:
        """Do what somebody asks of the table."""
        if isinstance(asked, ask.Rematch):
            return await self._rematch(table_id, user, asked)
        return await self.perform(
            table_id, asked.cmd, lambda table, now: decisions.command(table, user, asked, now)
        )

    async def set_up(self, user: User, request: TableRequest) -> TableSession:
        """A new table, with those seated who are known already."""
        now, secret = await self.store.now(), fairness.new_secret()
        table, seated = decisions.new_table(request, user, new_table_id(), now, secret)
        await self.repository.add_table(table)
        self.metrics.count("tables")
        session = TableSession(table.id)
        session.table = table
        self._keep(session)
        if seated:
            await self.perform(table.id, None, lambda *_: seated)
        if request.start:
            await self.command(table.id, user, ask.Start("start-at-once"))
        return session

    async def _rematch(self, table_id: str, user: User, asked: ask.Rematch) -> int:
        async with self.reading(table_id) as (_, table):
            request = decisions.rematch(table, user)
            if table.next is not None:
                return table.seq
        new = await self.set_up(user, request)
        return await self.perform(
            table_id, asked.cmd, lambda table, _: decisions.link_rematch(table, new.id)
        )

    async def claim(self, session: TableSession) -> bool:
        """Whether this process plays the table's bots and clocks."""
        if session.table is not None and session.table.stage == "over":
            return False
        return await self.store.claim(session.id)

    async def wake(self, table_id: str | None) -> None:
        """Another process may have written: catch up, at this table or at all of them."""
        names = [table_id] if table_id is not None else list(self.sessions)
        for name in names:
            session = self.sessions.get(name)
            if session is None:
                continue
            async with session.lock:
                await self._catch_up(session)

    async def _catch_up(self, session: TableSession) -> None:
        table = await self._table(session)
        entries = await self.repository.entries(session.id, table.seq)
        missed = self._fold_missed(session, table, entries)
        if missed:
            session.broadcast(missed)
            self._notify(session, ours=False)

    def _fold_missed(self, session: TableSession, table: Table, entries: list[Entry]) -> Written:
        missed = []
        if entries:
            session.due = UNSET
        for entry in entries:
            if entry.seq != table.seq + 1:
                session.table = None
                raise RuntimeError(f"the log of a table has a gap before {entry.seq}")
            before = table.state
            table.fold(entry)
            missed.append((entry, before))
        return missed

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
            self._notify(session, ours=False)
        session.sent = table.seq

    def _keep(self, session: TableSession) -> None:
        """In memory; the table that was idle longest may have to go."""
        self.sessions[session.id] = session
        self.sessions.move_to_end(session.id)
        if len(self.sessions) <= IN_MEMORY:
            return
        for name, other in self.sessions.items():
            if other is not session and other.is_idle:
                del self.sessions[name]
                self._begin(self.store.release(name))
                return

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _outcome(table: Table, work: Submission) -> Outcome:
    seq = table.seq
    if work.cmd is not None and not work.written:
        seq = table.commands.get(work.cmd, seq)
    return Outcome(seq, seq > work.sent)


def _settle(
    future: "asyncio.Future[Outcome]", outcome: Outcome | None, error: Exception | None
) -> None:
    if future.cancelled():
        return
    if error is not None or outcome is None:
        future.set_exception(error or RuntimeError("no outcome"))
    else:
        future.set_result(outcome)
