"""A table in memory, and those who follow it."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Protocol, TypeAlias

from msgspec import UNSET, UnsetType

from quartett.core.errors import IllegalAction
from quartett.core.state import State
from quartett.server.http.answers import Story
from quartett.server.sessions.lock import Lock
from quartett.tables.entries import Entry
from quartett.tables.errors import Refused
from quartett.tables.table import Room
from quartett.tables.viewer import Eyes, Views

REJECTIONS = 32
"""So many refused commands a table remembers, to give the same answer again."""

Written: TypeAlias = list[tuple[Entry, State | None]]
"""Entries, each with the state before it."""


class Follower(Protocol):
    """Somebody who follows a table."""

    eyes: Eyes
    post: Callable[[bytes], None]

    def tell(self, news: "News") -> None:
        """The table got new entries."""


class News:
    """New entries of a table, each with the state before it; what was made of them is shared."""

    def __init__(self, room: Room, entries: Written) -> None:
        self.room = room
        self.entries = entries
        self.views = Views(room.state)
        self.made: dict[Hashable, bytes] = {}


class Live:
    """A table in memory, with those who follow it."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.lock = Lock()
        self.room: Room | None = None
        """None after a failure to write: it is read again before it is used."""
        self.told = 0
        """The last entry that those who follow know of."""
        self.due: int | UnsetType | None = UNSET
        """As it was last written to its line in lists; unset: somebody else may have."""
        self.followers: set[Follower] = set()
        self.rejected: OrderedDict[str, Refused | IllegalAction] = OrderedDict()
        self.story: Story | None = None
        """Told once the game is over, and then kept."""

    @property
    def is_idle(self) -> bool:
        """Whether nobody and nothing looks after the table."""
        room = self.room
        if self.followers or self.lock.locked():
            return False
        return room is None or not (room.bots_to_act or room.clockwork.next_deadline())

    def remember(self, cmd: str, error: Refused | IllegalAction) -> None:
        """The same command again gets the same answer."""
        self.rejected[cmd] = error
        if len(self.rejected) > REJECTIONS:
            self.rejected.popitem(last=False)
