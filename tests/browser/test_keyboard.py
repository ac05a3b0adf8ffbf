"""A whole game with the keyboard alone, from the first paint to the fairness check."""

from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor


def test_keyboard_only(visit: Visit) -> None:
    visitor = visit()
    visitor.go()
    reach(visitor, "article[data-game=calavera] a[href*=here]")
    press(visitor, "Enter")
    visitor.page.wait_for_selector("form")
    choose_bot(visitor)
    choose_short_sheet(visitor)
    reach(visitor, "form .button.main")
    press(visitor, "Enter")
    visitor.page.wait_for_selector(".table")

    for _ in range(200):
        if not visitor.at_turn_or_over():
            break
        decide(visitor)
    assert visitor.is_over
    reach(visitor, "dialog[open] button:has(svg):not(.quiet):not(.main)")
    press(visitor, "Enter")
    visitor.page.wait_for_selector(".verdict")


def reach(visitor: Visitor, selector: str, most: int = 150) -> None:
    """Tab until the focus is there."""
    for _ in range(most):
        if visitor.page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        press(visitor, "Tab")
    raise AssertionError(f"the keyboard does not reach {selector}")


def press(visitor: Visitor, key: str) -> None:
    visitor.page.keyboard.press(key)


def choose_bot(visitor: Visitor) -> None:
    """The second seat becomes a bot's."""
    reach(visitor, "li:nth-child(2) select")
    press(visitor, "ArrowDown")
    press(visitor, "ArrowDown")
    visitor.page.wait_for_selector(".character")


def choose_short_sheet(visitor: Visitor) -> None:
    reach(visitor, "select:has(option[value='\"short\"'])")
    press(visitor, "Home")


def decide(visitor: Visitor) -> None:
    """The first choice that is offered, confirmed with a second key; else the bar's button."""
    before = visitor.position["seq"]
    offered = visitor.find(".choices .offered").count() > 0
    reach(visitor, ".choices .offered" if offered else ".bar .button.main")
    press(visitor, "Enter")
    if offered:
        reach(visitor, ".bar .button.main")
        press(visitor, "Enter")
    for _ in range(400):
        if visitor.position["seq"] > before:
            return
        visitor.page.wait_for_timeout(10)
    raise AssertionError("nothing happened")
