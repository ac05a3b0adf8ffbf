"""Pictures of the page for the README and the guides, from real games.

`python -m tests.browser.pictures` makes them again in `docs/pictures`.
"""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.players import PLAYERS
from tests.browser.server import ROOT, build_page, open_server
from tests.browser.visitor import Visitor, launch

FOLDER = ROOT / "docs" / "pictures"
DECISIONS = {"calavera": 9, "calcory": 6, "calculissimo": 5, "cubus": 7}
"""How far each game is played: far enough that there is something to see."""


def main() -> None:
    build_page()
    with (
        tempfile.TemporaryDirectory() as folder,
        open_server(Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        _home(browser, address)
        for game in PLAYERS:
            _table(browser, address, game)
        browser.close()


def _home(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address)
    visitor.go()
    visitor.page.wait_for_selector("article:nth-child(4) .picture > *")
    visitor.page.wait_for_load_state("networkidle")
    _keep(visitor, "page-home")


def _table(browser: Browser, address: str, game: str) -> None:
    theme = "dark" if game in ("calcory", "cubus") else "light"
    visitor = Visitor(browser, address, theme=theme, confirm=False)
    visitor.go("account")
    visitor.find("input[autocomplete=nickname]").fill("Ana")
    visitor.click("form .button")
    visitor.page.wait_for_selector(".said")
    visitor.go()
    visitor.play_now(game)
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
