"""An account takes over games that were played while the server could not be reached."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.games.test_games import begin
from tests.browser.support.site import Guest, first_visit
from tests.browser.support.visitor import OVER

REGISTER = """name => fetch("api/accounts", {
  method: "POST",
  headers: {"content-type": "application/json"},
  body: JSON.stringify({name, passphrase: "long enough"}),
}).then(answer => answer.status)"""
MINE = "() => fetch('api/me/tables').then(answer => answer.json())"
KEEP = ".keep .button.main"


@pytest.fixture
def guest(browser: Browser, address: str) -> Iterator[Guest]:
    """At a page of a server, which the device could do without from now on."""
    with first_visit(browser, address) as one:
        yield one


def test_a_game_played_offline_is_kept_in_the_account_once(guest: Guest) -> None:
    assert guest.page.evaluate(REGISTER, "Offline Olga") in (200, 201)
    guest.lose_network()
    begin(guest, "calavera")
    assert guest.table.startswith("local-")
    guest.at_turn_or_over()
    guest.resign()
    guest.page.wait_for_selector(OVER)
    guest.find_network()
    guest.go("mine")
    guest.page.reload()
    guest.click(KEEP)
    guest.page.wait_for_selector(".keep .done")
    assert guest.untranslated() == []
    (kept,) = guest.page.evaluate(MINE)
    assert (kept["imported"], kept["stage"], len(kept["seats"])) == (True, "over", 1)
    guest.page.reload()
    guest.page.wait_for_selector(f"main a[href='#/replay/{kept['id']}']")
    assert guest.find(KEEP).count() == 0
    assert guest.find("main a[href*='local-']").count() == 0
