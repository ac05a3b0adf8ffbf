"""A finished game reviewed: from its end to every decision."""

import re

from playwright.sync_api import Locator, Route

from tests.browser.conftest import Visit
from tests.browser.players import PLAYERS
from tests.browser.test_ending import give_up
from tests.browser.test_table import at_turn
from tests.browser.visitor import Visitor

TURNS = 3
"""Turns played before giving up: enough decisions to walk through."""


def test_a_review_is_read_by_keyboard_from_the_end_of_the_game(visit: Visit) -> None:
    visitor = reviewed(visit(size="small", confirm=False), "calavera")
    curve = visitor.find(".summary svg[role=img]").get_attribute("aria-label") or ""
    assert re.search(r"\d%.*Luck .*\d%, skill .*\d%", curve)
    items = visitor.find(".list li > button")
    assert items.count() >= 2
    items.nth(0).focus()
    visitor.page.keyboard.press("ArrowDown")
    visitor.page.keyboard.press("Enter")
    visitor.wait_until(lambda: is_current(items.nth(1)), "Enter does not choose")
    visitor.page.wait_for_selector(".position .board > *")
    played = visitor.find(".list li.current .text").inner_text().split("Played: ")[1]
    sentence = visitor.find(".position .sentence")
    visitor.wait_until(
        lambda: played.split("\n")[0] in sentence.inner_text(), "another position is shown"
    )
    visitor.page.keyboard.press("ArrowLeft")
    visitor.wait_until(lambda: is_current(items.nth(0)), "the arrow does not choose")
    wide = visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    assert visitor.untranslated() == []


def is_current(item: Locator) -> bool:
    return item.get_attribute("aria-current") == "true"


def test_a_review_shows_as_much_as_there_is(visit: Visit) -> None:
    """The server has nothing first, then half of it; the page asks again by itself."""
    visitor = over(visit(confirm=False), "calavera")
    held: list[Route] = []
    parts = [0.0, 0.5]

    def answer(route: Route) -> None:
        if not parts:
            held.append(route)
            return
        part = parts.pop(0)
        # All of it, however slowly it is made; of which a part is shown.
        response = route.fetch(url=route.request.url.removesuffix("?partial=true"), timeout=0)
        review = response.json()
        review["steps"] = review["steps"][: int(review["events"] * part)]
        review["seats"] = review["seats"] if part else []
        route.fulfill(response=response, json=review)

    visitor.page.route("**/review?partial=true", answer)
    visitor.find("dialog[open] a", has_text="Review the game").click()
    progress = visitor.find(".review header [role=status]")
    progress.wait_for()
    visitor.wait_until(lambda: held, "the page does not ask again")
    half, whole = map(int, re.findall(r"\d+", progress.inner_text()))
    assert half == whole // 2
    held[0].continue_()
    progress.wait_for(state="detached")


def reviewed(visitor: Visitor, game: str) -> Visitor:
    """In front of the whole review of a game that was given up after a few turns."""
    over(visitor, game).find("dialog[open] a", has_text="Review the game").click()
    visitor.page.wait_for_selector(".review .list")
    visitor.page.wait_for_selector(".review header [role=status]", state="detached")
    return visitor


def over(visitor: Visitor, game: str) -> Visitor:
    at_turn(visitor, game)
    for _ in range(TURNS):
        PLAYERS[game](visitor)
        assert visitor.at_turn_or_over()
    give_up(visitor)
    visitor.page.wait_for_selector("dialog[open] .winner")
    return visitor
