"""Servers that the tests of people and of moderation share."""

from collections.abc import Iterator

import psycopg
import pytest

from tests.server.jobs.kept import Kept


@pytest.fixture(scope="package", params=["sqlite", "postgres"])
def kept(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Kept]:
    host = opened(request, tmp_path_factory, "moderation")
    with host:
        yield host


@pytest.fixture(scope="package", params=["sqlite", "postgres"])
def crowded(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Kept]:
    """Where spectators may write."""
    host = opened(request, tmp_path_factory, "crowded", "--spectators-chat")
    with host:
        yield host


def opened(
    request: pytest.FixtureRequest, folders: pytest.TempPathFactory, name: str, *arguments: str
) -> Kept:
    """A server on a database of its own."""
    database = str(folders.mktemp(name) / "quartett.db")
    if request.param == "postgres":
        server = request.getfixturevalue("postgres_server")
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        database = server.get_uri(name)
    host = Kept(database, *arguments)
    host.database = database
    return host
