"""A server killed in the middle of play, again and again: nothing acknowledged is ever lost."""

import asyncio
import json
import os
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psycopg
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.forks import parent
from tests.server.figures import report
from tests.server.host import Host
from tests.server.player import Visitor, new_cmd

KILLS = int(os.environ.get("QUARTETT_KILLS", "12"))
"""On each database."""
TABLES = 4


class Mortal(Host):
    """A server that is killed and started again."""

    def __init__(self, database: str) -> None:
        super().__init__(database)

    def begin(self) -> None:
        self.process = parent().serve(self.arguments, None)

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None


@pytest.fixture(params=["sqlite", "postgres"])
def mortal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Mortal]:
    address = str(tmp_path / "quartett.db")
    if request.param == "postgres":
        address = request.getfixturevalue("postgres")
    host = Mortal(address)
    yield host
    host.kill()


class Witness:
    """A player who writes down everything that was acknowledged, and never gives up."""

    def __init__(self, visitor: Visitor, table: str, seat: int, seed: int) -> None:
        self.visitor = visitor
        self.table = table
        self.seat = seat
        self.log: dict[int, Any] = {}
        self.acknowledged: dict[str, int] = {}
        self.rng = random.Random(seed)
        self.pending: dict[str, Any] | None = None
        """Sent, and not yet answered: it is sent again, with the same id, until it is."""
        self.over = False

    async def play(self) -> None:
        while not self.over:
            try:
                async with connect(
                    self.visitor.host.socket_url,
                    additional_headers=self.visitor.cookies,
                    open_timeout=5,
                ) as socket:
                    await self._talk(socket)
            except (OSError, WebSocketException, TimeoutError, EOFError):
                await asyncio.sleep(0.01)

    async def _talk(self, socket: Any) -> None:
        last = max(self.log, default=0)
        hello = {"t": "hello", "table": self.table, "seat": self.seat, "last": last, "legal": True}
        await socket.send(json.dumps(hello))
        if self.pending is not None:
            await socket.send(json.dumps(self.pending))
        while not self.over:
            told = msgspec.json.decode(await asyncio.wait_for(socket.recv(), 20))
            if told["t"] == "rejected":
                self.pending = None
                await socket.send(json.dumps({**hello, "last": max(self.log, default=0)}))
            elif told["t"] == "events":
                self._heard(told)
                if self.pending is None and told.get("legal"):
                    await self._act(socket, told)

    def _heard(self, told: dict[str, Any]) -> None:
        for entry in told["events"]:
            seq = entry["seq"]
            assert seq <= max(self.log, default=0) + 1, "the count broke"
            cmd = entry.pop("cmd", None)
            assert self.log.setdefault(seq, entry) == entry, "an entry changed"
            if cmd is not None:
                assert self.acknowledged.setdefault(cmd, seq) == seq, "a command happened twice"
                if self.pending is not None and self.pending["cmd"] == cmd:
                    self.pending = None
        self.over = self.over or told.get("about", {}).get("stage") == "over"

    async def _act(self, socket: Any, told: dict[str, Any]) -> None:
        self.pending = {
            "t": "act", "table": self.table, "seat": self.seat, "cmd": new_cmd(),
            "at": told["seq"], "action": self.rng.choice(told["legal"]),
        }  # fmt: skip
        await socket.send(json.dumps(self.pending))


async def ready(host: Mortal) -> None:
    async with httpx.AsyncClient() as http:
        while True:
            try:
                if (await http.get(f"{host.url}/api/health")).status_code == 200:
                    return
            except httpx.TransportError:
                assert host.runs
                await asyncio.sleep(0.01)


