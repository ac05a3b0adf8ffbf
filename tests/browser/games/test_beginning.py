"""Beginning and coming back: level, set-up, running games, the chance to knock."""

from typing import Any

from tests.browser.conftest import Visit
from tests.browser.games.test_table import at_turn
from tests.browser.support.players import cubus
from tests.browser.support.visitor import Visitor

SETUP_PIXELS = 900
"""How tall the set-up may be on a phone before anything is unfolded."""


def test_first_games_fit_and_a_level_is_remembered(visit: Visit) -> None:
    visitor = visit()
    visitor.go()
    level = visitor.find("article[data-game=calavera] .level select")
    assert level.input_value() == "fitting"
    assert "beginner" in level.locator("option").first.inner_text()
    level.select_option("hard")
    visitor.go("settings")
    visitor.go()
    assert level.input_value() == "hard"
    visitor.play_now("calavera")
    seats = about(visitor)["seats"]
    assert [seat["level"] for seat in seats[1:]] == ["hard", "advanced"]


def test_only_the_first_game_is_played_by_simpler_rules(visit: Visit) -> None:
    visitor = visit()
    for knocking in (False, True):
        visitor.go()
        visitor.play_now("cubus")
        assert about(visitor)["options"]["knocking"] is knocking


def about(visitor: Visitor) -> dict[str, Any]:
    """The table as the server last described it; not every position comes with that."""
    return next(one["about"] for one in reversed(visitor.frames) if one.get("about"))


def test_the_set_up_asks_little(visit: Visit) -> None:
    visitor = visit(size="small")
    for game in ("calavera", "cubus"):
        visitor.go(f"new/{game}")
        visitor.page.wait_for_selector("form")
        assert visitor.page.evaluate("document.documentElement.scrollHeight") <= SETUP_PIXELS
        visitor.shot(f"setup-{game}-small")


def test_a_phone_shows_running_games_first(visit: Visit) -> None:
    visitor = at_turn(visit(size="small"), "calavera")
    table = visitor.table
    visitor.go()
    mine = visitor.find(f"a[href='#/table/{table}']:visible")
    mine.wait_for()
    assert mine.count() == 1
    box, first = mine.bounding_box(), visitor.find("article").first.bounding_box()
    assert box is not None
    assert first is not None
    assert box["y"] < first["y"]
    visitor.shot("home-small-running")


def test_the_menu_of_a_table_holds_settings(visit: Visit) -> None:
    visitor = at_turn(visit(size="small"), "calavera")
    visitor.click(".tools button:last-child")
    visitor.find("dialog[open] select").first.select_option("calm")
    assert visitor.page.evaluate("document.documentElement.dataset.pace") == "calm"
    visitor.find("dialog[open] select").nth(1).select_option("de")
    visitor.page.get_by_role("heading", name="Menü").wait_for()


def test_knocking_is_a_chance_and_silence_waives(visit: Visit) -> None:
    visitor = asked_to_knock(visit)
    visitor.shot("cubus-knock")
    visitor.page.wait_for_selector(".bar .knock", state="detached")
    visitor.wait_until(lambda: "waive" in visitor.own_moves, "silence says nothing")
    assert visitor.find("aside ol li", has_text="doesn’t knock").count() == 0


def test_who_does_not_want_to_be_asked_is_not(visit: Visit) -> None:
    visitor = asked_to_knock(visit)
    visitor.click(".bar .never")
    visitor.page.wait_for_selector(".bar .knock", state="detached")
    for _ in range(3):
        assert visitor.at_turn_or_over()
        assert visitor.find(".bar .knock").count() == 0
        cubus(visitor)
    visitor.page.get_by_text("Ask me when I may knock").wait_for()


def asked_to_knock(visit: Visit) -> Visitor:
    """At a table of Cubus whose rules let one knock, after somebody passed."""
    for _ in range(4):  # a game in which nobody passes is rare, and is followed by another
        visitor = visit(confirm=False)
        visitor.go("new/cubus")
        visitor.click("form .button.main")
        while visitor.at_turn_or_over():
            if visitor.find(".bar .knock").count():
                return visitor
            cubus(visitor)
    raise AssertionError("nobody passed")
