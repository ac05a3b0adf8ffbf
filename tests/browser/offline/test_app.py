"""The page as a program: light, alone, installable, useful without a connection, quick to play."""

import json
import urllib.request

from tests.browser.conftest import Visit
from tests.browser.support.players import calcory
from tests.browser.support.visitor import Visitor

FIRST_LOAD_BYTES = 74_000


def test_two_clicks_from_the_first_paint_to_a_game(visit: Visit) -> None:
    visitor = visit()
    visitor.go()
    visitor.click("article[data-game=cubus] .ways .main")  # one
    visitor.at_turn_or_over()
    visitor.find(".bar .button").first.click()  # two: a move


def test_first_load_is_light_and_asks_no_other_host(visit: Visit) -> None:
    visitor = visit()
    requests = visitor.note_requests()
    visitor.go()
    visitor.page.wait_for_selector("article:nth-child(4) .picture > *")
    visitor.page.wait_for_load_state("networkidle")
    sizes = visitor.page.evaluate(
        "performance.getEntriesByType('resource').filter(one => /\\.(js|css)$/.test(one.name))"
        ".map(one => [one.name, one.encodedBodySize])"
    )
    assert sizes
    assert sum(size for _, size in sizes) <= FIRST_LOAD_BYTES, sizes
    host = visitor.address.split("/quartett/")[0]
    assert [url for url in requests if not url.startswith((host, "data:"))] == []
    assert all(url.startswith(visitor.address) for url in requests if url.startswith(host))


def test_installable(visit: Visit) -> None:
    visitor = visit()
    visitor.go()
    link = visitor.find("link[rel=manifest]").evaluate("link => link.href")
    manifest = json.loads(fetch(link))
    assert manifest["display"] == "standalone"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        assert fetch(visitor.address + icon["src"])


def test_without_connection_the_page_says_what_works(visit: Visit) -> None:
    visitor = visit(workers=True)
    visitor.go()
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    visitor.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    visitor.lose_network()
    visitor.page.reload()
    visitor.page.get_by_text("The server can’t be reached").wait_for()
    visitor.shot("offline")
    visitor.click(".offline a[href='#/rules/cubus']")
    visitor.page.wait_for_selector(".book h2")
    visitor.page.goto(f"{visitor.address}#/learn/calavera")
    visitor.page.wait_for_selector(".say")
    visitor.find_network()
    visitor.page.goto(f"{visitor.address}#/")
    visitor.page.get_by_text("My games in progress").wait_for()


def test_without_connection_one_plays_on_at_this_device(visit: Visit) -> None:
    visitor = visit(workers=True, confirm=False)
    visitor.go()
    visitor.page.wait_for_selector("html[data-offline=ready]")
    visitor.lose_network()
    visitor.page.reload()
    visitor.play_now("calavera")
    assert visitor.table.startswith("local-")
    visitor.at_turn_or_over()
    visitor.find(".choices .offered, .bar .buttons .button.main").first.click()
    visitor.page.goto(f"{visitor.address}#/new/calavera?for=friends")
    visitor.click("form .button.main")
    visitor.page.get_by_text("This needs a server").wait_for()
    visitor.find_network()
    visitor.go("mine")
    visitor.find("main a[href*='table/local-']").first.wait_for()


def test_phone_with_touch(visit: Visit) -> None:
    visitor = visit(size="phone", confirm=False)
    visitor.go()
    visitor.page.tap("article[data-game=calcory] .ways .main")
    visitor.page.wait_for_selector(".table")
    for _ in range(3):
        visitor.at_turn_or_over()
        tap_something(visitor)
    visitor.page.tap(".tools button:first-child")
    visitor.page.wait_for_selector("dialog[open] [role=tab]")
    visitor.shot("phone-history")


def tap_something(visitor: Visitor) -> None:
    card = visitor.find(".places button.target")
    if card.count():
        visitor.moves_on(card.first.tap)
    else:
        calcory(visitor)


def test_language_changes_at_any_time(visit: Visit) -> None:
    visitor = visit(language="en")
    visitor.go()
    visitor.play_now("calavera")
    visitor.at_turn_or_over()
    visitor.page.evaluate("window.stays = true")
    for language, word in (("de", "Verlauf"), ("fr", "Historique"), ("en", "History")):
        visitor.find("header select").select_option(language)
        visitor.page.get_by_role("tab", name=word).wait_for()
        assert visitor.untranslated() == []
    assert visitor.page.evaluate("window.stays")


def fetch(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return bytes(answer.read())


def test_account_on_another_device(visit: Visit) -> None:
    """A name and a passphrase bring the same games to another browser."""
    here, there = visit(), visit(size="phone")
    here.go()
    here.play_now("cubus")
    table = here.table
    enter(here, "New account")
    here.page.get_by_text("Your account has been created").wait_for()
    enter(there, "Log in")
    there.page.get_by_text("Welcome back").wait_for()
    there.go("mine")
    there.find(f"a[href='#/table/{table}']").wait_for()
    there.go("account")
    there.page.get_by_role("button", name="Log out everywhere else").click()
    there.page.get_by_text("You are logged out on all other devices").wait_for()
    here.go("account")
    here.page.reload()
    here.page.get_by_role("button", name="Log in").wait_for()


def enter(visitor: Visitor, button: str) -> None:
    visitor.go("account")
    visitor.find("input[autocomplete=username]").fill("Wanda")
    visitor.find("input[type=password]").fill("a whole sentence to remember")
    visitor.page.get_by_role("button", name=button).click()
