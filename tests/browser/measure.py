"""Figures of the page: frames, memory, and the way to the first move and to the next game.

`python -m tests.browser.measure [part …] [game …]` prints them, and adds them to
`build/browser/figures.json`; without parts or games all. QUARTETT_ADDRESS names another server.
Speed depends on the machine, so this is measured and not a test; `test_frames.py` holds the counts.
The processor is slowed four times while frames are counted. A frame of the main thread is late when
it comes more than half a frame after its time. A busy machine makes frames late as well, so the
main thread's own time is taken from a trace besides. `seen` counts what a person sees: moves that
need no main thread go on while that is busy.
"""

import json
import os
import signal
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.support.frames import SLOWED, play, presented, traced
from tests.browser.support.players import PLAYERS
from tests.browser.support.server import build_page, open_server
from tests.browser.support.visitor import LIVE, OVER, PICTURES, Visitor, launch

LATE_MS = 25
THINK = 1.0
"""Seconds that a bot of a server may think, where nobody says otherwise."""
DECISIONS = 6
LONG_SECONDS = 60
REPEATED = """{
  let drawn = 0;
  crypto.getRandomValues = bytes => {
    drawn += 1;
    return bytes.fill(0).fill(drawn >> 8, 0, 1).fill(drawn & 255, 1, 2);
  };
}"""
"""The page's chance. That of the server repeats too: every run of a part plays the same games."""
SAMPLES = 12
"""How often a long game is looked at."""
COUNT = """() => {
  window.frames_seen = { frames: 0, late: 0, worst: 0 };
  let before = performance.now(), until = 0;
  const lasts = ({ effect }) => {
    until = Math.max(until, performance.now() + effect.getComputedTiming().endTime);
  };
  for (const began of ["transitionrun", "animationstart"])
    addEventListener(began, ({ target }) => target.getAnimations().forEach(lasts), true);
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    const way = animate.apply(this, given);
    lasts(way);
    return way;
  };
  const next = now => {
    const took = now - before, seen = window.frames_seen;
    if (before < until) {
      seen.frames += 1;
      seen.late += took > %d;
      seen.worst = Math.max(seen.worst, Math.round(took));
    }
    before = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}"""
"""Counts frames while something moves. To ask for all animations each time would cost frames."""


def main() -> None:
    build_page()
    with fresh_server(pause=0.3) as address, sync_playwright() as playwright:
        browser = launch(playwright)
        games = [game for game in PLAYERS if game in sys.argv] or list(PLAYERS)
        for part in [part for part in PARTS if part in sys.argv] or PARTS:
            found = {game: PARTS[part](browser, address, game) for game in games}
            print(json.dumps({part: found}), flush=True)
            keep(part, found)
        browser.close()


def keep(part: str, found: dict[str, dict[str, Any]]) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    file = PICTURES / "figures.json"
    before = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    file.write_text(json.dumps({**before, part: found}, indent=2), encoding="utf-8")


@contextmanager
def fresh_server(pause: float) -> Iterator[str]:
    if running := os.environ.get("QUARTETT_ADDRESS"):
        yield running
        return
    with tempfile.TemporaryDirectory() as folder, open_server(Path(folder), pause) as address:
        yield address


def cold(browser: Browser, _address: str, game: str) -> dict[str, float]:
    """The first bot's answer, clicked as soon as the server listens."""
    with new_server() as address:
        return first_answer(browser, address, game)


def ready(browser: Browser, _address: str, game: str) -> dict[str, float]:
    """The same, once the server says that it is ready."""
    with new_server() as address:
        while not is_ready(address):
            time.sleep(0.1)
        return first_answer(browser, address, game)


@contextmanager
def new_server() -> Iterator[str]:
    """No kernel has been compiled for it, and its bots may think as long as they usually may."""
    with (
        tempfile.TemporaryDirectory() as folder,
        open_server(Path(folder), 0, THINK, Path(folder, "kernels")) as address,
    ):
        yield address
        end_compilers(folder)


def end_compilers(folder: str) -> None:
    """They go on without their server, and would slow down the next one."""
    for command in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            arguments = command.read_bytes().split(b"\0")
            if b"quartett.core.kernels" in arguments and folder.encode() in b" ".join(arguments):
                os.kill(int(command.parent.name), signal.SIGKILL)


def is_ready(address: str) -> bool:
    try:
        with urllib.request.urlopen(address + "api/health/ready"):
            return True
    except urllib.error.HTTPError:
        return False


def first_answer(browser: Browser, address: str, game: str) -> dict[str, float]:
    """From the first click, or from one's own move where one begins, to the first move of a bot."""
    visitor = Visitor(browser, address, confirm=False)
    visitor.go()
    began = time.monotonic()
    visitor.play_now(game)
    table = time.monotonic() - began
    visitor.wait_until(lambda: by_bots(visitor) or visitor.find(LIVE).count(), "no turn")
    while not by_bots(visitor):
        PLAYERS[game](visitor)
        began = time.monotonic()
        visitor.wait_until(lambda: by_bots(visitor) or visitor.find(LIVE).count(), "no turn")
    found = {"table_s": round(table, 2), "answer_s": round(time.monotonic() - began, 2)}
    visitor.close()
    return found


