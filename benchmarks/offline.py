"""Figures of playing without a server: python -m benchmarks.offline [bots|ready|replays N [DONE]].

Times are those of a device 4 times slower than this machine's processor: CPU seconds times 4, so
that what else runs here does not count.
"""

import contextlib
import json
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

import psutil
from playwright.sync_api import sync_playwright
from tests.browser.server import build_page
from tests.browser.site import Guest, make_site, static_host
from tests.browser.visitor import launch
from tests.engine import twins
from tests.engine.node import run_in_wasm, run_script
from tests.engine.test_wasm import records

SLOWDOWN = 4
BATCH = 200
"""Games that one process replays; a run of many shows how far it is."""


def bots(games: int = 1) -> None:
    """Answers of every level, and Python's memory after the games."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "out.json"
        script = Path(__file__).with_name("offline_engine.py")
        run_script(script, str(target), str(SLOWDOWN), str(games))
        found = json.loads(target.read_text())
    print("| bot | answers | median s | p95 s | longest s |\n|---|---|---|---|---|")
    for name, took in found["answers"].items():
        p95 = quantiles(took, n=20)[-1]
        print(f"| {name} | {len(took)} | {median(took):.2f} | {p95:.2f} | {max(took):.2f} |")
    first, last = found["memory"][0], found["memory"][-1]
    played = len(found["answers"]) * games
    print(f"memory: {first / 1e6:.0f} MB at first, {last / 1e6:.0f} MB after {played} games")


def ready(visits: int = 3) -> None:
    """CPU seconds of a tab until the engine is ready, on the first visit and on later ones."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        with static_host(make_site(Path(folder))) as address:
            guest = Guest(browser, address)
            print("first visit:", _load(guest), flush=True)
            guest.wait_for_image()
            for _ in range(visits):
                print("later visit:", _load(guest), flush=True)
            print("worker and page after that:", _memory())
            guest.close()
        browser.close()


def _load(guest: Guest) -> str:
    guest.page.goto("about:blank")
    before, began = _cpu(), time.monotonic()
    guest.go()
    home = sum(_since(before).values())
    guest.wait_for_engine()
    spent, wall = _since(before), time.monotonic() - began
    guest.wait_until_kept()
    total, engine = sum(spent.values()), spent.get(ENGINE, 0.0)
    return (
        f"home readable after {SLOWDOWN * home:.1f} s, engine ready after "
        f"{SLOWDOWN * total:.1f} s at {SLOWDOWN} times slower, of which {SLOWDOWN * engine:.1f} s "
        f"in the engine's thread (CPU {total:.2f} s, here {wall:.1f} s)"
    )


ENGINE = "DedicatedWorker"
"""What Chromium calls the thread of a worker."""


def _renderers() -> list[psutil.Process]:
    ours = psutil.Process().children(recursive=True)
    return [one for one in ours if "--type=renderer" in one.cmdline()]


def _cpu() -> dict[tuple[int, str], float]:
    """Of all threads that show pages; the browser's own work runs beside them."""
    found = {}
    for process in _renderers():
        for thread in process.threads():
            comm = Path(f"/proc/{process.pid}/task/{thread.id}/comm")
            with contextlib.suppress(OSError):
                name = comm.read_text().split()[0]
                found[thread.id, name] = thread.user_time + thread.system_time
    return found


def _since(before: dict[tuple[int, str], float]) -> dict[str, float]:
    """By the names of threads; the compilers of WebAssembly run beside the engine."""
    total: dict[str, float] = {}
    for (thread, name), spent in _cpu().items():
        total[name] = total.get(name, 0.0) + spent - before.get((thread, name), 0.0)
    return total


def _memory() -> str:
    return f"{max(one.memory_info().rss for one in _renderers()) / 1e6:.0f} MB"


def replays(games: int, done: int = 0) -> None:
    """So many games of all variants, replayed here and in WebAssembly, some at a time.

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


def _replayed(texts: list[str]) -> tuple[list[str], list[str]]:
    job = {"records": texts, "choices": []}
    with tempfile.TemporaryDirectory() as folder:
        there = run_in_wasm(Path(twins.__file__), job, Path(folder))
    return twins.run(job)["digests"], there["digests"]


if __name__ == "__main__":
    asked = sys.argv[1:] or ["bots", "ready", "replays", "10000"]
    if "bots" in asked:
        bots()
    if "ready" in asked:
        ready()
    if "replays" in asked:
        replays(*map(int, asked[asked.index("replays") + 1 :]))
