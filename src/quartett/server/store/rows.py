"""Values into the database's columns and back; the same for both databases."""

from collections.abc import Iterable
from importlib.resources import files
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from quartett.core.event import Seat
from quartett.core.lazily import Lazily
from quartett.server.accounts import User
from quartett.server.store.contract import Push, Row
from quartett.tables.entries import Entry, Sat, body, read_body
from quartett.tables.opening import Opening
from quartett.tables.setup import Clock

USER_COLUMNS: Final = "id, name, account, passphrase, program, feed, created"
PUSH_COLUMNS: Final = "user_id, endpoint, p256dh, auth, language"
FINDERS: Final = {"account": "account", "feed": "feed", "token": "token"}

_row = msgspec.json.Decoder(Row)
_opening = msgspec.json.Decoder(Opening)


def statements(name: str) -> str:
    """Those of a file beside this one."""
    file = files("quartett.server.store").joinpath(f"{name}.sql")
    return file.read_text(encoding="utf-8")


def table_values(row: Row) -> tuple[Any, ...]:
    """line, stage, listed, clocked, updated, due."""
    line = msgspec.json.encode(row).decode()
    clocked = int(row.clock != Clock() and row.stage == "playing")
    return line, row.stage, int(row.listed), clocked, row.updated, row.due


def event_values(table: str, entries: list[Entry], turns: Iterable[Seat]) -> list[tuple[Any, ...]]:
    """game_id, seq, ms, cmd, body, waits of each."""
    waits = _BITS[tuple(turns)]
    return [(table, e.seq, e.ms, e.cmd, body(e.what).decode(), waits) for e in entries]


_BITS: Final[Lazily[tuple[Seat, ...], int]] = Lazily(lambda seats: sum(1 << s for s in seats))


def read_entry(found: tuple[Any, ...]) -> Entry:
    seq, ms, cmd, stored = found
    return Entry(seq=seq, ms=ms, cmd=cmd, what=read_body(stored))


def read_row(line: str) -> Row:
    return _row.decode(line)


def read_row_now(found: tuple[Any, ...]) -> Row:
    """The line, with what its last entry says: ms, waits."""
    line, ms, waits = found
    turns = tuple(seat for seat in range(waits.bit_length()) if waits >> seat & 1)
    return replace(_row.decode(line), updated=ms, turns=turns)


def read_opening(stored: str) -> Opening:
    return _opening.decode(stored)


def user_values(user: User) -> tuple[Any, ...]:
    known = (user.id, user.name, user.account, user.passphrase)
    return *known, int(user.program), user.feed, user.created


def read_user(found: tuple[Any, ...] | None) -> User | None:
    if found is None:
        return None
    id, name, account, passphrase, program, feed, created = found
    return User(
        id=id, name=name, account=account, passphrase=passphrase,
        program=bool(program), feed=feed, created=created,
    )  # fmt: skip


def read_push(found: tuple[Any, ...]) -> Push:
    user, endpoint, p256dh, auth, language = found
    return Push(user=user, endpoint=endpoint, p256dh=p256dh, auth=auth, language=language)


def newcomers(entries: list[Entry]) -> list[str]:
    """Everybody who sat down in these entries."""
    return [entry.what.user for entry in entries if isinstance(entry.what, Sat)]
