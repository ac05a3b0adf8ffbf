"""Figures of playing without a server: python -m benchmarks.offline [WHAT], where WHAT is one of

    bots [GAMES [GAME/LEVEL …]]    answers of all levels, or of these
    ready                          how long it takes to start
    replays N [DONE]               the same games here and in WebAssembly
    reviews [GAMES]                how long reviews take

Times are those of a device 4 times slower than this machine: bots' in CPU seconds times 4, so that
what else runs here does not count; the start's on a machine that does nothing else.
"""

import contextlib
import json
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

import psutil
from playwright.sync_api import sync_playwright
from tests.browser.support.server import build_page
from tests.browser.support.site import Guest, make_site, static_host
from tests.browser.support.visitor import launch
from tests.engine import twins
from tests.engine.node import run_in_wasm, run_script
from tests.engine.test_wasm import records

import quartett
from quartett.core.registry import game_ids

SLOWDOWN = 4
LEVELS = ("easy", "hard", "medium")
"""Of the bots whose games are reviewed."""
BATCH = 200
"""Games that one process replays; a run of many shows how far it is."""


def bots(games: int = 1, *named: str) -> None:
    """Answers of every level, or of the named ones, and Python's memory after the games."""
    build_page()
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "out.json"
        script = Path(__file__).with_name("engine.py")
        run_script(script, str(target), str(SLOWDOWN), str(games), *named)
        found = json.loads(target.read_text())
    print("| bot | answers | median s | p95 s | longest s | MB then |\n|---|---|---|---|---|---|")
    first, *later = found["memory"]
    for (name, took), memory in zip(found["answers"].items(), later, strict=True):
        p95 = quantiles(took, n=20)[-1]
        times = f"{median(took):.2f} | {p95:.2f} | {max(took):.2f}"
        print(f"| {name} | {len(took)} | {times} | {memory / 1e6:.0f} |")
    print(f"Memory at first: {first / 1e6:.0f} MB; {games} games of each.")


def ready(visits: int = 5) -> None:
    """Seconds until home can be read and until the engine answers, in a browser that is slowed."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        with static_host(make_site(Path(folder))) as address:
            for slowdown in (1, SLOWDOWN):
                guest = Guest(browser, address)
                print(f"{slowdown} times slower, first visit:", _load(guest, slowdown), flush=True)
                guest.wait_until_kept()
                guest.wait_for_image()
                for _ in range(visits):
                    print(
                        f"{slowdown} times slower, later visit:", _load(guest, slowdown), flush=True
                    )
                guest.close()
        browser.close()


def _load(guest: Guest, slowdown: int) -> str:
    guest.page.goto("about:blank")
    time.sleep(REST)
    with _slowed(slowdown):
        guest.go()
        ms = int(guest.wait_for_engine().split()[-1])
    paint = guest.page.evaluate(FIRST_PAINT)
    return f"home after {paint / 1000:.2f} s, engine after {ms / 1000:.2f} s"


FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
REST = 2.0
"""Seconds in which a browser ends what it does after a page is left."""
SLICE = 0.004
"""Seconds that a slowed browser runs at a time; shorter ones are less exact than the system."""


@contextlib.contextmanager
def _slowed(times: int) -> Iterator[None]:
    """All processes of the browser run for a slice and stand still for the others.

    Chromium's own slowdown reaches a page's thread only, not the engine's worker.
    """
    ended = threading.Event()

    def run() -> None:
        while not ended.is_set():
            ours = _browser()
            for _ in range(10):
                _signal(ours, signal.SIGSTOP)
                time.sleep(SLICE * (times - 1))
                _signal(ours, signal.SIGCONT)
                time.sleep(SLICE)

    slowing = threading.Thread(target=run)
    if times > 1:
        slowing.start()
    try:
        yield
    finally:
        ended.set()
        if times > 1:
            slowing.join()


def _browser() -> list[psutil.Process]:
    found = []
    for one in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            if "chrom" in one.name():
                found.append(one)
    return found


def _signal(processes: list[psutil.Process], number: signal.Signals) -> None:
    for one in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            one.send_signal(number)


def replays(games: int, done: int = 0) -> None:
    """This many games of all variants, replayed here and in WebAssembly, some at a time.

    A run that was interrupted goes on after those that are done.
    """
    build_page()
    different = 0
    while done < games:
        first, last = done // 4, min(done + BATCH, games) // 4
        here, there = _replayed(records(range(first, last)))
        done += len(here)
        different += sum(one != other for one, other in zip(here, there, strict=True))
        print(f"{done} games replayed in both, {different} differently", flush=True)


def reviews(games: int = 1) -> None:
    """Games of bots for two and for three, reviewed in WebAssembly; CPU seconds of this machine."""
    build_page()
    setups = [(id, players) for id in game_ids() for players in (2, 3)] * games
    played = [
        quartett.play(id, LEVELS[:players], seed=number)
        for number, (id, players) in enumerate(setups)
    ]
    texts = ["\n".join(record.lines()) for record in played]
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "records.json", Path(folder) / "out.json"
        source.write_text(json.dumps(texts))
        run_script(Path(__file__).with_name("reviews.py"), str(source), str(target))
        found = json.loads(target.read_text())
    print("| game | players | events | seconds | longest event |\n|---|---|---|---|---|")
    for (id, players), one in zip(setups, found, strict=True):
        took = one["seconds"]
        print(f"| {id} | {players} | {len(took)} | {sum(took):.1f} | {max(took):.2f} |")


def _replayed(texts: list[str]) -> tuple[list[str], list[str]]:
    job = {"records": texts, "choices": []}
    with tempfile.TemporaryDirectory() as folder:
        there = run_in_wasm(Path(twins.__file__), job, Path(folder))
    return twins.run(job)["digests"], there["digests"]


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["bots"]:
            bots()
        case ["bots", games, *named]:
            bots(int(games), *named)
        case ["ready"]:
            ready()
        case ["replays", *rest]:
            replays(*map(int, rest))
        case ["reviews", *rest]:
            reviews(*map(int, rest))
        case []:
            bots()
            ready()
            replays(10000)
            reviews()
        case _:
            sys.exit(__doc__)
