"""How much the server bears, and boardgame.io's with the same game beside it.

python -m benchmarks.server.load                    both servers
python -m benchmarks.server.load --alone            ours only
python -m benchmarks.server.load --port 8200        the first of two ports
"""

import argparse
import asyncio
import os
import resource
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Protocol

import httpx
import psutil
import uvloop
from msgspec import Struct
from msgspec.structs import astuple

from benchmarks.server.boardgameio import BoardgameIO
from benchmarks.server.player import Pace, Slot
from benchmarks.server.quartett import Quartett, pythons
from benchmarks.server.wire import Socket

CLIENT_CORE, SERVER_CORE = 0, 1
LIVE = (10, 100, 1_000)
SPARE = 3_000
"""Extra tables, for when games end."""
SETTLE_SECONDS, SECONDS = 2.0, 10.0
ROUNDS = 3
"""The servers take turns; the middle one of this many runs counts."""
OPEN_TABLES, OPEN_EVERY, OPEN_SECONDS = 1_000, 2.0, 20.0
IDLE = (0, 1_000, 2_500, 5_000)
IDLE_TABLES = 1_000
IDLE_SECONDS = 3.0
HEAD = """\
Scripted clients on one core play Calavera for two, each seat on a socket of its own, against the \
server on the other core. An action is answered when its own entry comes back. Quartett writes \
every action to disk before it answers (SQLite, WAL, synchronous=FULL; here the disk takes \
{fsync:.2f} ms to confirm 4 KiB) and sends each seat a view of its own; boardgame.io 0.50 plays \
the same rules, keeps its matches in memory as it ships, and sends before it stores. The same \
client plays both and chooses any legal action. They take turns; every figure is the middle \
one of {rounds} runs, with the least and the most actions a second in brackets. Where the system \
has a Python of its own beside the one that runs this, Quartett is served by either: how a Python \
was compiled makes a difference."""
LOAD_ROWS = """\
| server | live tables | actions a second | p50, ms | p95, ms | p99, ms | server's core | client's |
|---|---|---|---|---|---|---|---|"""
IDLE_ROWS = """\
| server | sockets | resident memory, MiB | KiB a socket |
|---|---|---|---|"""


class Contender(Protocol):
    """A server that can be put under load."""

    name: str
    port: int

    @property
    def command(self) -> list[str]: ...

    @property
    def health(self) -> str: ...

    async def tables(self, count: int) -> list[str]: ...

    async def sit(self, slot: Slot) -> list[Socket]: ...

    async def watch(self, table: str) -> Socket: ...


class Load(Struct, frozen=True):
    """What a server did in one run."""

    rate: float
    """Actions a second."""
    p50: float
    """Milliseconds."""
    p95: float
    p99: float
    served: float
    """The server's share of its core."""
    played: float


class Usage:
    """Processor time of the server and of the client between two moments."""

    def __init__(self, server: psutil.Process) -> None:
        self._processes = [server, psutil.Process()]
        self._before = [self._spent(process) for process in self._processes]
        self._at = time.perf_counter()

    def shares(self) -> list[float]:
        passed = time.perf_counter() - self._at
        pairs = zip(self._processes, self._before, strict=True)
        return [(self._spent(process) - before) / passed for process, before in pairs]

    @staticmethod
    def _spent(process: psutil.Process) -> float:
        times = process.cpu_times()
        return times.user + times.system


def main(port: int = 8200, alone: bool = False) -> None:
    """Print the section of docs/benchmarks.md."""
    allow_many_files()
    with _pinned(CLIENT_CORE), tempfile.TemporaryDirectory() as folder:
        contenders: list[Contender] = [
            Quartett(port, Path(folder) / str(number), python)
            for number, python in enumerate(pythons())
        ]
        print(HEAD.format(fsync=_fsync_ms(Path(folder)), rounds=ROUNDS), flush=True)
        if alone or shutil.which("npm") is None:
            print("\nThis time without boardgame.io, which npm installs.", flush=True)
        else:
            other = BoardgameIO(port + 1, Path(folder))
            other.install()
            contenders.append(other)
        _print_load("As fast as they can:", contenders, LIVE, 0.0, SECONDS)
        every = f"One action every {OPEN_EVERY:g} seconds a table (target: p99 under 100 ms):"
        _print_load(every, contenders, (OPEN_TABLES,), OPEN_EVERY, OPEN_SECONDS)
        _print_idle(contenders)


def _print_load(
    title: str, contenders: list[Contender], live: tuple[int, ...], every: float, seconds: float
) -> None:
    print(f"\n{title}\n\n{LOAD_ROWS}", flush=True)
    for tables in live:
        runs: dict[str, list[Load]] = {contender.name: [] for contender in contenders}
        for _ in range(ROUNDS):
            for contender in contenders:
                load = uvloop.run(_load(contender, tables, every, seconds))
                runs[contender.name].append(load)
        for name, loads in runs.items():
            print(_row(name, tables, loads), flush=True)


