"""A change to a table on its way: decided, appended to the log, committed, broadcast."""

import time
from collections.abc import Callable
from typing import TypeAlias

from msgspec import UNSET, Struct

from quartett.core.errors import IllegalAction
from quartett.server.metrics import Metrics
from quartett.server.repository import append_of, read_entry
from quartett.server.sessions.session import TableSession
from quartett.server.sessions.stalls import StallWatch
from quartett.server.store.contract import Append, EventRow
from quartett.tables import play
from quartett.tables.entries import Entry
from quartett.tables.errors import Refused
from quartett.tables.table import Draft, Table, Written
from quartett.tables.viewing.summary import summary

Decide: TypeAlias = Callable[[Table, int], Draft]
"""What is to be written to a table as it stands, at this time."""


class CommandResult(Struct, frozen=True, gc=False):
    """Where a command was answered, and whether that is news."""

    seq: int
    """The place in the log where it was answered."""
    is_new: bool
    """Whether subscribers were sent that entry only now."""


Done: TypeAlias = Callable[[CommandResult | None, Exception | None], None]
"""Called when it is on disk and broadcast, or with the reason why it is not."""


class Submission:
    """The session's lock is held from its beginning to its end."""

    __slots__ = (
        "_began", "_cmd", "_decide", "_done", "_known", "_metrics", "_missed", "_refused", "_sent",
        "_session", "_stalls", "_table", "_written",
    )  # fmt: skip

    def __init__(
        self,
        session: TableSession,
        table: Table,
        cmd: str | None,
        decide: Decide,
        done: Done,
        metrics: Metrics,
        stalls: StallWatch,
    ) -> None:
        self._session = session
        self._table = table
        self._cmd = cmd
        self._decide = decide
        self._done = done
        self._metrics = metrics
        self._stalls = stalls
        self._refused: Exception | None = None
        """Why the command was refused, where there was something to write all the same."""
        self._sent = session.sent
        """The last entry that subscribers had before."""
        self._known = table.seq
        """The last entry that is on disk."""
        self._missed: Written = []
        """What other processes wrote meanwhile."""
        self._written: Written = []

    def decide(self, now: int, rows: list[EventRow]) -> Append | None:
        """What to append; None: nothing. The table is ahead of the disk from here on."""
        session, table, cmd = self._session, self._table, self._cmd
        if rows:
            self._missed = fold_missed(session, table, [read_entry(row) for row in rows])
            self._known = table.seq
        if cmd is not None:
            if cmd in table.commands:
                return None
            if cmd in session.rejected:
                raise session.rejected[cmd]
        now = max(now, table.updated)
        self._write_stall(now)
        self._written += table.write(self._draft(now), cmd, now)
        if not self._written:
            return None
        self._began = time.monotonic()
        changed = summary(table) if session.summary_changed(table, self._known) else None
        return append_of(session.id, self._written, table.turns, changed)

    def _draft(self, now: int) -> Draft:
        """What is decided; a refusal does not keep a stall from being written."""
        try:
            return self._decide(self._table, now)
        except (Refused, IllegalAction) as error:
            if self._cmd is not None:
                self._session.remember_rejection(self._cmd, error)
            if not self._written:
                raise
            self._refused = error
            return []

    def _write_stall(self, now: int) -> None:
        """Clocks skip the time in which this process could not take a move."""
        table = self._table
        if not table.clocks.ticks or not table.is_playing:
            return
        stood = self._stalls.within(now - table.updated)
        if stood:
            self._written = table.write(play.pause(table, stood), None, now)

    def finish(self, _: object, error: Exception | None) -> None:
        """It is on disk, or nothing is."""
        session, written = self._session, self._written
        if error is not None and self._table.seq != self._known:
            session.table = None  # ahead of the disk: to be read again
        entries = [*self._missed, *written] if self._missed else written
        is_sent = bool(entries) and session.table is not None
        try:
            if is_sent:
                if written:
                    self._metrics.committed(len(written), time.monotonic() - self._began)
                session.broadcast(entries)
        except Exception as failure:
            error = failure
        finally:
            session.lock.release()
        error = error or self._refused
        try:
            if is_sent:
                session.notify(ours=bool(written))
        finally:  # a client never waits in vain because a job failed
            self._done(None if error else self._outcome(), error)

    def _outcome(self) -> CommandResult:
        seq = self._table.seq
        if self._cmd is not None and not self._written:
            seq = self._table.commands.get(self._cmd, seq)
        return CommandResult(seq, seq > self._sent)


def fold_missed(session: TableSession, table: Table, entries: list[Entry]) -> Written:
    """Take in what another process wrote."""
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
