"""Pictures of every screen in five widths, light and dark, to be looked at.

`python -m tests.browser.matrix [language …] [width …] [name …]` writes them to
`build/browser/matrix`, in English unless told; with names only the screens whose name begins with
one of them, with widths only those.
"""

import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import TimeoutError as TookTooLong

from tests.browser.support.players import PLAYERS
from tests.browser.support.server import ROOT, build_page, open_server
from tests.browser.support.visitor import OVER, PICTURES, SIZES, Visitor, launch

WIDTHS = ("small", "phone", "tablet", "desk", "large")
THEMES = ("light", "dark")
MESSAGES = ROOT / "web" / "src" / "messages"
LANGUAGES = tuple(file.stem for file in MESSAGES.glob("*.json"))
GAMES = tuple(PLAYERS)
FOLDER = PICTURES / "matrix"
PLACES = ("", "mine", "statistics", "practice", "settings", "account", "about", "puzzle", "nowhere")
DECISIONS = 3
"""A table is drawn after this many decisions, so that there is something on it."""
Scene = Callable[[Visitor], Iterator[str]]


def main() -> None:
    build_page()
    asked_for = sys.argv[1:]
    languages = [language for language in LANGUAGES if language in asked_for] or ["en"]
    wanted = tuple(name for name in asked_for if not name.isdigit() and name not in LANGUAGES)
    widths = [size for size in WIDTHS if str(SIZES[size][0]) in asked_for] or WIDTHS
    with (
        tempfile.TemporaryDirectory() as folder,
        open_server(Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for size, theme, language in product(widths, THEMES, languages):
            look = Look(size, theme, language)
            draw(browser, address, look, wanted)
        browser.close()


class Look(NamedTuple):
    size: str
    theme: str
    language: str

    def __str__(self) -> str:
        """How names of files end."""
        width = SIZES[self.size][0]
        return f"{width}-{self.theme}" + (f"-{self.language}" if self.language != "en" else "")


def draw(browser: Browser, address: str, look: Look, wanted: tuple[str, ...]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for scene in (places, *(table_of(game) for game in GAMES)):
        visitor = Visitor(browser, address, **look._asdict(), confirm=False)
        try:
            for name in scene(visitor):
                if not wanted or name.startswith(wanted):
                    visitor.page.wait_for_timeout(150)
                    visitor.page.screenshot(path=FOLDER / f"{name}-{look}.png")
        except TookTooLong as error:  # on a busy machine; the other pictures are still wanted
            print(f"{look}: {error}", file=sys.stderr, flush=True)
        visitor.close()
    print(f"{FOLDER}: {look}", flush=True)


def places(visitor: Visitor) -> Iterator[str]:
    for place in (
        *PLACES,
        *(f"{kind}/{game}" for kind in ("new", "rules", "learn") for game in GAMES),
    ):
        visitor.go(place)
        visitor.page.wait_for_selector("main h1")
        visitor.page.wait_for_load_state("networkidle")
        yield place.replace("/", "-") or "home"
    visitor.go("new/calavera?for=friends")
    visitor.click("form .button.main")
    visitor.page.wait_for_selector("#invite-link")
    yield "waiting"


def table_of(game: str) -> Scene:
    def scene(visitor: Visitor) -> Iterator[str]:
        visitor.context.add_init_script(f"localStorage.setItem('quartett.played.{game}', 'yes')")
        visitor.go()
        visitor.play_now(game)
        for _ in range(DECISIONS):
            if visitor.at_turn_or_over():
                PLAYERS[game](visitor)
        visitor.at_turn_or_over()
        visitor.page.mouse.move(0, 0)
        yield f"table-{game}"
        yield from asked(visitor, game)
        give_up(visitor)
        visitor.page.wait_for_selector("dialog[open] svg[role=img]")
        yield f"over-{game}"
        table = visitor.table
        keep_picture(visitor, game)
        visitor.click("dialog[open] a[href*=replay]")
        visitor.page.wait_for_selector(".replay")
        yield f"replay-{game}"
        yield from looked_back(visitor, game, table)

    return scene


def keep_picture(visitor: Visitor, game: str) -> None:
    """The picture of the end that one can share; it is the same at every width."""
    page = visitor.find("html")
    theme, language = page.get_attribute("data-theme"), page.get_attribute("lang")
    words = json.loads((MESSAGES / f"{language}.json").read_text(encoding="utf-8"))
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("button", name=words["share.picture"]).click()
    download.value.save_as(FOLDER / f"picture-{game}-{theme}.png")


def looked_back(visitor: Visitor, game: str, table: str) -> Iterator[str]:
    """The review of the game, and what comes of it."""
    visitor.go(f"review/{table}")
    visitor.page.wait_for_selector(".review .position .board > *")
    visitor.page.wait_for_selector(".review header [role=status]", state="detached")
    yield f"review-{game}"
    visitor.go("statistics")
    visitor.page.wait_for_selector(".panel dd")
    yield f"statistics-{game}"
    visitor.go("practice")
    visitor.page.wait_for_selector(".practice .board > *, .practice .none")
    yield f"practice-{game}"


def asked(visitor: Visitor, game: str) -> Iterator[str]:
    """What opens over or in the table: a hint, the rules, the menu."""
    if visitor.find(".bar .hint").count():
        visitor.click(".bar .hint")
        visitor.page.wait_for_selector(".bar .hints")
        yield f"hint-{game}"
    visitor.page.keyboard.press("?")
    visitor.page.wait_for_selector("dialog[open] .book h2")
    yield f"book-{game}"
    visitor.page.keyboard.press("Escape")
    visitor.page.wait_for_selector("dialog[open]", state="detached")
    visitor.click(".tools button:last-child")
    visitor.page.wait_for_selector("dialog[open] #invite-link")
    yield f"menu-{game}"


def give_up(visitor: Visitor) -> None:
    """In the menu, which is open."""
    visitor.click("dialog[open] .danger")
    visitor.click("dialog[open] .danger")
    visitor.page.wait_for_selector(OVER)


if __name__ == "__main__":
    main()
