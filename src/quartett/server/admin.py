"""`quartett admin`: moderation of tables and people while the server runs.

Each command is one transaction that also writes a line to the log of actions; running servers
read that log and act on it within a second.
"""

import io
import ipaddress
import json
import sqlite3
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from quartett.core.errors import QuartettError
from quartett.server.accounts import ERASED
from quartett.server.limits import client_key
from quartett.server.settings import checked_days, database_of
from quartett.server.store.contract import is_postgres
from quartett.server.store.files import cannot_use, write_private
from quartett.server.store.fresh import merge
from quartett.server.store.sqlite import connect

admin = typer.Typer(no_args_is_help=True, help="Moderate a server: tables, people, reports.")

Where = Annotated[str | None, typer.Option("--database", help="A file, or postgresql://…")]
Why = Annotated[str, typer.Option(help="For the log of actions.")]
Who = Annotated[str, typer.Argument(help="An account's name, a user's id, or TABLE:SEAT.")]


class Database:
    """Both databases under one kind of statement; `?` stands for a value."""

    def __init__(self, connection: Any, is_postgres: bool) -> None:
        self._connection = connection
        self.is_postgres = is_postgres
        self.log = "events" if is_postgres else "log"

    def run(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        text = statement.replace("?", "%s") if self.is_postgres else statement
        found = self._connection.execute(text, values)
        return list(found.fetchall()) if found.description else []

    def note(self, what: str, target: str, why: str) -> None:
        put = (
            "INSERT INTO actions (id, at, what, target, why)"
            " SELECT coalesce(max(id), 0) + 1, ?, ?, ?, ? FROM actions"
        )
        self.run(put, time.time_ns() // 10**6, what, target, why)

    def change_body(self, table: str, seq: int, body: str) -> None:
        number = "?" if self.is_postgres else "(SELECT number FROM tables WHERE id = ?)"
        self.run(
            f"UPDATE events SET body = ? WHERE seq = ? AND game_id = {number}", body, seq, table
        )


@contextmanager
def opened(named: str | None) -> Iterator[Database]:
    """The database in one transaction; a server may have it open."""
    place = database_of(named)
    if is_postgres(place):
        from quartett.server.store.postgres import connected

        with connected(place) as connection:
            yield Database(connection, True)
        return
    if not Path(place).exists():
        raise QuartettError(f"there is no database at {place}")
    try:
        with closing(connect(place)) as file:
            yield from _in_transaction(file)
    except sqlite3.Error as error:
        raise cannot_use(place, error) from None


def _in_transaction(file: sqlite3.Connection) -> Iterator[Database]:
    file.execute("BEGIN IMMEDIATE")
    try:
        merge(file)
        yield Database(file, False)
    except BaseException:
        file.execute("ROLLBACK")
        raise
    file.execute("COMMIT")


@admin.command()
def close(table: str, why: Why = "", database: Where = None) -> None:
    """Close a table: nobody finds, follows or plays it any more."""
    with opened(database) as db:
        if not db.run("SELECT 1 FROM tables WHERE id = ?", table):
            raise QuartettError(f"there is no table {table}")
        db.run("UPDATE tables SET stage = 'closed', due = NULL, clocked = 0 WHERE id = ?", table)
        db.note("close", table, why)
    typer.echo(f"Closed {table}")


@admin.command()
def ban(
    who: Annotated[str, typer.Argument(help="As for delete, or address:ADDRESS.")],
    days: Annotated[float | None, typer.Option(help="For how long; else for good.")] = None,
    why: Why = "",
    database: Where = None,
) -> None:
    """Keep a person, or an address, out."""
    now = time.time_ns() // 10**6
    until = None if days is None else now + round(checked_days(days) * 86_400_000)
    with opened(database) as db:
        subject = _subject(db, who)
        db.run("DELETE FROM bans WHERE subject = ?", subject)
        db.run("INSERT INTO bans (subject, at, until) VALUES (?, ?, ?)", subject, now, until)
        db.note("ban", subject, why)
    typer.echo(f"Banned {subject}")


@admin.command()
def unban(who: Who, why: Why = "", database: Where = None) -> None:
    """Let a person, or an address, in again."""
    with opened(database) as db:
        subject = _subject(db, who)
        db.run("DELETE FROM bans WHERE subject = ?", subject)
        db.note("unban", subject, why)
    typer.echo(f"Let {subject} in again")


@admin.command()
def export(who: Who, file: Path, why: Why = "", database: Where = None) -> None:
    """Write everything that is stored about a person to a zip file."""
    with opened(database) as db:
        user = _user(db, who)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, rows in _stored(db, user).items():
                archive.writestr(f"{name}.json", json.dumps(rows, ensure_ascii=False, indent=1))
        if file.exists():
            raise QuartettError(f"{file} exists already; choose another file")
        try:
            write_private(file, packed.getvalue())
        except OSError as error:
            raise QuartettError(f"cannot write {file}: {error.strerror}") from None
        db.note("export", user, why)
    typer.echo(f"Wrote {file}")


@admin.command()
def delete(who: Who, why: Why = "", database: Where = None) -> None:
    """Erase a person: account, sessions, subscriptions, name and chat in every log."""
    with opened(database) as db:
        user = _user(db, who)
        tables = [row[0] for row in db.run("SELECT game_id FROM seats WHERE user_id = ?", user)]
        spoken = f"SELECT DISTINCT game_id FROM {db.log} WHERE body LIKE ?"
        tables += [row[0] for row in db.run(spoken, f'%"user":"{user}"%') if row[0] not in tables]
        db.note("erase", user, why)
        for table in tables:
            _erase_from(db, table, user)
            db.note("erase-table", table, why)
        _erase_rows(db, user)
    typer.echo(f"Erased {user} from {len(tables)} tables")


@admin.command()
def reports(database: Where = None) -> None:
    """Reports that players filed about others, newest first."""
    find = "SELECT at, game_id, reporter, reported, text FROM reports ORDER BY id DESC"
    with opened(database) as db:
        for at, table, reporter, reported, text in db.run(find):
            typer.echo(f"{_when(at)} table {table}: {reporter} about {reported}: {text}")


@admin.command()
def log(database: Where = None) -> None:
    """The log of actions: everything that these commands changed."""
    with opened(database) as db:
        for at, what, target, why in db.run(
            "SELECT at, what, target, why FROM actions ORDER BY id"
        ):
            typer.echo(f"{_when(at)} {what} {target} {why}".rstrip())


def _subject(db: Database, who: str) -> str:
    if who.startswith("address:"):
        return _address(who.removeprefix("address:"))
    return _user(db, who)


def _address(text: str) -> str:
    """An address as limits and bans count it; other ranges would match nobody."""
    key = client_key(text)
    try:
        is_one = client_key(str(ipaddress.ip_network(key).network_address)) == key
    except ValueError:
        is_one = False
    if not is_one:
        raise QuartettError(f"{text} is not one address, such as 192.0.2.1 or 2001:db8::1")
    return key


def _user(db: Database, who: str) -> str:
    """The id of a person who is named in one of three ways."""
    table, _, seat = who.partition(":")
    if seat.isdecimal():
        found = db.run("SELECT line FROM tables WHERE id = ?", table)
        users = json.loads(found[0][0])["users"] if found else []
        if int(seat) < len(users) and users[int(seat)]:
            return str(users[int(seat)])
    for column, value in (("id", who), ("account", who.casefold())):
        found = db.run(f"SELECT id FROM users WHERE {column} = ?", value)
        if found:
            return str(found[0][0])
    raise QuartettError(f"there is nobody called {who}; name an account, an id or TABLE:SEAT")


def _stored(db: Database, user: str) -> dict[str, list[Any]]:
    said = f"SELECT game_id, seq, ms, body FROM {db.log} WHERE body LIKE ? ORDER BY ms"
    return {
        "user": db.run("SELECT id, name, account, created FROM users WHERE id = ?", user),
        "tables": db.run("SELECT game_id FROM seats WHERE user_id = ?", user),
        "entries": db.run(said, f'%"user":"{user}"%'),
        "browsers": db.run("SELECT endpoint, language FROM pushes WHERE user_id = ?", user),
        "sessions": db.run("SELECT created FROM sessions WHERE user_id = ?", user),
        "reports": db.run("SELECT at, game_id, text FROM reports WHERE reporter = ?", user),
        "blocked": db.run("SELECT other FROM blocks WHERE user_id = ?", user),
    }


def _erase_from(db: Database, table: str, user: str) -> None:
    """Name and chat leave the log and the list; moves stay, so that records still verify."""
    find = f"SELECT seq, body FROM {db.log} WHERE game_id = ? AND body LIKE ?"
    for seq, body in db.run(find, table, f'%"user":"{user}"%'):
        form = json.loads(body)
        if form.get("user") == user:
            blank = {name: "" for name in ("name", "text") if name in form}
            new = json.dumps({**form, **blank, "user": ERASED}, separators=(",", ":"))
            db.change_body(table, seq, new)
    (line,) = db.run("SELECT line FROM tables WHERE id = ?", table)[0]
    form = json.loads(line)
    mine = [holder == user for holder in form["users"]]
    form["names"] = ["" if own else name for own, name in zip(mine, form["names"], strict=True)]
    form["users"] = [ERASED if own else u for own, u in zip(mine, form["users"], strict=True)]
    new_line = json.dumps(form, separators=(",", ":"))
    opening = db.run("SELECT opening FROM tables WHERE id = ?", table)[0][0]
    new_opening = opening.replace(f'"owner":"{user}"', f'"owner":"{ERASED}"')
    put = "UPDATE tables SET line = ?, opening = ? WHERE id = ?"
    db.run(put, new_line, new_opening, table)


def _erase_rows(db: Database, user: str) -> None:
    made = [row[0] for row in db.run("SELECT id FROM programs WHERE maker = ?", user)]
    db.run("DELETE FROM programs WHERE maker = ? OR id = ?", user, user)
    for one in [user, *made]:
        for table in ("sessions", "pushes", "seats", "mutes", "blocks"):
            db.run(f"DELETE FROM {table} WHERE user_id = ?", one)
        db.run("DELETE FROM blocks WHERE other = ?", one)
        db.run("DELETE FROM reports WHERE reporter = ? OR reported = ?", one, one)
        db.run("DELETE FROM users WHERE id = ?", one)


def _when(ms: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(ms / 1000))
