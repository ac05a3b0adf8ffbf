"""What a host asks of a running server: is it alive, can it serve, how much does it do."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

from tests.server.host import Host
from tests.server.player import Visitor
from tests.server.resilience.test_rough import _limit_files


class Plain(Host):
    """A server with the settings that it has by itself."""

    def __init__(self, database: str, *arguments: str) -> None:
        super().__init__(database, *arguments)
        self.arguments = ("--database", database, "--port", str(self.port), *arguments)


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    database = str(tmp_path_factory.mktemp("secured") / "quartett.db")
    address = ("--secure", "--address", "https://games.example.org/q/")
    with Plain(database, "--metrics-token", "letmein", *address) as host:
        yield host


def test_ready_says_which_part_fails_while_the_process_lives(tmp_path: Path) -> None:
    with Host(str(tmp_path / "quartett.db")) as host:
        ready = httpx.get(f"{host.url}/api/health/ready")
        assert (ready.status_code, ready.json()) == (200, {"ok": True, "problems": []})
        assert host.process is not None
        _limit_files(host.process.pid, 0)  # no file may grow: the disk is full
        full = httpx.get(f"{host.url}/api/health/ready", timeout=30)
        assert full.status_code == 503
        assert "the database does not take a line" in full.json()["problems"][0]
        assert httpx.get(f"{host.url}/api/health/live").status_code == 200


def test_ready_asks_postgresql_too(postgres: str) -> None:
    with Host(postgres) as host:
        assert httpx.get(f"{host.url}/api/health/ready").status_code == 200
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute("ALTER TABLE meta RENAME TO gone")
        assert httpx.get(f"{host.url}/api/health/ready", timeout=30).status_code == 503
        assert httpx.get(f"{host.url}/api/health/live").status_code == 200


def test_metrics_are_closed_unless_one_has_the_token(secured: Host) -> None:
    url = f"{secured.url}/metrics"
    assert httpx.get(url).status_code == 404
    assert httpx.get(url, headers={"Authorization": "Bearer wrong"}).status_code == 404
    assert httpx.get(url, headers={"Authorization": "Bearer letmein"}).status_code == 200


def test_metrics_tell_times_statuses_and_queues(host: Host) -> None:
    ana = Visitor(host)
    table = ana.table("calavera", "me", "me", start=True)
    ana.do(table, "resign", seat=0)
    assert ana.http.get("/api/tables/none").status_code == 404
    text = ana.http.get("/metrics").text
    for name in (
        'quartett_requests_total{status="404"}', "quartett_request_seconds_count",
        "quartett_commit_seconds_count", "quartett_open_sockets", "quartett_tables_in_memory",
    ):  # fmt: skip
        found = re.search(rf"^{re.escape(name)} ([0-9.]+)$", text, re.MULTILINE)
        assert found is not None, name
        assert float(found[1]) > 0 or "sockets" in name, name
    assert 'quartett_commit_seconds_bucket{le="+Inf"}' in text
    assert "\nquartett_bot_queue 0\n" in text


def test_browsers_are_told_to_stay_with_https(secured: Host, host: Host) -> None:
    told = httpx.get(f"{secured.url}/api/games").headers
    assert told["strict-transport-security"] == "max-age=31536000"
    assert "strict-transport-security" not in httpx.get(f"{host.url}/api/games").headers


def test_links_in_the_feed_use_the_configured_address(secured: Host) -> None:
    made = httpx.put(f"{secured.url}/api/me/name", json={"name": "Ana"})
    feed = made.json()["feed"]
    text = httpx.get(f"{secured.url}/{feed}", headers={"Host": "evil.example"}).text
    assert 'href="https://games.example.org/q/"' in text
    assert "evil.example" not in text
