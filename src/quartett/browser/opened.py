"""Tables in the engine's memory: read from their rows, and followed by the pages of this tab."""

from collections import OrderedDict
from typing import TypeAlias

import msgspec
from msgspec import Struct

from quartett.browser.effects import FORMAT, Effects, Saved
from quartett.core.errors import IllegalAction, QuartettError
from quartett.review import Reviewing
from quartett.tables.entries import Entry, read_body
from quartett.tables.errors import Refused
from quartett.tables.table import Table, Written
from quartett.tables.viewing import messages, viewer
from quartett.tables.viewing.messages import Presence
from quartett.tables.viewing.viewer import SharedViews, Viewer

IN_MEMORY = 4
"""The maximum number of tables in memory; unfollowed ones are evicted first."""
REJECTIONS = 32

Row: TypeAlias = tuple[int, int, str | None, str]
"""An entry as it comes from the disk: its number, its time, its command, its body."""


class Format(Struct):
    """The part of a saved table that every version can read."""

    format: int


_format = msgspec.json.Decoder(Format)
_saved = msgspec.json.Decoder(Saved)


class UnfinishedReview:
    """A review that is made in steps, whenever somebody asks for it."""

    def __init__(self, table: Table) -> None:
        self.reviewing = Reviewing(table.record(), stood_in=table.stood_in)
        self.steps = self.reviewing.steps()


class OpenTable:
    """A table, and who follows it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.log: list[Entry] = []
        """All entries; a table itself keeps only the last."""
        self.followers: dict[str, Viewer] = {}
        """By client."""
        self.rejected: OrderedDict[str, Refused | IllegalAction] = OrderedDict()
        """By command id: the same command again gets the same answer."""
        self.review: UnfinishedReview | None = None

    def fold(self, row: Row) -> Entry:
        seq, ms, cmd, stored = row
        if seq != self.table.seq + 1:
            raise ValueError(f"entry {self.table.seq + 1} of its log is missing")
        entry = Entry(seq=seq, ms=ms, cmd=cmd, what=read_body(stored))
        self.table.fold(entry)
        self.log.append(entry)
        return entry

    def remember_rejection(self, cmd: str, error: Refused | IllegalAction) -> None:
        self.rejected[cmd] = error
        if len(self.rejected) > REJECTIONS:
            self.rejected.popitem(last=False)

    def take_in(self, rows: list[Row], effects: Effects) -> None:
        """Fold what another tab wrote, and show it to those who follow."""
        missed: Written = []
        for row in rows:
            before = self.table.state
            missed.append((self.fold(row), before))
        self.broadcast(missed, effects)

    def broadcast(self, entries: Written, effects: Effects) -> None:
        if not entries:
            return
        views, now = SharedViews(self.table.state), entries[-1][0].ms
        for client, who in self.followers.items():
            made = viewer.events(self.table, who, now, entries, views)
            effects.frames.append((client, encoded(made)))

    def presence(self) -> Presence:
        seats = {seat for who in self.followers.values() for seat in self.table.seats_of(who.user)}
        return Presence(table=self.table.id, seats=sorted(seats), watching=0)


class OpenTables:
    """By id; what is not in memory has to be read from its rows first."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, OpenTable] = OrderedDict()
        self._followers: dict[str, dict[str, Viewer]] = {}
        """They stay when a table has to be read again."""

    def __len__(self) -> int:
        return len(self._tables)

    def known(self, table_id: str) -> int:
        """The last entry that is in memory; -1: the table is not."""
        opened = self._tables.get(table_id)
        return -1 if opened is None else opened.table.seq

    def find(self, table_id: str) -> OpenTable:
        opened = self._tables.get(table_id)
        if opened is None:
            raise Refused("no_table", "There is no such table.", status=404)
        self._tables.move_to_end(table_id)
        return opened

    def read(self, saved: str, rows: list[Row]) -> OpenTable:
        """Open a table from what was saved of it; whatever is wrong with that is said."""
        try:
            check_format(saved)
            opened = OpenTable(Table(_saved.decode(saved).setup))
            for row in rows:
                opened.fold(row)
        except Refused:
            raise
        except (msgspec.MsgspecError, QuartettError, ValueError, KeyError, AssertionError) as error:
            raise Refused("damaged", f"This saved game cannot be read: {error}") from error
        return self.keep(opened)

    def keep(self, opened: OpenTable) -> OpenTable:
        opened.followers = self._followers.setdefault(opened.table.id, {})
        self._tables[opened.table.id] = opened
        for name, other in list(self._tables.items()):
            if len(self._tables) <= IN_MEMORY:
                break
            if not other.followers and other is not opened:
                del self._tables[name], self._followers[name]
        return opened

    def forget(self, table_id: str) -> None:
        """Evict a table that is ahead of the disk or not needed."""
        self._tables.pop(table_id, None)

    def followed(self) -> list[OpenTable]:
        return [opened for opened in self._tables.values() if opened.followers]

    def unfollow(self, client: str, table_id: str | None = None) -> None:
        """One table, or all that a client follows."""
        for name, opened in list(self._tables.items()):
            if table_id in (None, name) and opened.followers.pop(client, None) is not None:
                self._tables.move_to_end(name)


def check_format(saved: str) -> None:
    if _format.decode(saved).format > FORMAT:
        raise Refused(
            "newer_version",
            "This game was saved by a newer version of Quartett. Reload the page.",
        )


def encoded(message: messages.ServerMessage) -> str:
    return messages.encode(message).decode()
