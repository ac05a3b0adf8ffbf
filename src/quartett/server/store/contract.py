"""What the server asks of a database."""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

from msgspec import Struct

from quartett.core.event import Seat
from quartett.server.accounts import User
from quartett.tables.entries import Entry
from quartett.tables.opening import Opening
from quartett.tables.setup import Clock, Language, Stage
from quartett.tables.table import Room

SCHEMA = 3
"""The version of the tables; an older database is brought up to date, a newer one refused."""


class Row(Struct, frozen=True, kw_only=True):
    """A table as lists need it, kept beside the log and made from it.

    Whom it waits for and when it was changed last stand in the log itself, with each entry: so a
    move between people without clocks changes nothing but the log.
    """

    id: str
    game: str
    stage: Stage
    listed: bool
    language: Language
    clock: Clock
    names: tuple[str, ...]
    users: tuple[str | None, ...]
    turns: tuple[Seat, ...]
    """The seats of people that the table waits for."""
    updated: int
    due: int | None
    """When somebody has to look after it: a bot is to move, or a clock runs out."""
    scores: tuple[int, ...] | None = None
    winners: tuple[Seat, ...] | None = None


class Push(Struct, frozen=True, kw_only=True):
    """A browser that wants to be told."""

    user: str
    endpoint: str
    p256dh: str
    auth: str
    language: Language = "en"


class Notice(Struct, frozen=True):
    """Something that a process did: it wrote to a table, or announced a word."""

    table: str | None = None
    word: str | None = None


class Turn(Protocol):
    """The table's lock is held: nobody else writes to its log."""

    now: int
    """The house's time."""
    missed: list[Entry]
    """What others wrote since we last looked."""

    async def append(self, entries: list[Entry], turns: Iterable[Seat], row: Row | None) -> None:
        """Safe on disk when this returns; nothing happened when it raises.

        `turns` are the seats of people that the table waits for now, `row` its line in lists
        where that changes.
        """


class Alone(Protocol):
    """A store to which nobody else writes: nothing can have been missed."""

    def time(self) -> int:
        """The house's time."""

    def append(
        self,
        table: str,
        entries: list[Entry],
        turns: Iterable[Seat],
        row: Row | None,
        done: Callable[[Any, Exception | None], None],
    ) -> None:
        """What a turn's `append` does, for who is called once it is safe on disk, or failed."""


class Store(Protocol):
    """All of it may raise StoreFailed, and then nothing has changed."""

    @property
    def alone(self) -> Alone | None:
        """None where other processes may write too."""

    async def close(self) -> None: ...

    async def now(self) -> int:
        """The house's time, in milliseconds."""

    async def keep(self, name: str, make: Callable[[], str]) -> str:
        """A value made once and kept for good, such as the key that signs cookies."""

    async def beat(self) -> None:
        """Note that the house is open."""

    async def last_beat(self) -> int | None:
        """When it was last noted."""

    def turn(self, table: str, known: int) -> AbstractAsyncContextManager[Turn]:
        """Hold the table's lock."""

    async def add_table(self, opening: Opening, row: Row) -> None: ...

    async def opening(self, table: str) -> Opening | None: ...

    async def entries(self, table: str, after: int = 0) -> list[Entry]: ...

    async def open_tables(self, limit: int) -> list[Row]:
        """Listed tables with a free seat, the newest first."""

    async def tables_of(self, user: str, limit: int) -> list[Row]:
        """The tables where somebody sits, the last changed first."""

    async def due(self, now: int, limit: int) -> list[str]:
        """Running tables that have to be looked after."""

    async def clocked(self) -> list[str]:
        """Running tables with a clock."""

    async def keeper(self, table: str) -> bool:
        """Whether this process looks after the table's bots and clocks, from now on if it can."""

    async def let_go(self, table: str) -> None:
        """Let another process look after it."""

    async def announce(self, word: str) -> None:
        """Say something to all processes."""

    def notices(self) -> AsyncIterator[Notice | None]:
        """What processes announced and wrote to; None where notices may have been lost."""

    async def add_user(self, user: User, token: str | None = None) -> None: ...

    async def user(self, user_id: str) -> User | None: ...

    async def user_by(self, what: str, value: str) -> User | None:
        """By `account`, `feed` or `token` (hashed)."""

    async def change_user(self, user: User) -> bool:
        """False when another user has that account name."""

    async def add_push(self, push: Push) -> None: ...

    async def pushes(self, user: str) -> list[Push]: ...

    async def drop_push(self, user: str | None, endpoint: str) -> None: ...


def row_of(room: Room) -> Row:
    """What lists need of a table as it stands."""
    opening = room.opening
    return Row(
        id=opening.id,
        game=opening.game,
        stage=room.stage,
        listed=opening.listed,
        language=opening.language,
        clock=opening.clock,
        names=tuple(holder.name for holder in room.seats),
        users=tuple(holder.user for holder in room.seats),
        turns=tuple(room.turns),
        updated=room.updated,
        due=room.due,
        scores=room.result.scores if room.result else None,
        winners=room.result.winners if room.result else None,
    )