def by_bots(visitor: Visitor) -> list[Any]:
    """What others than ourselves have done so far."""
    others = [entry for entry in visitor.entries if isinstance(entry.get("by"), int)]
    return [entry for entry in others if entry["by"] != visitor.position["seat"]]


def first_move(browser: Browser, address: str, game: str) -> dict[str, float]:
    """From opening the page to one's first move on the server, as quickly as a click follows."""
    visitor = Visitor(browser, address, confirm=False)
    clicks = counted_clicks(visitor)
    began = time.monotonic()
    visitor.go()
    visitor.play_now(game)
    seen = time.monotonic() - began
    visitor.at_turn_or_over()
    turn = time.monotonic() - began
    PLAYERS[game](visitor)
    found = {
        "clicks": clicks(),
        "table_s": round(seen, 2),
        "turn_s": round(turn, 2),
        "moved_s": round(time.monotonic() - began, 2),
    }
    visitor.close()
    return found


def next_game(browser: Browser, address: str, game: str) -> dict[str, float]:
    """From the end of a game to the first turn of the next one against the same bots."""
    visitor = Visitor(browser, address)
    visitor.go()
    visitor.play_now(game)
    visitor.resign()
    visitor.page.wait_for_selector(OVER)
    clicks, before, began = counted_clicks(visitor), visitor.table, time.monotonic()
    visitor.click("dialog[open] .ways .main, dialog[open] .main")
    visitor.page.wait_for_url(lambda url: before not in url)
    visitor.page.wait_for_selector(".table .stage")
    visitor.at_turn_or_over()
    found = {"clicks": clicks(), "turn_s": round(time.monotonic() - began, 2)}
    visitor.close()
    return found


def counted_clicks(visitor: Visitor) -> Any:
    count = [0]
    visitor.page.expose_function("quartett_clicked", lambda: count.__setitem__(0, count[0] + 1))
    listen = "addEventListener('pointerdown', () => window.quartett_clicked(), true)"
    visitor.context.add_init_script(listen)
    visitor.page.evaluate(listen)
    return lambda: count[0]


def long_game(browser: Browser, address: str, game: str) -> dict[str, list[int]]:
    """Nodes and heap along a game, each time after garbage was collected."""
    visitor = Visitor(browser, address, confirm=False)
    visitor.context.add_init_script(f"localStorage.setItem('quartett.played.{game}', 'yes')")
    visitor.go()
    visitor.play_now(game)
    visitor.at_turn_or_over()
    samples: list[dict[str, int]] = []
    until = time.monotonic() + LONG_SECONDS
    while visitor.at_turn_or_over() and time.monotonic() < until:
        samples.append({"seq": visitor.position["seq"], **visitor.memory()})
        PLAYERS[game](visitor)
    visitor.close()
    return {name: thinned([one[name] for one in samples]) for name in samples[0]}


def thinned(values: list[int]) -> list[int]:
    """The first, the last, and some between."""
    last = len(values) - 1
    places = sorted({round(at * last / (SAMPLES - 1)) for at in range(SAMPLES)}) if values else []
    return [values[at] for at in places]


def frames(browser: Browser, address: str, game: str) -> dict[str, float]:
    """Frames while something moves, with the processor slowed, over a few turns."""
    visitor = moving_table(browser, address, game)
    slow_down(visitor)
    visitor.page.evaluate(COUNT % LATE_MS)
    play_on(visitor, game)
    found: dict[str, float] = visitor.page.evaluate("window.frames_seen")
    visitor.close()
    return {**found, "late_share": round(found["late"] / max(1, found["frames"]), 3)}


def seen(browser: Browser, address: str, game: str) -> dict[str, float]:
    """Frames that were shown, and not, while something moves, with the main thread slowed."""
    visitor = moving_table(browser, address, game)
    slow_down(visitor)
    found = presented(browser, visitor, lambda: play_on(visitor, game))
    visitor.close()
    share = found["dropped"] / max(1, found.total())
    return {"shown": found["shown"], "dropped": found["dropped"], "share": round(share, 3)}


def slow_down(visitor: Visitor) -> None:
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})


def main_thread(browser: Browser, address: str, game: str) -> dict[str, float]:
    """What the main thread does while something moves, as if the processor were slowed."""
    visitor = moving_table(browser, address, game)
    found = traced(browser, visitor, lambda: play_on(visitor, game))
    visitor.close()
    return found.figures()


def moving_table(browser: Browser, address: str, game: str) -> Visitor:
    visitor = Visitor(browser, address, motion=True, pace="normal", confirm=False)
    visitor.context.add_init_script(REPEATED)
    visitor.context.add_init_script(f"localStorage.setItem('quartett.played.{game}', 'yes')")
    visitor.go()
    visitor.play_now(game)
    visitor.at_turn_or_over()
    return visitor


def play_on(visitor: Visitor, game: str) -> None:
    play(visitor, PLAYERS[game], DECISIONS)
    visitor.page.wait_for_timeout(1500)


PARTS: dict[str, Callable[[Browser, str, str], dict[str, Any]]] = {
    "cold": cold,
    "ready": ready,
    "first_move": first_move,
    "next_game": next_game,
    "long_game": long_game,
    "frames": frames,
    "seen": seen,
    "main_thread": main_thread,
}


if __name__ == "__main__":
    main()
