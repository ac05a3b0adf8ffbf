"""The end of a game, and the pace on the way to it."""

from tests.browser.conftest import Visit
from tests.browser.players import calcory
from tests.browser.test_table import at_turn
from tests.browser.visitor import Visitor


def test_scores_are_counted_out_before_anybody_wins(visit: Visit) -> None:
    visitor = at_turn(visit(motion=True, pace="quick"), "calavera")
    give_up(visitor)
    visitor.page.wait_for_selector("dialog[open] table")
    assert visitor.find("dialog[open] .winner").count() == 0
    waiting = visitor.find("dialog[open] tr.waits")
    assert waiting.count() > 1
    visitor.shot("ending-counting")
    visitor.page.get_by_role("button", name="Show everything").click()
    assert waiting.count() == 0
    assert "win" in visitor.find("dialog[open] .winner").inner_text()


def test_a_rematch_against_bots_is_one_tap(visit: Visit) -> None:
    visitor = at_turn(visit(), "cubus")
    before = visitor.table
    names = visitor.find(".players .name .text").all_inner_texts()
    give_up(visitor)
    visitor.page.wait_for_selector("dialog[open] .winner")
    visitor.find("dialog[open] button", has_text="Rematch").click()
    visitor.page.wait_for_url(lambda url: before not in url)
    visitor.page.wait_for_selector(".table .stage")
    assert visitor.find(".players .name .text").all_inner_texts() == names


def test_a_tap_skips_what_others_did_and_does_nothing_else(visit: Visit) -> None:
    """Our turn is there long before the others' moves have been shown; a tap goes to it."""
    visitor = at_turn(visit(confirm=False, pace="calm"), "calcory")
    while not waits(visitor):
        calcory(visitor)
    seq = visitor.position["seq"]
    visitor.find(".places button").first.click(force=True)
    visitor.page.wait_for_selector(".bar.live", timeout=300)
    assert visitor.position["seq"] == seq


def waits(visitor: Visitor) -> bool:
    """Whether it is our turn and the page still shows how it came to that."""
    for _ in range(40):
        if visitor.position["view"]["to_act"] == [visitor.position["seat"]]:
            return visitor.find(".bar.live").count() == 0
        visitor.page.wait_for_timeout(50)
    raise AssertionError("the others do not move")


def give_up(visitor: Visitor) -> None:
    visitor.click(".tools button:last-child")
    visitor.click("dialog[open] .danger")
    visitor.click("dialog[open] .danger")
