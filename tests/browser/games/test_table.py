"""What one does at a table beside playing: look back, take back, leave, come back, ask."""

import re

import pytest

from tests.browser.conftest import Visit
from tests.browser.games.test_online import invite, sit
from tests.browser.support.players import calavera
from tests.browser.support.visitor import Visitor

ANSWERS = [
    ("calavera", r"^Die 1: \w+", r"^orange: .*green: .*pink: .*black: "),
    ("calcory", r"^\d+\scards face down", r"^\d+\scards?"),
    ("calculissimo", r"^(across|down) from [a-o]\d+: .|^The board is empty", r"^Your rack: ."),
    ("cubus", r"Column -?\d+, -?\d+: \d+ high, lid", r"left side|right side|lid|no card"),
]
"""What is told of the table and of one's own, a game each."""


def test_look_back_without_losing_the_game(visit: Visit) -> None:
    visitor = at_turn(visit(confirm=False), "cubus")
    visitor.find("aside ol button").first.click()
    visitor.page.get_by_text("looking back at position").wait_for()
    assert visitor.find(".bar.live").count() == 0
    visitor.page.keyboard.press("Escape")
    visitor.page.wait_for_selector(".bar.live")


def test_nobody_looks_back_where_memory_is_the_game(visit: Visit) -> None:
    visitor = at_turn(visit(), "calcory")
    assert visitor.find("aside ol li").count() > 0
    assert visitor.find("aside ol button").count() == 0


def test_a_move_that_showed_something_stands_and_the_page_says_why(visit: Visit) -> None:
    visitor = at_turn(visit(confirm=False), "calavera")
    calavera(visitor)
    menu(visitor, "Take back my last move")
    visitor.page.get_by_text("so the move stands").first.wait_for()
    visitor.problems = [said for said in visitor.problems if "409 (Conflict)" not in said]


def test_take_back_at_a_practice_table(visit: Visit) -> None:
    visitor = visit(confirm=False)
    visitor.go("new/calavera")
    visitor.click("form summary")
    visitor.page.get_by_label("Practice table").check()
    visitor.click("form .button.main")
    visitor.page.wait_for_selector(".table")
    visitor.at_turn_or_over()
    calavera(visitor)
    menu(visitor, "Take back my last move")
    visitor.page.get_by_text("Move taken back").first.wait_for()
    visitor.page.wait_for_selector(".bar.live")


def test_leave_and_come_back(visit: Visit) -> None:
    ana, ben = visit(), visit()
    invite(ana)
    sit(ben, ana.find("#invite-link").input_value(), "Ben")
    ana.click(".start")
    ben.page.wait_for_selector(".table")
    menu(ben, "Leave the table")
    ben.page.get_by_role("button", name="Yes, let a bot take over").click()
    ben.page.get_by_text("A bot is playing for Ben.").wait_for()
    ana.page.get_by_text("A bot takes over for Ben").first.wait_for()
    ben.page.get_by_role("button", name="I’m back").click()
    ana.page.get_by_text("Ben is back").first.wait_for()


def test_a_hint_nudges_then_explains_then_shows(visit: Visit) -> None:
    visitor = at_turn(visit(size="small"), "calculissimo")
    visitor.click(".bar .hint")
    hint = visitor.find(".bar .hints")
    hint.wait_for()
    assert "points" not in hint.inner_text()
    assert visitor.find(".tile.advised").count() <= 1
    visitor.shot("hint-nudge")
    visitor.page.get_by_role("button", name="Tell me more").click()
    assert "points" in hint.inner_text()
    visitor.page.get_by_role("button", name="Show me").click()
    visitor.page.get_by_role(
        "button", name=re.compile("^(Lay this play|Exchange these)")
    ).wait_for()
    visitor.shot("hint-shown")


def test_illegal_try_explains_itself(visit: Visit) -> None:
    visitor = with_a_choice(visit())
    visitor.find(".choices .cell:not(.offered)").first.click(force=True)
    visitor.page.wait_for_selector("p.note:not(:empty)")


def test_half_made_move_is_undone_before_it_is_confirmed(visit: Visit) -> None:
    visitor = with_a_choice(visit())
    seq = visitor.position["seq"]
    visitor.find(".choices .offered").first.click()
    visitor.page.wait_for_selector(".choices .selected")
    visitor.click(".bar .button.quiet:not(.hint)")
    assert visitor.find(".choices .selected").count() == 0
    assert visitor.position["seq"] == seq


@pytest.mark.parametrize(("game", "lies", "mine"), ANSWERS)
def test_keys_that_ask_are_answered_for_the_ear(
    visit: Visit, game: str, lies: str, mine: str
) -> None:
    visitor = at_turn(visit(), game)
    assert answer(visitor, "w") == visitor.find(".sentence").inner_text()
    assert answer(visitor, "s").startswith("Guest: ")
    assert not answer(visitor, "l").startswith("Guest: ")
    assert re.search(lies, answer(visitor, "b"))
    assert re.search(mine, answer(visitor, "m"))
    visitor.page.get_by_role("button", name="Menu").click()
    visitor.page.get_by_text("Keyboard").click()
    assert visitor.find("dialog[open] kbd").all_inner_texts()[:5] == ["W", "L", "B", "M", "S"]


@pytest.mark.parametrize("language", ["de", "fr"])
def test_answers_are_in_the_readers_language(visit: Visit, language: str) -> None:
    visitor = at_turn(visit(language=language), "cubus")
    english = ("column", "high", "left side", "card")
    for key in "bm":
        said = answer(visitor, key).lower()
        assert said
        assert not any(word in said for word in english)


def answer(visitor: Visitor, key: str) -> str:
    """What is said when a key asks."""
    said = visitor.find("[aria-live=polite] p")
    visitor.page.evaluate(
        "() => document.querySelectorAll('[aria-live=polite] p').forEach(p => p.className = 'old')"
    )
    visitor.page.keyboard.press(key)
    visitor.page.wait_for_selector("[aria-live=polite] p:not(.old)", state="attached")
    return said.last.inner_text()


def at_turn(visitor: Visitor, game: str) -> Visitor:
    """At a new table, at our turn; where another begins it may take a while."""
    visitor.go()
    visitor.play_now(game)
    visitor.at_turn_or_over()
    return visitor


def with_a_choice(visitor: Visitor) -> Visitor:
    """At a turn of Calavera that leaves one something to choose."""
    at_turn(visitor, "calavera")
    while visitor.find(".choices .offered").count() == 0:
        calavera(visitor)
        visitor.at_turn_or_over()
    return visitor


def menu(visitor: Visitor, entry: str) -> None:
    visitor.page.get_by_role("button", name="Menu").click()
    visitor.page.get_by_role("button", name=entry).click()
