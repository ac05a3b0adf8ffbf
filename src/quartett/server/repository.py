"""Tables, users and push subscriptions as values; the store keeps them as rows."""

import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec.structs import replace

from quartett.core.event import Seat
from quartett.core.lazily import Lazily
from quartett.review import VERSION, Review, SeatReview
from quartett.review.analysis import COUNTED
from quartett.review.practice import Schedule
from quartett.server.accounts import LoginSession, PushTarget, User
from quartett.server.store.contract import Append, Columns, EventRow, Store
from quartett.tables.entries import Entry, Sat, body, read_body
from quartett.tables.errors import no_table
from quartett.tables.setup import TableSetup
from quartett.tables.table import Span, Table, Written
from quartett.tables.viewing.summary import TableSummary, summary

_setup = msgspec.json.Decoder(TableSetup)
_summary = msgspec.json.Decoder(TableSummary)
_review = msgspec.json.Decoder(Review)
_seat_reviews = msgspec.json.Decoder(tuple[SeatReview, ...])

BY_DUE: Final = "ORDER BY due, game_id, place LIMIT ?"

PUT_REVIEW: Final = """
INSERT INTO reviews (game_id, version, seats, body) VALUES (?, ?, ?, ?)
ON CONFLICT (game_id) DO UPDATE
SET version = excluded.version, seats = excluded.seats, body = excluded.body
"""
SEATS_OF: Final = """
SELECT reviews.game_id, reviews.seats FROM reviews JOIN seats ON seats.game_id = reviews.game_id
WHERE seats.user_id = ? AND version >= ?
"""
PUT_EXERCISE: Final = """
INSERT INTO exercises (user_id, game_id, place, game, due, card) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (user_id, game_id, place) DO NOTHING
"""
RESCHEDULE: Final = """
UPDATE exercises SET due = ?, card = ? WHERE user_id = ? AND game_id = ? AND place = ?
"""

DOWN: Final = "down "
"""How the names of downtimes begin; the rest is when the last heartbeat was."""
REMEMBERED_MS: Final = 30 * 86_400_000
"""Downtimes that ended longer ago are forgotten."""


