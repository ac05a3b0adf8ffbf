"""A database of every version there was opens: games are whole and go on, people are known.

`tools/old_databases.py` wrote the fixtures with the servers of those versions.
"""

import json
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from quartett.core.record import Record
from quartett.core.verify import verify
from quartett.server.accounts import COOKIE
from quartett.server.store.contract import SCHEMA
from tests.server.host import Host
from tests.server.player import new_cmd

FOLDER = Path(__file__).parent / "databases"
VERSIONS = sorted({file.name.partition(".")[0] for file in FOLDER.glob("*.sql")})


def test_there_is_a_database_of_every_version() -> None:
    assert [f"v{number}" for number in range(1, SCHEMA + 1)] == VERSIONS


@pytest.mark.parametrize("place", ["sqlite", "postgres"])
@pytest.mark.parametrize("version", VERSIONS)
def test_it_opens_and_plays_on(version: str, place: str, database: str, postgres: str) -> None:
    expected = json.loads((FOLDER / f"{version}.{place}.json").read_text(encoding="utf-8"))
    text = (FOLDER / f"{version}.{place}.sql").read_text(encoding="utf-8")
    used = _loaded(text, database if place == "sqlite" else postgres)
    with Host(used) as host:
        for name, cookie in expected["cookies"].items():
            with httpx.Client(base_url=host.url, cookies={COOKIE: cookie}, timeout=30) as client:
                assert client.get("/api/me").json()["name"] == name.capitalize()
                if name == "ana":
                    _check_games(client, expected)
        _check_people(host, expected)


def _loaded(text: str, database: str) -> str:
    if database.startswith("postgresql"):
        with psycopg.connect(database) as connection:
            connection.execute(text)
    else:
        with sqlite3.connect(database) as file:
            file.executescript(text)
    return database


def _check_games(ana: httpx.Client, expected: dict[str, Any]) -> None:
    over, running = expected["over"], expected["running"]
    for table in (over, running):
        log = ana.get(f"/api/tables/{table}/events", params={"seat": 0}).json()
        assert log == expected["logs"][table]
    stages = {line["id"]: line["stage"] for line in ana.get("/api/me/tables").json()}
    assert stages == {over: "over", running: "playing"}
    record = Record.parse(ana.get(f"/api/tables/{over}/record").text)
    findings = list(verify(record))
    assert len(findings) > 2 and all(finding.ok for finding in findings), findings
    resign = {"do": "resign", "cmd": new_cmd(), "seat": 0}
    answer = ana.post(f"/api/tables/{running}/commands", json=resign)
    assert answer.status_code == 200, answer.text
    assert answer.json()["seats"][0]["resigned"]


def _check_people(host: Host, expected: dict[str, Any]) -> None:
    login = {"name": "Ana", "passphrase": expected["passphrase"]}
    assert httpx.post(f"{host.url}/api/login", json=login, timeout=30).status_code < 300
    token = {"Authorization": f"Bearer {expected['token']}"}
    assert httpx.get(f"{host.url}/api/me", headers=token, timeout=30).json()["name"] == "Dora"
