"""The results of a call: rows that the worker commits first, then messages to send."""

from typing import Any

import msgspec
from msgspec import Struct

from quartett.tables.entries import Entry, body
from quartett.tables.setup import TableSetup
from quartett.tables.table import Table
from quartett.tables.viewing.summary import summary

FORMAT = 1
"""The version of the saved form; incremented when that changes."""


class Saved(Struct, frozen=True):
    """What is saved of a table beside its log."""

    format: int
    setup: TableSetup


class Response(Struct, frozen=True):
    """The answer to a request: an HTTP status, and JSON or text."""

    status: int
    body: str
    kind: str = "application/json"


class EventRow(Struct, frozen=True):
    """An entry of a log, as IndexedDB keeps it."""

    table: str
    seq: int
    ms: int
    cmd: str | None
    body: str


class TableRow(Struct, frozen=True):
    """A table, as IndexedDB keeps it; `line` is what lists show, so that they need no engine."""

    id: str
    saved: str
    line: Any
    updated: int


class Effects(Struct):
    """Filled by a call; none of it may be sent before its rows are on disk."""

    events: list[EventRow] = []
    tables: list[TableRow] = []
    name: str | None = None
    """The name that the player chose, where it changed."""
    frames: list[tuple[str, str]] = []
    """Messages for the clients that are named."""
    answer: Response | None = None

    def write(self, table: Table, entries: list[Entry], user: str) -> None:
        self.events += [
            EventRow(table.id, entry.seq, entry.ms, entry.cmd, body(entry.what).decode())
            for entry in entries
        ]
        row = table_row(table, user)
        self.tables = [*(other for other in self.tables if other.id != table.id), row]


def table_row(table: Table, user: str) -> TableRow:
    saved = msgspec.json.encode(Saved(FORMAT, table.setup)).decode()
    return TableRow(table.id, saved, summary(table).shown_to(user), table.updated)