class Repository:
    """Reads and writes values; `store` has the rest."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def add_table(self, table: Table) -> None:
        stored = msgspec.json.encode(table.setup).decode()
        await self.store.add_table(table.id, stored, _summary_columns(summary(table)))

    async def setup(self, table_id: str) -> TableSetup:
        stored = await self.store.setup(table_id)
        if stored is None:
            raise no_table()
        return _setup.decode(stored)

    async def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        found = [read_entry(row) for row in await self.store.events(table_id, after)]
        for place, entry in enumerate(found, after + 1):
            if entry.seq != place:
                raise RuntimeError(f"a table's log has {entry.seq} as its entry {place}")
        return found

    async def entry(self, table_id: str, seq: int) -> Entry | None:
        """One entry of a table's log."""
        rows = await self.store.events(table_id, seq - 1)
        return read_entry(rows[0]) if rows else None

    async def open_tables(self, limit: int) -> list[TableSummary]:
        """Listed tables with a free seat, the newest first."""
        return [_summary.decode(line) for line in await self.store.open_tables(limit)]

    async def tables_of(self, user: str, limit: int) -> list[TableSummary]:
        """The tables where a user sat, the last changed first."""
        found = await self.store.tables_of(user, limit)
        return [
            replace(_summary.decode(line), updated=ms, turns=_seats(waits))
            for line, ms, waits in found
        ]

    async def review(self, table_id: str) -> Review | None:
        """The review that was kept, if the values it was made with are today's."""
        find = "SELECT body FROM reviews WHERE game_id = ? AND version = ?"
        found = await self.store.query(find, table_id, VERSION)
        return _review.decode(zlib.decompress(b64decode(found[0][0]))) if found else None

    async def keep_review(self, table_id: str, made: Review) -> None:
        packed = b64encode(zlib.compress(msgspec.json.encode(made))).decode()
        seats = msgspec.json.encode(made.seats).decode()
        await self.store.execute(PUT_REVIEW, table_id, made.version, seats, packed)

    async def seat_reviews(self, user: str) -> dict[str, tuple[SeatReview, ...]]:
        """How all seats did in the reviewed games of a user, by table; with older values too."""
        found = await self.store.query(SEATS_OF, user, COUNTED)
        return {table: _seat_reviews.decode(seats) for table, seats in found}

    async def add_exercise(
        self, user: str, table_id: str, place: int, game: str, first: Schedule
    ) -> None:
        """Unless it is there already."""
        key = (user, table_id, place, game)
        await self.store.execute(PUT_EXERCISE, *key, first.due, first.card)

    async def exercises(self, user: str, now: int, limit: int) -> list[tuple[str, int, int]]:
        """Table, place and due time of those that are due, the longest overdue first."""
        find = "SELECT game_id, place, due FROM exercises WHERE user_id = ? AND due <= ? "
        return [tuple(row) for row in await self.store.query(find + BY_DUE, user, now, limit)]

    async def exercise(self, user: str, table_id: str, place: int) -> Schedule | None:
        find = "SELECT due, card FROM exercises WHERE user_id = ? AND game_id = ? AND place = ?"
        found = await self.store.query(find, user, table_id, place)
        return Schedule(*found[0]) if found else None

    async def reschedule(self, user: str, table_id: str, place: int, then: Schedule) -> None:
        await self.store.execute(RESCHEDULE, then.due, then.card, user, table_id, place)

    async def add_downtime(self, begin: int, end: int) -> None:
        """The server was down; written once, by the first process to start."""
        for old, ended in await self.downtimes():
            if ended < end - REMEMBERED_MS:
                await self.store.execute("DELETE FROM meta WHERE name = ?", f"{DOWN}{old}")
        await self.store.keep(f"{DOWN}{begin}", lambda: str(end))

    async def downtimes(self) -> list[Span]:
        """When the server was down, lately."""
        find = "SELECT name, value FROM meta WHERE name LIKE ?"
        found = await self.store.query(find, f"{DOWN}%")
        return [(int(name.removeprefix(DOWN)), int(end)) for name, end in found]

    async def add_user(self, user: User, token: str | None = None) -> None:
        """With the hash of a token, where it is a program."""
        known = (user.id, user.name, user.account, user.passphrase)
        await self.store.add_user((*known, int(user.program), user.feed, user.created, token))

    async def user_by(self, what: str, value: str) -> User | None:
        """By `id`, `account`, `feed` or `token` (hashed)."""
        return _user(await self.store.user_by(what, value))

    async def user_of_session(self, session: str) -> User | None:
        return _user(await self.store.user_of_session(session))

    async def sessions(self, user: str) -> list[LoginSession]:
        """Where a user is logged in, the newest first."""
        return [LoginSession(id, created) for id, created in await self.store.sessions(user)]

    async def change_user(self, user: User) -> bool:
        """False when another user has that account name."""
        return await self.store.change_user(user.id, (user.name, user.account, user.passphrase))

    async def add_push(self, push: PushTarget) -> None:
        await self.store.add_push((push.user, push.endpoint, push.p256dh, push.auth, push.language))

    async def pushes(self, user: str) -> list[PushTarget]:
        found = await self.store.pushes(user)
        return [
            PushTarget(user=user, endpoint=endpoint, p256dh=p256dh, auth=auth, language=language)
            for user, endpoint, p256dh, auth, language in found
        ]


def _user(found: Columns | None) -> User | None:
    if found is None:
        return None
    id, name, account, passphrase, program, feed, created = found
    return User(
        id=id, name=name, account=account, passphrase=passphrase,
        program=bool(program), feed=feed, created=created,
    )  # fmt: skip


def read_entry(row: EventRow) -> Entry:
    seq, ms, cmd, stored = row
    return Entry(seq=seq, ms=ms, cmd=cmd, what=read_body(stored))


def append_of(
    table_id: str, written: Written, turns: Iterable[Seat], changed: TableSummary | None
) -> Append:
    """The rows of new entries; `turns` are the people that the table waits for after them."""
    waits = _BITS[tuple(turns)]
    events: list[Columns] = [
        (table_id, entry.seq, entry.ms, entry.cmd, body(entry.what).decode(), waits)
        for entry, _ in written
    ]
    if changed is None:
        return Append(events)
    seats = [(table_id, entry.what.user) for entry, _ in written if isinstance(entry.what, Sat)]
    return Append(events, (*_summary_columns(changed), table_id), seats)


def _summary_columns(made: TableSummary) -> Columns:
    line = msgspec.json.encode(made).decode()
    return line, made.stage, int(made.listed), int(made.is_clocked), made.updated, made.due


_BITS: Final[Lazily[tuple[Seat, ...], int]] = Lazily(lambda seats: sum(1 << s for s in seats))


def _seats(bits: int) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)
