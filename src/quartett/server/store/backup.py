"""Backups of everything a server keeps: made while it runs, restored into an empty place."""

import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from quartett.core.errors import QuartettError
from quartett.server.store.contract import SCHEMA, is_postgres
from quartett.server.store.files import make_folder_of, make_private
from quartett.server.store.fresh import merge
from quartett.server.store.schema import statements
from quartett.server.store.sqlite import prepare

TABLES = (
    "meta", "users", "sessions", "programs", "tables", "events", "seats", "pushes",
    "actions", "bans", "mutes", "blocks", "reports", "reviews", "exercises",
)  # fmt: skip
"""In an order in which each refers to those before it only."""
Rows: TypeAlias = tuple[str, list[str], Iterable[Sequence[Any]]]
"""A table's name, its columns, and its rows."""


def backup(database: str, target: Path) -> dict[str, int]:
    """Copy a database to a SQLite file, whichever it is; how many rows of each table."""
    for file in (target, target.with_name(target.name + "-wal")):
        if file.exists():
            raise QuartettError(f"{file} exists already; choose another file")
    from_postgres = is_postgres(database)
    if not from_postgres and not Path(database).exists():
        raise QuartettError(f"there is no database at {database}")
    try:
        return _from_postgres(database, target) if from_postgres else _from_file(database, target)
    except (OSError, sqlite3.Error, QuartettError) as error:
        target.unlink(missing_ok=True)
        what = "the database" if from_postgres else database  # an address may hold a password
        raise QuartettError(f"cannot copy {what}: {error}") from None


def _from_file(database: str, target: Path) -> dict[str, int]:
    make_private(target)
    address = f"{Path(database).absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(address, uri=True)) as source,
        closing(sqlite3.connect(target, isolation_level=None)) as copy,
    ):
        source.backup(copy)
        prepare(copy, str(target))
        # With a WAL it could not be read from where nobody may write.
        copy.execute("PRAGMA journal_mode = DELETE")
        return _counted(copy)


def restore(source: Path, database: str) -> dict[str, int]:
    """Put a copy into a place where nothing is yet."""
    if not source.exists():
        raise QuartettError(f"there is no file {source}")
    if source.is_dir():
        raise QuartettError(f"{source} is a folder; its snapshots are restored with --key")
    if is_postgres(database):
        return _to_postgres(source, database)
    target = Path(database)
    make_folder_of(target)
    return backup(str(source), target)


def _counted(copy: sqlite3.Connection) -> dict[str, int]:
    found = {}
    for table in TABLES:
        (found[table],) = copy.execute(f"SELECT count(*) FROM {table}").fetchone()
    return found


def _from_postgres(database: str, target: Path) -> dict[str, int]:
    """One snapshot of all tables, though others write meanwhile."""
    from psycopg import IsolationLevel

    from quartett.server.store.postgres import connected

    with connected(database) as source:
        source.isolation_level = IsolationLevel.REPEATABLE_READ
        return fill(target, _rows(source))


def _rows(source: Any) -> Iterator[Rows]:
    for table in TABLES:
        found = source.execute(f"SELECT * FROM {table}")
        yield table, [column.name for column in found.description or ()], found


def fill(target: Path, tables: Iterable[Rows]) -> dict[str, int]:
    """Make a copy of the rows of every table, in the order of TABLES."""
    make_private(target)
    with closing(sqlite3.connect(target)) as copy:
        prepare(copy, str(target))
        for table, columns, rows in tables:
            _fill(copy, "fresh" if table == "events" else table, columns, rows)
        copy.execute("UPDATE tables SET number = rowid")
        merge(copy)
        copy.commit()
        return _counted(copy)


def _fill(
    copy: sqlite3.Connection, table: str, columns: list[str], rows: Iterable[Sequence[Any]]
) -> None:
    places = ", ".join("?" * len(columns))
    put = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"
    copy.executemany(put, rows)


def _to_postgres(source: Path, database: str) -> dict[str, int]:
    from quartett.server.store.postgres import PUT_VERSION, connected, schema

    with _up_to_date(source) as copy, connected(database) as target:
        if target.execute("SELECT to_regclass('meta')").fetchone() != (None,):
            raise QuartettError("that database has tables of ours already; name an empty one")
        target.execute(schema() + statements("moderation") + statements("learning"))
        for table in TABLES:
            there = target.execute(f"SELECT * FROM {table}")
            columns = ", ".join(column.name for column in there.description or ())
            found = copy.execute(f"SELECT {columns} FROM {'log' if table == 'events' else table}")
            put = f"COPY {table} ({columns}) FROM STDIN"
            with target.cursor() as cursor, cursor.copy(put) as stream:
                for row in found:
                    stream.write_row(row)
        target.execute(PUT_VERSION, (str(SCHEMA),))
        return _counted(copy)


@contextmanager
def _up_to_date(source: Path) -> Iterator[sqlite3.Connection]:
    """The file itself may be old, or not ours to write to."""
    with tempfile.TemporaryDirectory() as folder:
        current = Path(folder) / "current.db"
        backup(str(source), current)
        with closing(sqlite3.connect(current)) as copy:
            yield copy
