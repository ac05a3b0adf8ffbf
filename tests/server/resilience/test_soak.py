"""People, bots, spectators and visitors who come and go, for as long as one likes: memory is flat.

QUARTETT_SOAK_SECONDS=1800 pytest -s tests/server/resilience/test_soak.py
"""

import asyncio
import os
import random
import statistics
import time
from collections.abc import Iterator
from functools import partial

import httpx
import pytest

from tests.server.figures import failures, memory, report
from tests.server.host import Host
from tests.server.player import Visitor, at_random, new_cmd, play

SECONDS = float(os.environ.get("QUARTETT_SOAK_SECONDS", "6"))
TABLES = 6
"""Games at a time."""
SAMPLES = 60
GROWTH = 0.1
"""How much more memory, of what it was after the first third, may be in use at the end."""
GAMES = ("calavera", "calcory", "calavera", "calculissimo", "calavera", "cubus")
SHORT = {"calavera": {"sheet": "short"}, "calcory": {"max_turns": 30}}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    warm = "--warm-up" if SECONDS > 60 else "--no-warm-up"
    with Host(str(tmp_path_factory.mktemp("soak") / "quartett.db"), warm) as running:
        running.wait_until_ready()
        yield running


class Soak:
    """What goes on until the time is up."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.end = time.monotonic() + SECONDS
        self.games = 0
        self.visits = 0
        self.samples: list[float] = []

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.end

    async def run(self) -> None:
        games = GAMES if SECONDS > 60 else GAMES[:1]  # compilers would take longer than that
        tables = (self.tables(number, games[number % len(games)]) for number in range(TABLES))
        await asyncio.gather(*tables, self.spectators(), self.measure())

    async def tables(self, number: int, game: str) -> None:
        """One game after the other, of a new guest and a bot."""
        while self.goes_on:
            ana = await asyncio.to_thread(Visitor, self.host)
            asked = partial(ana.table, game, "me", "easy", options=SHORT.get(game, {}), start=True)
            table = await asyncio.to_thread(asked)
            line = await ana.socket()
            playing = play(line, table, 0, at_random(number))
            try:
                await asyncio.wait_for(playing, max(1.0, self.end + 5 - time.monotonic()))
                self.games += 1
            except TimeoutError:
                assert not self.goes_on
            await line.close()
            ana.http.close()

    async def spectators(self) -> None:
        """Look at a list and a table, say something odd, leave without a word."""
        rng = random.Random(1)
        while self.goes_on:
            self.visits += 1
            stranger = Visitor(self.host, None)
            await asyncio.to_thread(stranger.get, "/api/tables")
            line = await stranger.socket()
            await line.send(t="hello", table="nowhere")
            await line.send(t="act", table="nowhere", cmd=new_cmd(), at=0, action={})
            await line.hear("rejected")
            if rng.random() < 0.5:
                line.socket.transport.abort()
            else:
                await line.close()
            stranger.http.close()
            await asyncio.sleep(0.05)

    async def measure(self) -> None:
        while self.goes_on:
            self.samples.append(memory(self.host))
            await asyncio.sleep(SECONDS / SAMPLES)


def test_memory_is_flat_while_people_come_and_go(host: Host) -> None:
    soak, before = Soak(host), failures(host)  # it was asked whether it is ready
    asyncio.run(asyncio.wait_for(soak.run(), SECONDS + 120))
    third = len(soak.samples) // 3
    parts = [soak.samples[:third], soak.samples[third : 2 * third], soak.samples[2 * third :]]
    first, middle, last = (statistics.median(part) for part in parts)
    failed = failures(host) - before
    report(
        "soak", seconds=f"{SECONDS:.0f}", games=soak.games, visits=soak.visits,
        failures=failed, MiB=f"{first:.0f}, {middle:.0f}, {last:.0f} in each third",
        most=f"{max(soak.samples):.0f}",
    )  # fmt: skip
    assert soak.games and soak.visits
    assert failed == 0
    assert httpx.get(f"{host.url}/api/health", timeout=30).json()["ok"]
    if SECONDS > 60:  # before that, caches are still filling
        assert last < middle * (1 + GROWTH), soak.samples