def _row(name: str, tables: int, loads: list[Load]) -> str:
    """Each figure is the middle one of its kind."""
    middle = Load(*(statistics.median(values) for values in zip(*map(astuple, loads), strict=True)))
    rates = [load.rate for load in loads]
    return (
        f"| {name} | {tables:,} | {middle.rate:,.0f} ({min(rates):,.0f}–{max(rates):,.0f})"
        f" | {middle.p50:.1f} | {middle.p95:.1f} | {middle.p99:.1f}"
        f" | {middle.served:.0%} | {middle.played:.0%} |"
    )


def _print_idle(contenders: list[Contender]) -> None:
    print(
        f"\nIdle sockets, each following one of {IDLE_TABLES:,} tables:\n\n{IDLE_ROWS}", flush=True
    )
    for contender in contenders:
        uvloop.run(_idle(contender))


async def _load(contender: Contender, live: int, every: float, seconds: float) -> Load:
    """This many tables, played for this long."""
    async with _served(contender) as server:
        stock = await contender.tables(live + (0 if every else SPARE))
        pace = Pace(every)
        slots = [Slot([stock.pop()], stock, pace, number) for number in range(live)]
        sockets = [socket for slot in slots for socket in await contender.sit(slot)]
        pace.begin()
        await asyncio.sleep(SETTLE_SECONDS + every)
        usage, began = Usage(server), time.perf_counter()
        pace.measuring = True
        await asyncio.sleep(seconds)
        pace.measuring = False
        passed, (served, played) = time.perf_counter() - began, usage.shares()
        pace.stopped = True
        if pace.ran_out:
            raise RuntimeError(f"{contender.name} ended more games than tables were set up for")
        if any(socket.closed for socket in sockets):
            raise RuntimeError(f"{contender.name} closed a socket under load")
        _close(sockets)
        p50, p95, p99 = (1000 * quantile(pace.latencies, q) for q in (0.5, 0.95, 0.99))
        return Load(len(pace.latencies) / passed, p50, p95, p99, served, played)


async def _idle(contender: Contender) -> None:
    """The rows of one server: more and more sockets that nobody uses."""
    async with _served(contender) as server:
        tables = await contender.tables(IDLE_TABLES)
        sockets: list[Socket] = []
        empty = 0
        for count in IDLE:
            while len(sockets) < count:
                sockets.append(await contender.watch(tables[len(sockets) % IDLE_TABLES]))
            await asyncio.sleep(IDLE_SECONDS)
            memory = server.memory_info().rss
            empty = empty or memory
            each = f"{(memory - empty) / count / 1024:.1f}" if count else "–"
            print(f"| {contender.name} | {count:,} | {memory / 2**20:.0f} | {each} |", flush=True)
        if any(socket.closed for socket in sockets):
            raise RuntimeError(f"{contender.name} closed an idle socket")
        _close(sockets)


@asynccontextmanager
async def _served(contender: Contender) -> AsyncIterator[psutil.Process]:
    """The server in a process of its own on the other core, once it is quiet."""
    process = subprocess.Popen(
        ["taskset", "-c", str(SERVER_CORE), *contender.command],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        await _wait_for(contender.health)
        server = psutil.Process(process.pid)
        await _quiet(server)
        yield server
    finally:
        process.terminate()
        process.wait(20)


async def _wait_for(url: str) -> None:
    async with httpx.AsyncClient() as http:
        for _ in range(600):
            try:
                if (await http.get(url)).status_code == 200:
                    return
            except httpx.TransportError:
                await asyncio.sleep(0.1)
    raise RuntimeError(f"no server answers at {url}")


async def _quiet(server: psutil.Process) -> None:
    """Wait until its bots have warmed up."""
    spent = -1.0
    while True:
        family = [server, *server.children(recursive=True)]
        now = sum(sum(process.cpu_times()[:2]) for process in family)
        if now - spent < 0.1:
            return
        spent = now
        await asyncio.sleep(2)


@contextmanager
def _pinned(core: int) -> Iterator[None]:
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def allow_many_files() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _fsync_ms(folder: Path) -> float:
    """How long the disk takes to say that it has 4 KiB."""
    took = []
    with (folder / "fsync").open("wb", buffering=0) as file:
        for _ in range(200):
            file.write(bytes(4096))
            began = time.perf_counter()
            os.fsync(file.fileno())
            took.append(time.perf_counter() - began)
    return 1000 * statistics.median(took)


def quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def _close(sockets: list[Socket]) -> None:
    for socket in sockets:
        socket.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=8200)
    parser.add_argument("--alone", action="store_true")
    asked = parser.parse_args()
    main(asked.port, asked.alone)
