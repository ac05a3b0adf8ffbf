"""The end of a game, and the pace on the way to it."""

from typing import Any

from playwright.sync_api import APIResponse, Route

from tests.browser.conftest import Visit
from tests.browser.games.test_beginning import about
from tests.browser.games.test_games import begin
from tests.browser.games.test_table import at_turn
from tests.browser.support.players import calcory
from tests.browser.support.visitor import OVER, Visitor

STOPPABLE = """{
  const start = setTimeout;
  window.setTimeout = (what, ms, ...rest) => window.stopped ? 0 : start(what, ms, ...rest);
}"""
"""No timer goes off once `stopped` is set."""
LINES_LESS = "most => document.querySelectorAll('dialog[open] tr.waits').length <= most"
TWO_FRAMES = "() => new Promise(ok => requestAnimationFrame(() => requestAnimationFrame(ok)))"


def test_scores_are_counted_out_before_anybody_wins(visit: Visit) -> None:
    visitor = visit(motion=True, pace="quick")
    begin(visitor, "calavera")
    visitor.at_turn_or_over()
    visitor.resign()
    visitor.page.wait_for_selector("dialog[open] table")
    assert visitor.find("dialog[open] .winner").count() == 0
    waiting = visitor.find("dialog[open] tr.waits")
    assert waiting.count() > 2
    visitor.page.wait_for_function(LINES_LESS, arg=waiting.count() - 2)  # line after line
    visitor.shot("ending-counting")
    visitor.page.get_by_role("button", name="Show everything").click()
    assert waiting.count() == 0
    assert "win" in visitor.find("dialog[open] .winner").inner_text()


def test_an_answer_that_comes_late_does_not_undo_the_end(visit: Visit) -> None:
    """Bots end the game before the page hears that its resignation was taken."""
    visitor = visit()
    begin(visitor, "calavera")
    visitor.at_turn_or_over()
    held: list[tuple[Route, APIResponse]] = []
    visitor.page.route(
        f"**/api/tables/{visitor.table}/commands",
        lambda route: held.append((route, route.fetch())),
    )
    visitor.resign()
    visitor.wait_until(lambda: held and about(visitor)["stage"] == "over", "it is not over")
    route, response = held[0]
    with visitor.page.expect_response(response.url):
        route.fulfill(response=response)
    visitor.page.unroute_all()
    visitor.page.wait_for_selector(OVER)
    visitor.page.evaluate(TWO_FRAMES)  # for what the answer might change
    assert visitor.find(OVER).count() == 1
    assert "over" not in visitor.find(".sentence").inner_text()  # it says who won


def test_a_rematch_against_bots_is_one_tap(visit: Visit) -> None:
    visitor = visit()
    begin(visitor, "calavera")
    visitor.at_turn_or_over()
    before = visitor.table
    names = visitor.find(".players .name .text").all_inner_texts()
    visitor.resign()
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
    visitor.page.wait_for_selector(".bar.live")
    assert visitor.position["seq"] == seq
    row, column = visitor.position["offers"]["turn"][1]
    visitor.moves_on(visitor.find(f'.places [data-at="{row},{column}"]').click)
    assert first_move_since(visitor, seq)["at"] == [row, column]  # the tap was no move


def test_ones_own_move_is_taken_while_others_are_still_shown(visit: Visit) -> None:
    """The first tap on a card turns it: nobody waits for an animation, or taps twice."""
    visitor = ahead_of_the_board(visit)
    seq = visitor.position["seq"]
    row, column = visitor.position["offers"]["turn"][0]
    place = middle(visitor, f'.places [data-at="{row},{column}"]')
    visitor.moves_on(lambda: visitor.page.mouse.click(*place))
    own = first_move_since(visitor, seq)
    assert (own["by"], own["at"]) == (visitor.position["seat"], [row, column])


def test_a_key_acts_at_once_too(visit: Visit) -> None:
    visitor = ahead_of_the_board(visit)
    row, column = visitor.position["offers"]["turn"][0]
    visitor.find(f'.places [data-at="{row},{column}"]').focus()
    visitor.moves_on(lambda: visitor.page.keyboard.press("Enter"))


def ahead_of_the_board(visit: Visit) -> Visitor:
    """At our turn of Calcory, while the page still shows how it came to that, and never ends."""
    visitor = visit(confirm=False, pace="calm")
    visitor.context.add_init_script(STOPPABLE)
    at_turn(visitor, "calcory")
    visitor.page.evaluate("window.stopped = true")
    while not is_behind(visitor):
        calcory(visitor)
    assert visitor.find(".bar.ready").count() == 1
    return visitor


def is_behind(visitor: Visitor) -> bool:
    """Whether it is our turn to turn cards, which the board does not show yet."""
    visitor.wait_until(
        lambda: visitor.position["view"]["to_act"] == [visitor.position["seat"]],
        "the others do not move",
    )
    if visitor.find(".bar.live").count():
        return False
    if visitor.position["offers"]["turn"]:
        return True
    visitor.click(".bar .sentence")
    return False


def first_move_since(visitor: Visitor, seq: int) -> dict[str, Any]:
    entries = [entry for frame in visitor.frames for entry in frame.get("events", ())]
    return next(one for one in entries if one["seq"] > seq and one.get("do") == "turn")


def middle(visitor: Visitor, selector: str) -> tuple[float, float]:
    box = visitor.find(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
