"""The hall: the tables that are in use, and the one way in which anything happens at them.

Commit, then acknowledge, then broadcast.
"""

import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import TypeAlias

import msgspec
from msgspec import UNSET

from quartett.core import fairness
from quartett.core.errors import IllegalAction
from quartett.core.registry import game as find_game
from quartett.server.accounts import User, new_table_id
from quartett.server.metrics import Metrics
from quartett.server.sessions.session import Live, News, Written
from quartett.server.sessions.slices import unhurried
from quartett.server.store.contract import Row, Store, row_of
from quartett.tables import commands as ask
from quartett.tables import decisions as judge
from quartett.tables import entries as log
from quartett.tables.decisions import Draft
from quartett.tables.entries import Entry
from quartett.tables.errors import Refused, no_table
from quartett.tables.opening import Opening
from quartett.tables.setup import SeatWish, Setup
from quartett.tables.table import Room

Decide: TypeAlias = Callable[[Room, int], Draft]
"""What is to be written to a table as it stands, at this time."""
Done: TypeAlias = Callable[[Exception | None], None]
"""Called when it is on disk, or with the reason why it is not."""

IN_USE = 5_000
"""So many tables are kept in memory; one that nobody follows goes first."""


class Hall:
    """Finds tables and lets things happen at them, one at a time each."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self.store = store
        self.metrics = metrics
        self.tables: OrderedDict[str, Live] = OrderedDict()
        self.after: list[Callable[[Live, bool], None]] = []
        """Called when a table has new entries, and with whether this process wrote any of them:
        bots, clocks and notices look after it."""

    async def set_up(self, user: User, setup: Setup) -> Live:
        """A new table, with those seated who are known already."""
        game = find_game(setup.game)
        options = game.options(setup.options)
        game.start(len(setup.seats), options)
        now = await self.store.now()
        opening = Opening(
            id=new_table_id(),
            game=game.id,
            players=len(setup.seats),
            options=msgspec.to_builtins(options),
            clock=setup.clock,
            listed=setup.listed,
            language=setup.language,
            owner=user.id,
            created=now,
            secret=fairness.new_secret().hex(),
        )
        room = Room(opening)
        draft = judge.seated(room, user, setup.seats)
        await self.store.add_table(opening, row_of(room))
        self.metrics.count("tables")
        live = Live(opening.id)
        live.room = room
        self._remember(live)
        if draft:
            await self.perform(live, None, lambda *_: draft)
        if setup.start:
            await self.command(live, user, ask.Start("start-at-once"))
        return live

    async def live(self, table: str) -> Live:
        """The table of this id; it may have to be read from the store."""
        live = self.tables.get(table)
        if live is not None:
            self.tables.move_to_end(table)
            return live
        live = Live(table)
        await self._read(live)
        live = self.tables.setdefault(table, live)
        self._remember(live)
        return live

    @contextlib.asynccontextmanager
    async def reading(self, table: str) -> AsyncIterator[tuple[Live, Room]]:
        """The table as it is on disk, while nothing happens at it."""
        live = await self.live(table)
        async with live.lock:
            if self.store.alone is None:
                await self._catch_up(live)
            yield live, await self._room(live)

    async def command(self, live: Live, user: User, asked: ask.AnyCommand) -> int:
        """Do what somebody asks of the table; the place in the log where it was answered."""
        if isinstance(asked, ask.Rematch):
            return await self._rematch(live, user, asked)
        return await self.perform(
            live, asked.cmd, lambda room, now: judge.command(room, user, asked, now)
        )

    async def perform(self, live: Live, cmd: str | None, decide: Decide) -> int:
        """The one way in which anything happens. The same command again: the first answer."""
        async with live.lock:
            room = live.room or await self._room(live)
            entries = await self._write(live, room, cmd, decide)
            if entries:
                self._tell(live, entries)
            seq = room.seq
            if cmd is not None and not entries:
                seq = room.commands.get(cmd, seq)
        if entries:
            self._look_after(live, ours=True)
        return seq

    def perform_at_once(self, live: Live, cmd: str, decide: Decide, done: Done) -> bool:
        """The same, for who is called when it is done: on disk, and told.

        False, and nothing is done, where more has to be waited for than the disk.
        """
        alone, room = self.store.alone, live.room
        if alone is None or room is None or cmd in room.commands or not live.lock.take():
            return False
        before = room.seq
        try:
            written, row = self._decided(live, room, cmd, decide, alone.time())
        except BaseException:
            if room.seq != before:  # ahead of the disk: to be read again
                live.room = None
            live.lock.release()
            raise
        entries = [entry for entry, _ in written]
        alone.append(live.table, entries, room.turns, row, partial(self._done, live, written, done))
        return True

    def _done(
        self, live: Live, written: Written, done: Done, _: None, error: Exception | None
    ) -> None:
        try:
            self._finish(live, written if error is None else [])
        except Exception as failure:
            error = failure
        done(error)

    def _finish(self, live: Live, written: Written) -> None:
        """It is on disk, or nothing is."""
        try:
            if written:
                self.metrics.count("entries", len(written))
                self._tell(live, written)
            else:
                live.room = None  # it is ahead of the disk: to be read again
        finally:
            live.lock.release()
        self._look_after(live, ours=True)

    async def _write(self, live: Live, room: Room, cmd: str | None, decide: Decide) -> Written:
        before = room.seq
        try:
            async with self.store.turn(live.table, room.seq) as turn:
                missed = self._fold_missed(live, room, turn.missed)
                before = room.seq
                if cmd is not None and cmd in room.commands:
                    return missed
                try:
                    written, row = self._decided(live, room, cmd, decide, turn.now)
                except (Refused, IllegalAction):
                    self._tell_missed(live, missed)
                    raise
                if written:
                    await turn.append([entry for entry, _ in written], room.turns, row)
        except BaseException:
            if room.seq != before:  # ahead of the disk: to be read again
                live.room = None
            raise
        self.metrics.count("entries", len(written))
        return [*missed, *written]

    def _decided(
        self, live: Live, room: Room, cmd: str | None, decide: Decide, now: int
    ) -> tuple[Written, Row | None]:
        """What is to be written, taken in already; the same command is refused only once."""
        if cmd is not None and cmd in live.rejected:
            raise live.rejected[cmd]
        now = max(now, room.updated)
        try:
            draft = decide(room, now)
        except (Refused, IllegalAction) as error:
            if cmd is not None:
                live.remember(cmd, error)
            raise
        before = room.seq
        written = _folded(room, draft, cmd, now)
        return written, row_of(room) if _changes_row(live, room, before) else None

    async def wake(self, table: str | None) -> None:
        """Another process may have written: catch up, at this table or at all of them."""
        names = [table] if table is not None else list(self.tables)
        for name in names:
            live = self.tables.get(name)
            if live is None:
                continue
            async with live.lock:
                await self._catch_up(live)

    async def _catch_up(self, live: Live) -> None:
        room = await self._room(live)
        entries = await self.store.entries(live.table, room.seq)
        self._tell_missed(live, self._fold_missed(live, room, entries))

    def _tell_missed(self, live: Live, missed: Written) -> None:
        if missed:
            self._tell(live, missed)
            self._look_after(live, ours=False)

    def _fold_missed(self, live: Live, room: Room, entries: list[Entry]) -> Written:
        missed = []
        if entries:
            live.due = UNSET
        for entry in entries:
            if entry.seq != room.seq + 1:
                live.room = None
                raise RuntimeError(f"the log of a table has a gap before {entry.seq}")
            before = room.state
            room.fold(entry)
            missed.append((entry, before))
        return missed

    def _tell(self, live: Live, entries: Written) -> None:
        if live.room is not None:
            live.told = live.room.seq
            news = News(live.room, entries)
            for follower in list(live.followers):
                follower.tell(news)

    def _look_after(self, live: Live, ours: bool) -> None:
        for look in self.after:
            look(live, ours)

    async def _rematch(self, live: Live, user: User, asked: ask.Rematch) -> int:
        """The same table again: bots and the one who asks sit down, the others are awaited."""
        async with self.reading(live.table) as (_, room):
            judge.command(room, user, asked, 0)
            if room.next is not None:
                return room.seq
            opening, seats = room.opening, list(room.seats)
        wishes = tuple(
            SeatWish("me", name=holder.name) if holder.user == user.id
            else SeatWish("open") if holder.is_person
            else SeatWish("bot", holder.level)
            for holder in seats
        )  # fmt: skip
        again = Setup(
            opening.game, wishes, opening.options, opening.clock, opening.listed, opening.language
        )
        new = await self.set_up(user, again)

        def link(room: Room, _: int) -> Draft:
            if room.next is not None:
                raise Refused("rematch", "There is a rematch already.", {"table": room.next})
            return [(log.Again(new.table), None)]

        return await self.perform(live, asked.cmd, link)

    async def _room(self, live: Live) -> Room:
        if live.room is None:
            await self._read(live)
        assert live.room is not None
        return live.room

    async def _read(self, live: Live) -> None:
        opening = await self.store.opening(live.table)
        if opening is None:
            raise no_table()
        room = Room(opening)
        untold: Written = []
        async for entry in unhurried(await self.store.entries(live.table)):
            before = room.state
            room.fold(entry)
            if entry.seq > live.told:
                untold.append((entry, before))
        live.room, live.due = room, UNSET
        if live.followers and untold:  # written, but its answer was lost
            self._tell(live, untold)
            self._look_after(live, ours=False)
        live.told = room.seq

    def _remember(self, live: Live) -> None:
        self.tables[live.table] = live
        self.tables.move_to_end(live.table)
        if len(self.tables) <= IN_USE:
            return
        for name, other in self.tables.items():
            if other is not live and other.is_idle:
                del self.tables[name]
                return


def _changes_row(live: Live, room: Room, since: int) -> bool:
    """Whether the table's line in lists is another now: only notes, bots and clocks change it."""
    before, live.due = live.due, room.due
    return live.due != before or room.noted > since


def _folded(room: Room, draft: Draft, cmd: str | None, now: int) -> Written:
    """Fold the draft; the command's id stands at its first entry."""
    written = []
    for what, after in draft:
        entry = Entry(seq=room.seq + 1, ms=now, what=what, cmd=cmd)
        before = room.state
        room.fold(entry, after)
        written.append((entry, before))
        cmd = None
    return written
