"""Nothing that one is to read or press is hidden, missing or out of line."""

import pytest
from playwright.sync_api import FloatRect, Locator

from tests.browser.conftest import Visit
from tests.browser.games.test_defects import until_inside
from tests.browser.games.test_online import invite
from tests.browser.games.test_table import at_turn
from tests.browser.support.players import calavera, calcory
from tests.browser.support.visitor import Visitor

LONG = "Maximiliane Hohenstein-B"
CUT = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"


@pytest.mark.parametrize("language", ["de", "fr", "en"])
@pytest.mark.parametrize("size", ["small", "low"])
def test_what_a_choice_comes_to_is_read_in_the_bar(visit: Visit, size: str, language: str) -> None:
    """And all choices stay in sight."""
    visitor = visit(size=size, language=language, confirm=True)
    visitor.go()
    visitor.play_now("calavera")
    visitor.at_turn_or_over()
    visitor.find(".choices .offered").first.tap()
    visitor.shot(f"looks-choice-{size}-{language}")
    until_inside(visitor, ".bar .shown")
    [bar] = boxes(visitor.find(".bar"))
    cells = boxes(visitor.find(".choices .cell"))
    assert all(cell["y"] + cell["height"] <= bar["y"] for cell in cells)


def test_a_guest_chooses_the_language_and_a_long_name(visit: Visit) -> None:
    ana, ben = visit(), visit(size="small")
    invite(ana)
    ben.page.goto(ana.find("#invite-link").input_value())
    ben.page.get_by_role("button", name="Sit here").wait_for()
    ben.find("header select").select_option("de")
    ben.find("input[autocomplete=nickname]").fill(LONG)
    ben.page.get_by_role("button", name="Hier Platz nehmen").click()
    ben.find("main li b", has_text=LONG).wait_for()
    [name] = boxes(ben.find("main li b", has_text=LONG))
    ben.shot("looks-waiting")
    assert name["height"] < 30  # in one line


def test_on_a_phone_the_table_s_buttons_stand_alone_in_the_bar(visit: Visit) -> None:
    visitor = at_turn(visit(size="small"), "calavera")
    until_inside(visitor, ".tools button:last-child")
    assert not visitor.find("header nav").is_visible()
    visitor.go()
    visitor.find("header nav").wait_for()


def test_a_hint_ends_with_the_game(visit: Visit) -> None:
    """The two players of a first game: it is over at once, and by the rules still one's turn."""
    visitor = at_turn(visit(), "calculissimo")
    visitor.click(".bar .hint")
    visitor.find(".bar .hints").wait_for()
    visitor.resign()
    visitor.find("dialog[open] .winner").wait_for()
    assert visitor.find(".bar .hints").count() == 0


def test_all_cards_of_a_lesson_lie_above_the_bar(visit: Visit) -> None:
    visitor = visit()
    visitor.go("learn/calcory")
    visitor.find(".places .place").first.wait_for()
    [bar] = boxes(visitor.find(".bar"))
    cards = boxes(visitor.find(".places .place"))
    assert all(card["y"] + card["height"] <= bar["y"] for card in cards)


@pytest.mark.parametrize("language", ["de", "fr", "en"])
def test_the_sum_of_the_cards_is_read_above_the_bar(visit: Visit, language: str) -> None:
    """Where a first bid may be made the bar has two lines and a button."""
    visitor = visit(size="phone", language=language, confirm=False)
    visitor.go()
    visitor.play_now("calcory")
    while visitor.at_turn_or_over() and not is_first_bid(visitor):
        calcory(visitor)
    [panel, bar] = boxes(visitor.find(".beside .panel:has(.sum), .bar"))
    visitor.shot(f"looks-sum-{language}")
    assert panel["y"] + panel["height"] <= bar["y"]


def is_first_bid(visitor: Visitor) -> bool:
    """Without a zero, of which the panel would say something too."""
    offers = visitor.position["offers"]
    return offers["stop"] is not None and offers["stop"]["why"] == "first" and not offers["zero"]


def test_what_the_others_did_is_not_cut(visit: Visit) -> None:
    """Beside their names, on a phone."""
    visitor = visit(size="phone", language="de", confirm=False)
    visitor.go()
    visitor.play_now("calcory")
    while visitor.at_turn_or_over() and "Karten" not in visitor.find(".players").inner_text():
        calcory(visitor)
    assert visitor.find(".players .did").evaluate_all(CUT) == []


def boxes(found: Locator) -> list[FloatRect]:
    """Where they are drawn."""
    return [box for one in found.all() if (box := one.bounding_box())]
