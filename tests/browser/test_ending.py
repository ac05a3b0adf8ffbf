"""The end of a game, and the pace on the way to it."""

from playwright.sync_api import APIResponse, Route

from tests.browser.conftest import Visit
from tests.browser.players import calcory
from tests.browser.test_beginning import about
from tests.browser.test_table import at_turn
from tests.browser.visitor import OVER, Visitor


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


def test_an_answer_that_comes_late_does_not_undo_the_end(visit: Visit) -> None:
    """Bots end the game before the page hears that its resignation was taken."""
    visitor = at_turn(visit(), "calavera")
    held: list[tuple[Route, APIResponse]] = []
    visitor.page.route(
        f"**/api/tables/{visitor.table}/**",
        lambda route: held.append((route, route.fetch())),
    )
    give_up(visitor)
    for _ in range(300):
        if held and about(visitor)["stage"] == "over":
            break
        visitor.page.wait_for_timeout(20)
    route, response = held[0]
    route.fulfill(response=response)
    visitor.page.unroute_all()
    visitor.page.wait_for_selector(OVER, timeout=10_000)
    visitor.page.wait_for_timeout(300)
    assert visitor.find(OVER).count() == 1
    assert "over" not in visitor.find(".sentence").inner_text()  # it says who won


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


def test_a_tap_beside_the_pieces_only_skips(visit: Visit) -> None:
    """Our turn is there long before the others' moves have been shown; a tap goes to it."""
    visitor = ahead_of_the_board(visit)
    seq = visitor.position["seq"]
    visitor.click(".bar .sentence")
    visitor.page.wait_for_selector(".bar.live", timeout=300)
    visitor.page.wait_for_timeout(300)
    assert visitor.position["seq"] == seq


def test_ones_own_move_is_taken_while_others_are_still_shown(visit: Visit) -> None:
    """The first tap on a card turns it: nobody waits for an animation, or taps twice."""
    visitor = ahead_of_the_board(visit)
    seq = visitor.position["seq"]
    row, column = visitor.position["offers"]["turn"][0]
    visitor.page.mouse.click(*middle(visitor, f'.places [data-at="{row},{column}"]'))
    heard_of(visitor, seq)
    entries = [entry for frame in visitor.frames for entry in frame.get("events", ())]
    own = next(one for one in entries if one["seq"] > seq and one.get("do") == "turn")
    assert (own["by"], own["at"]) == (visitor.position["seat"], [row, column])


def test_a_key_acts_at_once_too(visit: Visit) -> None:
    visitor = ahead_of_the_board(visit)
    seq = visitor.position["seq"]
    row, column = visitor.position["offers"]["turn"][0]
    visitor.find(f'.places [data-at="{row},{column}"]').focus()
    visitor.page.keyboard.press("Enter")
    heard_of(visitor, seq)


def ahead_of_the_board(visit: Visit) -> Visitor:
    """At our turn of Calcory, while a calm page still shows how it came to that."""
    visitor = at_turn(visit(confirm=False, pace="calm"), "calcory")
    while not waits(visitor):
        calcory(visitor)
    assert visitor.find(".bar.ready").count() == 1
    return visitor


def waits(visitor: Visitor) -> bool:
    """Whether it is our turn to turn cards, and the page still shows how it came to that."""
    for _ in range(40):
        if visitor.position["view"]["to_act"] == [visitor.position["seat"]]:
            behind = visitor.find(".bar.live").count() == 0
            return behind and bool(visitor.position["offers"]["turn"])
        visitor.page.wait_for_timeout(50)
    raise AssertionError("the others do not move")


def middle(visitor: Visitor, selector: str) -> tuple[float, float]:
    box = visitor.find(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def heard_of(visitor: Visitor, seq: int) -> None:
    for _ in range(100):
        if visitor.position["seq"] > seq:
            return
        visitor.page.wait_for_timeout(20)
    raise AssertionError("the move was not made")


def give_up(visitor: Visitor) -> None:
    visitor.click(".tools button:last-child")
    visitor.click("dialog[open] .danger")
    visitor.click("dialog[open] .danger")
