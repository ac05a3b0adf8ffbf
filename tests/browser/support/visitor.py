"""Somebody at the page: a window of their own, what its socket heard, and what went wrong in it."""

import json
import os
import re
import shutil
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, WebSocket

SIZES = {
    "small": (360, 740),
    "phone": (390, 844),
    "tablet": (820, 1180),
    "desk": (1440, 900),
    "low": (844, 390),
    "zoomed": (720, 410),
    "large": (2560, 1440),
}
"""Windows; `zoomed` is that of a laptop at 200 %."""
HELD = ("small", "phone", "low")
"""Phones, upright and held sideways."""
KEEPS = "QUARTETT_PICTURES" in os.environ
PICTURES = Path(
    os.environ.get("QUARTETT_PICTURES", Path(__file__).parents[3] / "build" / "browser")
)
SWITCHED_OFF = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"),
    *("TcpPortRandomizationWin", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
)
"""What Playwright switches off itself, since only the last such list counts; and the address bar's
popup, a page of its own in every window: two fifths of the processor time of opening one."""
FLAGS = [
    f"--disable-features={','.join(SWITCHED_OFF)}",
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
FRUGAL = [
    *("--renderer-process-limit=1", "--in-process-gpu"),
    "--js-flags=--liftoff-only --no-opt --no-maglev",
]
"""For tests, not for measurements: what saves processor time. An empty page shares its process with
ours, which may not follow it in the same one otherwise for its opener policy; without a graphics
card there is no need for a process of its own; and scripts and WebAssembly run as they are first
compiled: to compile them again, faster, takes more time than all that a test plays."""
LIVE = ".bar.live"
OVER = "dialog[open] .winner"
SECONDS = 1000
POLL_MS = 10
LIMIT = 120
"""Seconds for anything: it only ends a test that hangs, on a busy machine too."""
SET_UP = """{
  const [name, wishes] = ["quartett.settings", %s];
  if (localStorage.getItem(name) === null) localStorage.setItem(name, JSON.stringify(wishes));
}"""
WORDS = """body => {
  const named = [...body.querySelectorAll("[aria-label], [title]")];
  return [body.textContent, ...named.flatMap(one => [one.ariaLabel, one.title])].join(" ");
}"""


def launch(playwright: Playwright, more: Sequence[str] = ()) -> Browser:
    return playwright.chromium.launch(executable_path=chromium_path(), args=[*FLAGS, *more])


def chromium_path() -> str:
    """Debian's chromium, without windows if it is there; or whatever QUARTETT_CHROMIUM names."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    found = os.environ.get("QUARTETT_CHROMIUM") or next(
        filter(None, map(shutil.which, names)), None
    )
    if found is None:
        raise RuntimeError(
            "the browser tests need Chromium: install it (on Debian: apt install "
            "chromium-headless-shell), or name it in QUARTETT_CHROMIUM"
        )
    return found


class Visitor:
    """One window; `frames` is everything its socket received, as objects."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        size: str = "desk",
        theme: str = "light",
        language: str = "en",
        workers: bool = False,
        motion: bool = False,
        device: BrowserContext | None = None,
        **settings: object,
    ) -> None:
        """On a device of their own, unless another window has been open there already."""
        width, height = SIZES[size]
        self.size = size
        self.address = address
        self.problems: list[str] = []
        self.frames: list[dict[str, Any]] = []
        self._borrows = device is not None
        self.context: BrowserContext = device or browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if theme == "dark" else "light",
            locale=language,
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=size in HELD,
            is_mobile=size in HELD,
            service_workers="allow" if workers else "block",
        )
        if not self._borrows:
            self.context.add_init_script(
                SET_UP % json.dumps({"openSeconds": 0, "pace": "instant", **settings})
            )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(LIMIT * SECONDS)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        self.page.on("websocket", self._listen)

    def close(self) -> None:
        """A request that is still held must not fail the next test."""
        self.page.unroute_all(behavior="ignoreErrors")
        self.context.unroute_all(behavior="ignoreErrors")
        if self._borrows:
            self.page.close()
        else:
            self.context.close()

    def note_requests(self) -> list[str]:
        """The addresses that the page will ask for; to tell them takes a twentieth of a visit."""
        asked: list[str] = []
        self.page.on("request", lambda request: asked.append(request.url))
        return asked

    def go(self, place: str = "") -> None:
        """Open a place of the page again."""
        self.page.goto(f"{self.address}#/{place}")
        screen = place.split("?")[0]
        known = screen in ("", "nowhere") or "/" in screen
        self.page.wait_for_selector(f'main[data-screen="{screen if known else screen + "/"}"]')

    @property
    def overhang(self) -> int:
        """Pixels that stick out at the side. A phone's `innerWidth` grows with the page."""
        size = self.page.viewport_size
        assert size is not None
        wide: int = self.page.evaluate("document.documentElement.scrollWidth")
        return max(0, wide - size["width"])

    def shot(self, name: str) -> None:
        """A picture to be looked at, where QUARTETT_PICTURES names a folder for it."""
        if not KEEPS:
            return
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png")

    def find(self, selector: str, has_text: str | None = None) -> Locator:
        return self.page.locator(selector, has_text=has_text)

    def click(self, selector: str) -> None:
        self.find(selector).first.click()

    def play_now(self, game: str) -> None:
        """From the home page into a game: one click."""
        self.click(f"article[data-game={game}] .ways .main")
        self.page.wait_for_selector(".table")

    def resign(self) -> None:
        """By the menu, which asks whether one is sure."""
        self.click(".tools button:last-child")
        self.click("dialog[open] .danger")
        self.click("dialog[open] .danger")

    def at_turn_or_over(self, seconds: float = LIMIT) -> bool:
        """Wait until it is our turn; False when the game is over instead."""
        self.page.wait_for_selector(f"{LIVE}, {OVER}", timeout=seconds * SECONDS)
        return not self.is_over

    def wait_until(self, holds: Callable[[], object], what: str) -> None:
        """Wait for what the page's messages tell; what an element tells Playwright waits for."""
        end = time.monotonic() + LIMIT
        while not holds():
            assert time.monotonic() < end, f"{what}: {self.find('.bar').all_inner_texts()}"
            self.page.wait_for_timeout(POLL_MS)

    def moves_on(self, do: Callable[[], object]) -> None:
        """Do it, and wait until the table has moved on."""
        before = self.position["seq"]
        do()
        self.wait_until(lambda: self.position["seq"] > before, "nothing happened")

    @property
    def is_over(self) -> bool:
        return self.find(OVER).count() > 0

    @property
    def table(self) -> str:
        return self.page.url.split("/table/")[1].split("?")[0]

    @property
    def position(self) -> dict[str, Any]:
        """The last position that the server told."""
        return next(one for one in reversed(self.frames) if one["t"] in ("events", "snapshot"))

    @property
    def entries(self) -> list[dict[str, Any]]:
        """What the server told of the table's log so far."""
        return [entry for frame in self.frames for entry in frame.get("events") or ()]

    @property
    def own_moves(self) -> list[str]:
        """What the server has written down for our seat."""
        seat = self.position["seat"]
        return [entry["do"] for entry in self.entries if entry.get("by") == seat]

    def memory(self) -> dict[str, int]:
        """What the page holds after garbage was collected, elements outside of the document too."""
        session = self.context.new_cdp_session(self.page)
        session.send("Performance.enable")
        session.send("HeapProfiler.collectGarbage")
        metrics = session.send("Performance.getMetrics")["metrics"]
        session.detach()
        found = {one["name"]: int(one["value"]) for one in metrics}
        return {
            "elements": self.find("*").count(),
            "nodes": found["Nodes"],
            "listeners": found["JSEventListeners"],
            "heap_kb": found["JSHeapUsedSize"] // 1024,
        }

    def lose_network(self) -> None:
        """Sockets break at once, as when a phone leaves the house."""
        self.context.set_offline(True)
        self.page.evaluate("dispatchEvent(new Event('offline'))")

    def find_network(self) -> None:
        self.context.set_offline(False)
        self.page.evaluate("dispatchEvent(new Event('online'))")

    def untranslated(self) -> list[str]:
        """Message keys that show where words should be."""
        text = self.page.locator("body").evaluate(WORDS)
        return re.findall(r"\b[a-z]+(?:\.(?!jsonl\b)[a-z_]+)+\b(?!\()", text)

    def _console(self, message: Any) -> None:
        offline = "ERR_INTERNET_DISCONNECTED" in message.text
        if message.type == "error" and not offline:
            self.problems.append(message.text)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, payload: str | bytes) -> None:
        self.frames.append(json.loads(payload))


def problems(visitors: Iterable[Visitor]) -> list[str]:
    return [problem for visitor in visitors for problem in visitor.problems]
