"""What the server asks of a database: rows of plain columns, in and out.

A store knows nothing of tables, users or messages; `server/repository.py` turns those into rows.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from quartett.tables.errors import Refused

SCHEMA = 4
"""The version of the tables; an older database is brought up to date, a newer one refused."""

Columns: TypeAlias = tuple[Any, ...]
EventRow: TypeAlias = tuple[int, int, str | None, str]
"""seq, ms, cmd, body."""


def is_postgres(place: str) -> bool:
    """Whether a database is at the address of a PostgreSQL, and not a file."""
    return place.startswith(("postgresql://", "postgres://"))


class StoreFailed(Refused):
    """The database did not take it: a full disk, a lost connection."""

    def __init__(self, why: str) -> None:
        super().__init__(
            "storage",
            f"The server could not make sure that this is written down; send it again. ({why})",
            None,
            503,
        )


class Append(Struct, frozen=True):
    """New entries of a table's log, its summary if that changed, and who sat down."""

    events: list[Columns]
    """game_id, seq, ms, cmd, body, waits."""
    summary: Columns | None = None
    """line, stage, listed, clocked, updated, due, id."""
    seats: Sequence[tuple[str, str]] = ()
    """game_id, user_id."""


Write: TypeAlias = Callable[[int, list[EventRow]], Append | None]
"""What to write at this time, after what others wrote meanwhile; it may raise to write nothing."""
Done: TypeAlias = Callable[[Any, Exception | None], None]
"""Called on the event loop with the result, or with the reason why nothing happened."""


class Signal(Struct, frozen=True):
    """What a process sent to the others: it wrote to a table, or published a message."""

    table: str | None = None
    ours: bool = False
    """Whether this process itself wrote."""
    message: str | None = None


class Store(Protocol):
    """Every method may raise StoreFailed, and then nothing has changed."""

    shared: bool
    """Whether other processes may write too."""

    async def close(self) -> None: ...

    async def now(self) -> int:
        """The server's time, in milliseconds."""

    async def keep(self, name: str, make: Callable[[], str]) -> str:
        """A value made once and kept for good, such as the key that signs cookies."""

    async def beat(self) -> None:
        """Note that the server runs."""

    async def last_beat(self) -> int | None:
        """When it was last noted."""

    def transact(self, table: str, known: int, write: Write, done: Done) -> None:
        """Append to a table's log, alone: `write` says what, given the entries after `known`.

        `done` is called when it is safe on disk, or with what went wrong.
        """

    async def add_table(self, table: str, setup: str, summary: Columns) -> None: ...

    async def setup(self, table: str) -> str | None: ...

    async def events(self, table: str, after: int = 0) -> list[EventRow]: ...

    async def open_tables(self, limit: int) -> list[str]:
        """The summaries of listed tables with a free seat, the newest first."""

    async def tables_of(self, user: str, limit: int) -> list[tuple[str, int, int]]:
        """Summary, and ms and waits of the last entry, of a user's tables, last changed first."""

    async def due(self, now: int, limit: int) -> list[str]:
        """Running tables where a bot is to move or a clock has run out."""

    async def clocked(self) -> list[str]:
        """Running tables with a clock."""

    async def claim(self, table: str) -> bool:
        """Whether this process plays the table's bots and clocks, from now on if it can."""

    async def release(self, table: str) -> None:
        """Let another process claim it."""

    async def publish(self, message: str) -> None:
        """Send a message to all processes."""

    def signals(self) -> AsyncIterator[Signal | None]:
        """What processes wrote and published; None where signals may have been lost."""

    async def query(self, find: str, *values: Any) -> list[Columns]:
        """Rows of the tables of moderation and pruning; `?` stands for a value."""

    async def execute(self, put: str, *values: Any) -> int:
        """Change such rows; how many there were."""

    async def drop_table(self, table: str) -> None:
        """Forget a table and everything in its log."""

    async def add_user(self, columns: Columns) -> None: ...

    async def user_by(self, what: str, value: str) -> Columns | None:
        """By `id`, `account`, `feed` or `token` (hashed)."""

    async def change_user(self, user_id: str, columns: Columns) -> bool:
        """Name, account and passphrase; False when another user has that account name."""

    async def add_session(self, session: str, user: str, created: int) -> None: ...

    async def user_of_session(self, session: str) -> Columns | None: ...

    async def sessions(self, user: str) -> list[tuple[str, int]]:
        """Ids, and when they began, the newest first."""

    async def end_session(self, user: str, session: str) -> None: ...

    async def add_program(self, program: str, maker: str) -> None: ...

    async def programs(self, maker: str) -> list[tuple[str, str, int]]:
        """Id, name and creation of those whose token is good."""

    async def revoke_token(self, program: str) -> None: ...

    async def add_push(self, columns: Columns) -> None: ...

    async def pushes(self, user: str) -> list[Columns]: ...

    async def drop_push(self, user: str | None, endpoint: str) -> None: ...
