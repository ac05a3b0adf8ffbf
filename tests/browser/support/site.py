"""The page of `quartett site` on the plainest of hosts: Python's own, under a path of its own."""

import contextlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser

from quartett.browser.site import write_site
from quartett.hosting.pages import built_page
from tests.browser.support.players import PLAYERS
from tests.browser.support.server import build_page
from tests.browser.support.visitor import LIMIT, SECONDS, Visitor, problems

LISTEN = """{
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => data.t === "frame" && window.heard(data.text));
    }
  };
}"""


def make_site(folder: Path) -> Path:
    """The site, two folders below one that is served."""
    build_page()
    write_site(built_page(), folder / "some" / "path")
    return folder


@contextlib.contextmanager
def static_host(folder: Path) -> Iterator[str]:
    """`python -m http.server`; the address of the site on it."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as host:
        try:
            assert host.stdout is not None
            said = re.search(r"port (\d+)", host.stdout.readline())
            assert said is not None
            yield f"http://127.0.0.1:{said[1]}/some/path/"
        finally:
            host.terminate()


class Guest(Visitor):
    """Somebody at the site; `frames` is what the engine sent."""

    def __init__(self, browser: Browser, address: str, **wishes: object) -> None:
        super().__init__(browser, address, workers=True, **wishes)  # type: ignore[arg-type]
        # Of this page only: another tab has an engine of its own.
        self.page.expose_function("heard", lambda text: self.frames.append(json.loads(text)))
        self.page.add_init_script(LISTEN)

    def wait_for_engine(self) -> str:
        """Its version, and how many milliseconds after the page was asked for it was ready."""
        self._wait_for("html[data-engine]")
        return str(self.page.locator("html").get_attribute("data-engine"))

    def wait_until_kept(self) -> None:
        """The whole site is on the device."""
        self._wait_for("html[data-offline=ready]")

    def wait_for_image(self, is_used: bool = False) -> None:
        """Python's memory is kept for later visits, or this visit began with it."""
        self._wait_for(f"html[data-image={'used' if is_used else 'imaged'}]")

    def play_a_little(self) -> None:
        """Two decisions of Calavera, if the game lasts this long."""
        for _ in range(2):
            if self.at_turn_or_over():
                PLAYERS["calavera"](self)
        self.at_turn_or_over()

    def _wait_for(self, selector: str) -> None:
        self.page.wait_for_selector(selector, state="attached", timeout=LIMIT * SECONDS)


@contextlib.contextmanager
def first_visit(browser: Browser, address: str) -> Iterator[Guest]:
    """Until the device could do without the server; whatever goes wrong fails the test."""
    guest = Guest(browser, address, confirm=False)
    guest.go()
    guest.wait_until_kept()
    yield guest
    guest.close()
    assert not problems([guest])
