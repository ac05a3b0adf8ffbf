"""The figures of playing without a server: python -m benchmarks.offline [bots|ready|replays N].

Times are those of a device 4 times slower than this machine's processor: CPU seconds times 4, so
that what else runs here does not count.
"""

import json
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

import psutil
from playwright.sync_api import Browser, sync_playwright
from tests.browser.server import build_page
from tests.browser.site import Guest, make_site, static_host
from tests.browser.visitor import launch
from tests.engine import twins
from tests.engine.node import run_in_wasm, run_script
from tests.engine.test_wasm import records

SLOWDOWN = 4


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


def ready() -> None:
    """CPU seconds of a tab until the engine is ready, on the first visit and on a later one."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        with static_host(make_site(Path(folder))) as address:
            guest = Guest(browser, address)
            for name in ("first visit", "later visit", "later visit"):
                print(name, *_load(browser, guest), flush=True)
            print("worker and page after that:", _memory())
            guest.close()
        browser.close()


def _load(_: Browser, guest: Guest) -> tuple[str, ...]:
    before, began = _cpu(), time.monotonic()
    guest.page.goto("about:blank")
    guest.go()
    home = _cpu() - before
    guest.wait_for_engine()
    spent, wall = _cpu() - before, time.monotonic() - began
    guest.wait_until_kept()
    return (
        f"home readable {SLOWDOWN * home:.1f} s,",
        f"engine ready {SLOWDOWN * spent:.1f} s at {SLOWDOWN} times slower",
        f"(CPU {spent:.2f} s, here {wall:.1f} s)",
    )


def _renderers() -> list[psutil.Process]:
    ours = psutil.Process().children(recursive=True)
    return [one for one in ours if "--type=renderer" in one.cmdline()]


def _cpu() -> float:
    """Of all processes that show pages; the browser's own work runs beside them."""
    return sum(one.cpu_times().user + one.cpu_times().system for one in _renderers())


def _memory() -> str:
    return f"{max(one.memory_info().rss for one in _renderers()) / 1e6:.0f} MB"


def replays(games: int) -> None:
    """So many games of all variants, replayed here and in WebAssembly."""
    build_page()
    texts = records(games // 4)
    with tempfile.TemporaryDirectory() as folder:
        job = {"records": texts, "choices": []}
        there = run_in_wasm(Path(twins.__file__), job, Path(folder))
    here = twins.run(job)
    different = sum(a != b for a, b in zip(here["digests"], there["digests"], strict=True))
    print(f"{len(texts)} games replayed in both, {different} differently")


if __name__ == "__main__":
    asked = sys.argv[1:] or ["bots", "ready", "replays", "10000"]
    if "bots" in asked:
        bots()
    if "ready" in asked:
        ready()
    if "replays" in asked:
        replays(int(asked[asked.index("replays") + 1]))
