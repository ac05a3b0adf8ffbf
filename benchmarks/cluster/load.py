"""How much several processes bear, and what players notice when one of them dies.

make load                                   writes the section of docs/benchmarks.md
LOAD_PROCESSES=1,2,4 LOAD_TABLES=200 LOAD_SECONDS=20 make load
"""

import asyncio
import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import cycle, pairwise, product

import httpx
import uvloop
from msgspec import Struct

from benchmarks.cluster.model import BUSY, MINUTES, PEAK, Cost, per_game, rows
from benchmarks.cluster.players import Journal, Seat
from benchmarks.cluster.servers import Cluster, Used
from benchmarks.server.load import allow_many_files, quantile
from benchmarks.server.player import Pace, Slot
from benchmarks.server.quartett import Quartett

PROCESSES = [int(text) for text in os.environ.get("LOAD_PROCESSES", "1,2,4").split(",")]
TABLES = int(os.environ.get("LOAD_TABLES", "200"))
SECONDS = float(os.environ.get("LOAD_SECONDS", "20"))
SPARE = 4
"""Tables set up for each one that is played, for when games end, where players are fast."""
EVERY = 1.0
"""Seconds between two actions at a table, where faults are looked at."""
SETTLE = 3.0
HEAD = """\
Server processes on one PostgreSQL (as it ships: every commit waits for the disk), behind \
a proxy. It hands each connection to the next process, so that the two players of a table are \
usually at different ones, or, where it says so, both to the same. All of it shares the {cores} \
cores of this machine with the scripted players. Calavera for two; an action is answered when its \
own entry, written to disk, has come back.

As fast as they can, {tables:,} tables:

"""
FAST_ROWS = (
    "| processes | players of a table | actions a second | p50, ms | p99, ms | cores busy"
    " | core·ms an action: servers | PostgreSQL | proxy | players |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)
FAULTS = """\
One action every {every:g} s a table, {tables:,} tables, {processes} processes. Waits are from a \
player's sending to the answer, lost connections and repeated commands included; each row is \
about the {seconds:g} s after it happened.

"""
FAULT_ROWS = (
    "| what happens | connections lost | back after, median | at most"
    " | longest without any answer | longest wait of a player | p99, ms |\n"
    "|---|---|---|---|---|---|---|"
)


class Fault(Struct, frozen=True):
    """What players noticed of something that went wrong."""

    lost: int
    median: float
    most: float
    silence: float
    """The longest time in which no action at all was answered."""
    wait: float
    p99: float


def main() -> str:
    """The section of docs/benchmarks.md."""
    allow_many_files()
    lines = [HEAD.format(tables=TABLES, cores=os.cpu_count()) + FAST_ROWS]
    runs = []
    for processes, together in product(PROCESSES, (False, True)):
        if together and processes == 1:
            continue
        run = uvloop.run(_fast(processes, together))
        runs.append(run)
        lines.append(_fast_row(processes, together, run))
        _progress(lines[-1])
    faults, table_bytes, entry_bytes = uvloop.run(_faults(max(2, *PROCESSES)))
    _progress(*faults)
    server, database = (statistics.median(run.each[part] for run in runs) for part in range(2))
    cost = Cost(server, database, table_bytes, entry_bytes)
    busy = max(run.busy for run in runs)
    return "\n".join([*lines, "", *faults, "", _model(cost, busy), "", _places(runs)])


def _progress(*lines: str) -> None:
    print(*lines, sep="\n", file=sys.stderr, flush=True)


class Fast(Struct, frozen=True):
    """What this many processes did."""

    rate: float
    p50: float
    p99: float
    busy: float
    """How many cores were busy."""
    each: list[float]
    """Processor seconds for an action: servers, database, proxy, players."""
    together: bool | None
    """Whether the players of a table were at one of several processes; None: there was one."""


def _fast_row(processes: int, together: bool, run: Fast) -> str:
    where = "at one process" if together or processes == 1 else "spread"
    each = " | ".join(f"{1000 * part:.2f}" for part in run.each)
    return (
        f"| {processes} | {where} | {run.rate:,.0f} | {1000 * run.p50:.1f} | {1000 * run.p99:.1f}"
        f" | {run.busy:.1f} | {each} |"
    )


async def _fast(processes: int, together: bool) -> Fast:
    async with _played(processes, 0.0, TABLES * SPARE, together) as (cluster, journal, _):
        await asyncio.sleep(SETTLE)
        before, began = cluster.used(), time.perf_counter()
        await asyncio.sleep(SECONDS)
        after, ended = cluster.used(), time.perf_counter()
    waits, passed = _waits(journal, began, ended), ended - began
    each = _each(before, after, len(waits))
    busy = sum(each) * len(waits) / passed
    return Fast(
        rate=len(waits) / passed,
        p50=quantile(waits, 0.5),
        p99=quantile(waits, 0.99),
        busy=busy,
        each=each,
        together=together if processes > 1 else None,
    )


async def _faults(processes: int) -> tuple[list[str], float, float]:
    """The rows of the faults, the bytes of a table in memory and of an entry on disk."""
    async with _played(processes, EVERY, TABLES // 4) as (cluster, journal, table_bytes):
        await asyncio.sleep(SETTLE)
        head = FAULTS.format(every=EVERY, tables=TABLES, processes=processes, seconds=SECONDS)
        told = [head + FAULT_ROWS]
        told.append(await _row("nothing", _nothing, journal))
        told.append(await _row("one is killed (`-9`)", _in_thread(cluster.kill, 0), journal))
        told.append(await _row("it starts again", _in_thread(cluster.start, 0), journal))
        told.append(await _row("another is restarted", _in_thread(_restart, cluster, 1), journal))
        told.append(
            await _row("PostgreSQL is restarted", _in_thread(cluster.restart_database), journal)
        )
        size, entries = cluster.log_bytes()
        told.append(f"\nCommands sent again: {journal.sent_again}.")
    told.append(journal.verdict)
    return told, table_bytes, size / entries


def _restart(cluster: Cluster, number: int) -> None:
    cluster.stop(number)
    cluster.start(number)


async def _nothing() -> None:
    pass


def _in_thread(what: Callable[..., None], *arguments: object) -> Callable[[], Awaitable[None]]:
    return lambda: asyncio.to_thread(what, *arguments)


async def _row(what: str, do: Callable[[], Awaitable[None]], journal: Journal) -> str:
    began = time.perf_counter()
    doing = asyncio.ensure_future(do())
    await asyncio.sleep(SECONDS)
    await doing
    seen = _noticed(journal, began, time.perf_counter())
    return (
        f"| {what} | {seen.lost} | {_seconds(seen.median)} | {_seconds(seen.most)}"
        f" | {seen.silence:.2f} s | {seen.wait:.2f} s | {1000 * seen.p99:.1f} |"
    )


def _seconds(value: float) -> str:
    return f"{value:.2f} s" if value else "–"


def _noticed(journal: Journal, began: float, ended: float) -> Fault:
    waits = _waits(journal, began, ended)
    moments = [began, *(at for at, _ in journal.answers if began <= at <= ended), ended]
    back = [took for lost, took in journal.found if began <= lost <= ended]
    return Fault(
        lost=sum(began <= lost <= ended for lost in journal.lost),
        median=statistics.median(back) if back else 0.0,
        most=max(back, default=0.0),
        silence=max(after - at for at, after in pairwise(moments)),
        wait=max(waits, default=0.0),
        p99=quantile(waits, 0.99),
    )


def _waits(journal: Journal, began: float, ended: float) -> list[float]:
    return [wait for at, wait in journal.answers if began <= at <= ended]


def _each(before: Used, after: Used, actions: int) -> list[float]:
    """Processor seconds of each part for an action."""
    names = Used.__struct_fields__
    spent = [getattr(after, name) - getattr(before, name) for name in names]
    return [seconds / max(1, actions) for seconds in spent]


@asynccontextmanager
async def _played(
    processes: int, every: float, spare: int, together: bool = False
) -> AsyncIterator[tuple[Cluster, Journal, float]]:
    """Players at all tables; and the bytes that a table takes in memory."""
    with Cluster(processes) as cluster:
        empty = cluster.memory()
        quartett = Quartett(cluster.port, None)  # type: ignore[arg-type]
        stock = await quartett.tables(TABLES + spare)
        pace, journal = Pace(every), Journal()
        ports = cluster.firsts if together else [cluster.port]
        slots = [Slot([stock.pop()], stock, pace, number) for number in range(TABLES)]
        seats = [
            Seat(slot, seat, port, quartett.cookies[seat], journal)
            for slot, port in zip(slots, cycle(ports), strict=False)
            for seat in range(2)
        ]
        for seat in seats:
            await seat.open()
        await asyncio.sleep(1)
        each = (cluster.memory() - empty) / (TABLES + spare)
        pace.begin()
        yield cluster, journal, each
        pace.stopped = True
        await asyncio.sleep(1)
        for seat in seats:
            seat.close()
        await _check(cluster.port, quartett.cookies, journal)


async def _check(port: int, cookies: list[str], journal: Journal) -> None:
    """Every action that was answered is in the log, once, and no log has a gap."""
    done = Counter((seat, table, cmd) for seat, table, cmd in journal.done)
    doubled = [key for key, times in done.items() if times > 1]
    kept: Counter[tuple[int, str, str]] = Counter()
    tables = sorted({table for _, table, _ in journal.done})
    for seat, cookie in enumerate(cookies):
        async with httpx.AsyncClient(headers={"Cookie": cookie}, timeout=60) as http:
            for table in tables:
                url = f"http://127.0.0.1:{port}/api/tables/{table}/events?seat={seat}"
                log = (await http.get(url)).raise_for_status().json()
                entries = log["events"] if isinstance(log, dict) else log
                if [entry["seq"] for entry in entries] != list(range(1, len(entries) + 1)):
                    journal.wrong.append(f"{table} has a gap")
                kept.update((seat, table, entry["cmd"]) for entry in entries if "cmd" in entry)
    lost = [key for key in done if kept[key] != 1]
    journal.verdict = (
        f"Of {len(done):,} answered actions, {len(lost)} are missing from the logs or stand there"
        f" twice; {len(doubled)} were answered twice; {len(journal.wrong)} messages were wrong."
    )
    if lost or doubled or journal.wrong:
        raise RuntimeError(journal.verdict + " " + "; ".join(journal.wrong[:5]))


def _places(runs: list[Fast]) -> str:
    """Whether it matters at which processes the players of a table are."""
    apart, together = (
        [1000 * sum(run.each[:2]) for run in runs if run.together is together]
        for together in (False, True)
    )
    if not apart or not together:
        return ""
    return (
        "With several processes, servers and PostgreSQL together took"
        f" {statistics.mean(apart):.2f} core·ms for an action where the players of a table were at"
        f" different ones, and {statistics.mean(together):.2f} where they were at the same."
    )


def _model(cost: Cost, busy: float) -> str:
    actions, entries = per_game()
    head = (
        f"What that means. An action costs {1000 * cost.server:.2f} ms of a server's core and"
        f" {1000 * cost.database:.2f} ms of PostgreSQL's; a live table takes"
        f" {cost.table_bytes / 1024:.0f} KiB of memory, an entry {cost.entry_bytes:.0f} bytes on"
        f" disk with its indexes. A game has {actions:.0f} actions and {entries:.0f} entries and"
        f" lasts {MINUTES} minutes; {PEAK:.0%} of a day's games are played in its busiest hour,"
        f" when processors may be {BUSY:.0%} busy:"
    )
    limit, cores = 1 / (cost.server + cost.database), os.cpu_count() or 1
    full = "The limit is the processor:" if busy > 0.8 * cores else "This machine had other work:"
    tail = (
        f"{full} at most {busy:.1f} of {cores} cores were busy with it."
        f" A core that serves and stores bears about {limit:,.0f} actions a second, so"
        f" 25,000 a second need about {25_000 / limit:,.0f} cores. Servers grow by processes and"
        " machines: they share nothing but the database. PostgreSQL grows with its machine only."
        " No query is about two tables, so beyond one machine tables could be spread by their ids"
        " over several databases, each with servers of its own; that is not built."
    )
    return "\n".join([head, "", *rows(cost), "", tail])


if __name__ == "__main__":
    print(main())
