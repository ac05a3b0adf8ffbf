"""Pictures of the page for the README and the guides, from real games.

`python -m tests.browser.pictures` makes them again in `docs/pictures`; with names (`home`, or those
of games) only these.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.support.players import PLAYERS
from tests.browser.support.server import ROOT, build_page, open_server
from tests.browser.support.visitor import Visitor, launch

FOLDER = ROOT / "docs" / "pictures"
DECISIONS = {"calavera": 9, "calcory": 6, "calculissimo": 5, "cubus": 18}
"""How far each game is played: far enough that there is something to see."""
OURS_ALONE = "document.querySelectorAll('article:nth-child(n+5)').forEach(one => one.remove())"
"""Games from outside that the tests install do not belong into these pictures."""


def main() -> None:
    build_page()
    with (
        tempfile.TemporaryDirectory() as folder,
        open_server(Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for name in sys.argv[1:] or ["home", *PLAYERS]:
            if name == "home":
                _home(browser, address)
            else:
                _table(browser, address, name)
        browser.close()


def _home(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address)
    visitor.go()
    visitor.page.wait_for_selector("article:nth-child(4) .picture > *")
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.evaluate(OURS_ALONE)
    _keep(visitor, "page-home")


def _table(browser: Browser, address: str, game: str) -> None:
    theme = "dark" if game in ("calcory", "cubus") else "light"
    visitor = Visitor(browser, address, theme=theme, confirm=False)
    visitor.go("account")
    visitor.find("input[autocomplete=nickname]").fill("Ana")
    visitor.click("form .button")
    visitor.page.wait_for_selector(".said")
    visitor.go(f"new/{game}")  # a first game by "Play now" has simpler rules
    visitor.click("form .button.main")
    visitor.page.wait_for_selector(".table")
    for _ in range(DECISIONS[game]):
        if visitor.at_turn_or_over():
            PLAYERS[game](visitor)
    visitor.at_turn_or_over()
    visitor.page.mouse.move(0, 0)
    _keep(visitor, f"page-{game}")


def _keep(visitor: Visitor, name: str) -> None:
    visitor.page.wait_for_timeout(300)
    visitor.page.screenshot(path=FOLDER / f"{name}.png")
    visitor.close()
    print(f"docs/pictures/{name}.png")


if __name__ == "__main__":
    main()
