"""A game from outside: listed with ours, played on the board that any game gets, or on its own."""

import urllib.request

import pytest

from tests.browser.conftest import Visit
from tests.browser.support.players import outside, play_out, press
from tests.browser.support.visitor import Visitor

GAME = "goofspiel"
ROUNDS = 7


@pytest.mark.parametrize(
    ("size", "theme", "language"), [("small", "dark", "de"), ("desk", "light", "en")]
)
def test_a_whole_game_against_a_bot(visit: Visit, size: str, theme: str, language: str) -> None:
    visitor = visit(size=size, theme=theme, language=language, confirm=False)
    visitor.go()
    card = visitor.find(f"article[data-game={GAME}]")
    assert "Goofspiel" in card.inner_text()
    visitor.play_now(GAME)
    visitor.at_turn_or_over()
    visitor.shot(f"outside-{size}")
    assert shown_prize(visitor) == visitor.position["view"]["prize"]
    assert visitor.overhang == 0
    assert play_out(visitor, outside) == ROUNDS
    result = visitor.position["about"]["result"]
    for score in result["scores"]:
        assert visitor.find(f"dialog[open] tfoot td:has-text('{score}')").count()
    assert visitor.untranslated() == []
    check_fairness(visitor)
    replay(visitor)


def test_two_people_by_link(visit: Visit) -> None:
    ana, ben = visit(confirm=False), visit(size="small", theme="dark", confirm=False)
    ana.go(f"new/{GAME}?for=friends")
    ana.click("form summary")
    ana.find("form input[type=number]").fill("4")
    ana.click("form .button.main")
    ben.page.goto(ana.find("#invite-link").input_value())
    ben.find("input[autocomplete=nickname]").fill("Ben")
    ben.page.get_by_role("button", name="Sit here").click()
    ana.page.get_by_text("Everybody is here.").wait_for()
    ana.click(".start")
    for _ in range(4):
        for one in (ana, ben):
            assert one.at_turn_or_over()
        outside(ana)
        assert ana.find(".choice").count() == 0  # her bid is made, his is not
        assert "Guest bids" not in last_heard(ben)
        outside(ben)
    for one in (ana, ben):
        assert not one.at_turn_or_over()
    assert ana.position["about"]["result"] == ben.position["about"]["result"]
    assert ana.find("aside li", has_text="all the bids").count() == 4


def test_two_people_at_one_device_see_only_their_own(visit: Visit) -> None:
    visitor = visit(confirm=False)
    visitor.go(f"new/{GAME}?for=here")
    visitor.click("form .button.main")
    visitor.click(".pass .button")
    visitor.page.wait_for_selector(".choice")
    outside(visitor)
    visitor.page.get_by_role("heading", name="Pass the device to Player 2").wait_for()
    assert visitor.find(".choice").count() == 0
    visitor.click(".pass .button")
    outside(visitor)


def test_a_move_waits_for_the_last_click_while_others_move(visit: Visit) -> None:
    visitor = visit()
    visitor.go()
    visitor.play_now(GAME)
    visitor.at_turn_or_over()
    visitor.find(".choice").nth(2).click()
    visitor.wait_until(
        lambda: visitor.position["view"]["to_act"] == [visitor.position["seat"]],
        "the bot does not bid",
    )
    assert visitor.find(".choice[aria-pressed=true]").inner_text() == "Bid 3"
    visitor.find(".bar").get_by_role("button", name="Bid 3").press("Enter")
    visitor.page.get_by_text("all the bids").first.wait_for()


def test_a_board_of_its_own(visit: Visit) -> None:
    visitor = visit(size="small")
    visitor.go()
    visitor.play_now("highcard")
    for _ in range(3):
        assert visitor.at_turn_or_over()
        dealt = visitor.position["view"]["card"]
        visitor.page.get_by_text(f"Your card is a {dealt}.").wait_for()
        visitor.shot("outside-own-board")
        press(visitor, ".bar [data-do=keep]")
    assert not visitor.at_turn_or_over()


def test_its_files_come_with_the_page_s_own_security(address: str) -> None:
    with urllib.request.urlopen(f"{address}games/highcard/board.js") as answer:
        headers = answer.headers
    assert "javascript" in headers["content-type"]
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def shown_prize(visitor: Visitor) -> int:
    return int(visitor.find(".facts dd").first.inner_text())


def check_fairness(visitor: Visitor) -> None:
    dialog = visitor.find("dialog[open]")
    assert f"quartett verify {GAME}-" in dialog.inner_text()
    dialog.locator("h3 ~ button.button").last.click()
    dialog.locator(".verdict:not(.bad)").wait_for()


def replay(visitor: Visitor) -> None:
    table, prize = visitor.table, visitor.position["view"]["prize"]
    assert prize is None
    visitor.go(f"replay/{table}?at=1")
    visitor.page.wait_for_selector(".replay .facts")
    assert 1 <= shown_prize(visitor) <= ROUNDS


def last_heard(visitor: Visitor) -> str:
    """What a screen reader was given last."""
    return visitor.find("[aria-live] p").last.text_content() or ""
