"""What a process holds of a table: the fold of its log, a lock, and its subscribers."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import TypeAlias

from msgspec import UNSET, UnsetType

from quartett.core.errors import IllegalAction
from quartett.server.sessions.lock import Lock
from quartett.tables.errors import Refused
from quartett.tables.table import Table, Written
from quartett.tables.viewing import messages, viewer
from quartett.tables.viewing.viewer import SharedViews, Viewer

REJECTIONS = 32
"""How many refused commands a table remembers, to give the same answer again."""


Observer: TypeAlias = Callable[["TableSession", bool], None]
"""Called when a table has new entries, and with whether this process wrote any of them."""


class Update:
    """New entries of a table; viewers who see the same share the encoded message."""

    __slots__ = ("_encoded", "_views", "entries", "table")

    def __init__(self, table: Table, entries: Written) -> None:
        self.table = table
        self.entries = entries
        self._views = SharedViews(table.state)
        self._encoded: dict[Viewer, bytes] = {}

    def message_for(self, who: Viewer) -> bytes:
        message = self._encoded.get(who)
        if message is None:
            table = self.table
            made = viewer.events(table, who, table.updated, self.entries, self._views)
            message = self._encoded[who] = messages.encode(made)
        return message


class TableSession:
    """A table in memory."""

    def __init__(self, table_id: str, observers: Iterable[Observer] = ()) -> None:
        self.id = table_id
        self._observers = observers
        self.lock = Lock()
        self.table: Table | None = None
        """None before it is read, and after a failure to write."""
        self.sent = 0
        """The last entry that subscribers were sent."""
        self.due: int | UnsetType | None = UNSET
        """As the summary on disk has it; unset where another process may have changed it."""
        self.subscribers: set[Subscription] = set()
        self.rejected: OrderedDict[str, Refused | IllegalAction] = OrderedDict()
        """By command id."""

    @property
    def is_idle(self) -> bool:
        """Whether it may be evicted: no subscriber, no write, no bot or clock to come."""
        table = self.table
        if self.subscribers or self.lock.locked():
            return False
        return table is None or not (table.bots_to_act or table.clocks.next_deadline())

    @property
    def seq(self) -> int:
        """The last entry of the log, as far as it is in memory."""
        return self.table.seq if self.table is not None else 0

    def broadcast(self, entries: Written) -> None:
        if self.table is not None:
            self.sent = self.table.seq
            update = Update(self.table, entries)
            for subscriber in list(self.subscribers):
                subscriber.update(update)

    def notify(self, ours: bool) -> None:
        """Call the observers; `ours` where this process wrote."""
        for observer in self._observers:
            observer(self, ours)

    def remember_rejection(self, cmd: str, error: Refused | IllegalAction) -> None:
        """The same command again gets the same answer."""
        self.rejected[cmd] = error
        if len(self.rejected) > REJECTIONS:
            self.rejected.popitem(last=False)

    def summary_changed(self, table: Table, since: int) -> bool:
        """Whether lists show something new: only notes, bots and clocks change the summary."""
        before, self.due = self.due, table.due
        return self.due != before or table.noted > since


class Subscription:
    """A viewer on some socket who is sent what happens at a table, as soon as it is on disk."""

    def __init__(
        self,
        viewer: Viewer,
        session: TableSession,
        send: Callable[[bytes], None],
        on_sent: Callable[["Subscription"], None],
    ) -> None:
        self.viewer = viewer
        self.session = session
        self.send = send
        self.listed: int | None = None
        """The choice for which legal actions were listed last."""
        self._on_sent = on_sent

    def update(self, update: Update) -> None:
        self.send(update.message_for(self.viewer))
        if self.viewer.legal:
            self._on_sent(self)