class Scene:
    """Tables where people play while the server is killed again and again."""

    def __init__(self, mortal: Mortal) -> None:
        self.mortal = mortal
        self.witnesses: list[Witness] = []
        self.people: list[Visitor] = []

    async def run(self) -> None:
        self.mortal.begin()
        await ready(self.mortal)
        self.people = await asyncio.to_thread(lambda: [Visitor(self.mortal) for _ in range(2)])
        async with asyncio.TaskGroup() as games:  # whose first failure ends the kills, too
            playing = [games.create_task(self._keep_playing()) for _ in range(TABLES)]
            await self._kill_again_and_again()
            await self._one_more()
            for game in playing:
                game.cancel()

    async def _keep_playing(self) -> None:
        """One game after the other."""
        while True:
            table = await asyncio.to_thread(_new_table, *self.people)
            pair = [
                Witness(who, table, seat, len(self.witnesses))
                for seat, who in enumerate(self.people)
            ]
            self.witnesses += pair
            await asyncio.gather(*(witness.play() for witness in pair))

    async def _kill_again_and_again(self) -> None:
        """At any moment of play: every life of the server is long enough for a move."""
        rng = random.Random(6)
        for _ in range(KILLS):
            await self._one_more()
            await asyncio.sleep(rng.uniform(0, 0.1))
            self.mortal.kill()
            self.mortal.begin()
            await ready(self.mortal)

    async def _one_more(self) -> None:
        """Wait until something has been acknowledged that was not before."""
        before = self.acknowledged
        while self.acknowledged == before:
            await asyncio.sleep(0.005)

    @property
    def acknowledged(self) -> int:
        return sum(len(witness.acknowledged) for witness in self.witnesses)


def test_nothing_acknowledged_is_ever_missing_or_doubled(mortal: Mortal) -> None:
    scene, began = Scene(mortal), time.monotonic()
    asyncio.run(asyncio.wait_for(scene.run(), 120 + 20 * KILLS))
    assert scene.acknowledged > KILLS
    for witness in scene.witnesses:
        _check(witness)
    report(
        "kills", number=KILLS, database=mortal.arguments[1].partition(":")[0][:10],
        acknowledged=scene.acknowledged, lost=0, games=len(scene.witnesses) // 2,
        seconds=f"{time.monotonic() - began:.0f}",
    )  # fmt: skip


def _new_table(ana: Visitor, ben: Visitor) -> str:
    """A running table of two people."""
    table: str = _stubbornly(lambda: ana.table("calavera", "me", "open"))
    for visitor, command in (
        (ben, {"do": "sit", "cmd": new_cmd(), "seat": 1}),
        (ana, {"do": "start", "cmd": new_cmd()}),
    ):
        _stubbornly(partial(visitor.post, f"/api/tables/{table}/commands", command))
    return table


def _stubbornly(ask: Callable[[], Any]) -> Any:
    """Ask again whenever the server dies under it; commands are safe to repeat."""
    while True:
        try:
            return ask()
        except httpx.TransportError:
            time.sleep(0.01)


def _check(witness: Witness) -> None:
    """What the witness wrote down is what the log says now."""
    entries = witness.visitor.get(f"/api/tables/{witness.table}/events", seat=witness.seat)
    assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))
    truth = {entry["seq"]: entry for entry in entries}
    commands = {entry.pop("cmd"): seq for seq, entry in truth.items() if "cmd" in entry}
    for seq, entry in witness.log.items():
        assert truth[seq] == entry
    for cmd, seq in witness.acknowledged.items():
        assert commands[cmd] == seq


CUTS = 12
CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


def test_a_database_that_drops_its_connections_loses_nothing(postgres: str) -> None:
    """In the middle of transactions, too: whether a commit came through is found out again."""
    rng = random.Random(7)

    async def run(host: Host) -> list[Witness]:
        people = [Visitor(host), Visitor(host)]
        table = _new_table(*people)
        pair = [Witness(who, table, seat, seat) for seat, who in enumerate(people)]
        games = [asyncio.create_task(witness.play()) for witness in pair]
        async with await psycopg.AsyncConnection.connect(postgres, autocommit=True) as connection:
            for _ in range(CUTS):
                await asyncio.sleep(rng.uniform(0, 0.1))
                await connection.execute(CUT)
        await asyncio.wait_for(asyncio.gather(*games), 120)
        return pair

    with Host(postgres) as host:
        for witness in asyncio.run(run(host)):
            _check(witness)
            assert witness.acknowledged
