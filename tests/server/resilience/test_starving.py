"""Nobody can take the server away from the others by asking for much."""

import asyncio
import socket as plain
import time
from collections.abc import Iterator

import httpx
import pytest

from tests.server.host import Host
from tests.server.player import Visitor
from tests.server.resilience.test_rough import metric


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("starving")
    with Host(str(folder / "quartett.db"), "--limits") as running:
        yield running


def finished(visitor: Visitor, game: str = "calavera") -> str:
    """A table whose game bots have played to its end."""
    table = visitor.table(game, "easy", "easy", start=True)
    end = time.monotonic() + 120
    while visitor.get(f"/api/tables/{table}")["stage"] != "over":
        assert time.monotonic() < end
        time.sleep(0.2)
    return table


def resigned(visitor: Visitor) -> str:
    table = visitor.table("calavera", "me", "me", start=True)
    visitor.do(table, "resign", seat=0)
    return table


def test_reviews_that_nobody_waits_for_hold_no_bot_up(host: Host) -> None:
    ana = Visitor(host)
    tables = [finished(ana) for _ in range(3)]
    for number in range(150):
        path = f"/api/tables/{tables[number % 3]}/review"
        with plain.create_connection(("127.0.0.1", host.port)) as connection:
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    finished(ana)
    end = time.monotonic() + 120
    while metric(ana, "quartett_review_queue"):
        assert time.monotonic() < end
        time.sleep(0.1)


def test_a_review_asked_for_by_many_is_made_once(host: Host) -> None:
    ana = Visitor(host)
    table = finished(ana)
    before = metric(ana, "quartett_reviews_asked")

    async def ask_all() -> list[httpx.Response]:
        async with httpx.AsyncClient(base_url=host.url, timeout=120) as client:
            path = f"/api/tables/{table}/review"
            return await asyncio.gather(*(client.get(path) for _ in range(10)))

    answers = asyncio.run(ask_all())
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert metric(ana, "quartett_reviews_asked") == before + 1


def test_one_address_cannot_ask_for_reviews_without_end(limited: Host) -> None:
    ana = Visitor(limited)
    tables = [resigned(ana) for _ in range(30)]

    async def ask_all() -> set[int]:
        async with httpx.AsyncClient(base_url=limited.url, timeout=120) as client:
            paths = (f"/api/tables/{table}/review" for table in tables)
            answers = await asyncio.gather(*(client.get(path) for path in paths))
        return {answer.status_code for answer in answers}

    assert asyncio.run(ask_all()) == {200, 429}


def test_one_address_cannot_ask_for_hints_without_end(limited: Host) -> None:
    """Not through several sockets either. There is nothing to advise, which is said at once."""
    ana = Visitor(limited)
    table = ana.table("calavera", "me", "open")

    async def ask_all() -> set[str]:
        lines = [await ana.socket() for _ in range(3)]
        told = set()
        for number in range(60):
            line = lines[number % 3]
            await line.send(t="hint", table=table, id=number, seat=0)
            told.add((await line.hear("advice", "rejected"))["code"])
        return told

    assert asyncio.run(ask_all()) == {"not_begun", "too_fast"}


def test_rematches_count_as_tables(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("rematches")
    with Host(str(folder / "quartett.db"), "--limits") as limited:
        ana = Visitor(limited)
        table = resigned(ana)
        for asked in range(70):
            body = {"do": "rematch", "cmd": f"rematch-{asked}"}
            answer = ana.http.post(f"/api/tables/{table}/commands", json=body)
            if answer.status_code == 429:
                assert answer.json()["code"] == "too_fast"
                return
            table = answer.json()["next"]
            ana.do(table, "start")
            ana.do(table, "resign", seat=0)
    raise AssertionError("never refused")
