"""A whole game of each of the four against bots, with the mouse, from the home page to the end."""

import pytest

from tests.browser.conftest import Visit
from tests.browser.support.players import PLAYERS, play_out
from tests.browser.support.visitor import Visitor

HISTORY_LINES = 20
"""A long game's history is shown in parts, so that the document does not grow with it."""
ELEMENTS = {"calavera": 2_000, "calcory": 1_000, "calculissimo": 2_300, "cubus": 1_000}
"""Of the page at the end, whatever pictures the history shows."""
GROWTH = 1_000
"""Nodes that come once the history is full: pieces on the board, and the result. With those that
are not in the document: what was taken out of it must not be held."""
LOOKS = {
    "calavera": ("desk", "light"),
    "calcory": ("tablet", "dark"),
    "calculissimo": ("desk", "dark"),
    "cubus": ("desk", "light"),
}


@pytest.mark.parametrize("game", PLAYERS)
def test_whole_game(visit: Visit, game: str) -> None:
    size, theme = LOOKS[game]
    visitor = visit(size=size, theme=theme, confirm=False)
    visitor.go()
    begin(visitor, game)
    visitor.at_turn_or_over()
    visitor.shot(f"{game}-begin")

    full: list[int] = []

    def play(visitor: Visitor) -> None:
        PLAYERS[game](visitor)
        lines = visitor.find("aside ol li").count() if size == "desk" else HISTORY_LINES
        if not full and lines >= HISTORY_LINES:
            full.append(visitor.memory()["nodes"])

    assert play_out(visitor, play) > 3

    visitor.shot(f"{game}-over")
    assert visitor.find("aside ol li").count() <= HISTORY_LINES
    held = visitor.memory()
    assert held["elements"] <= ELEMENTS[game]
    assert held["nodes"] - full[0] <= GROWTH
    scores = visitor.position["about"]["result"]["scores"]
    told = visitor.find("dialog[open] tfoot td").all_inner_texts()
    assert [text.split()[0].replace("−", "-") for text in told] == [str(score) for score in scores]
    check_fairness(visitor)
    watch_again(visitor)


def begin(visitor: Visitor, game: str) -> None:
    """From the set-up, where games are long with the options that make them shorter.

    Cubus is played with knocking, as the set-up suggests: without it one may not pass while any
    rebuild is possible, and this player finds none.
    """
    visitor.go(f"new/{game}")
    visitor.click("form summary")
    if game == "calcory":
        visitor.find("input[type=number]").first.fill("16")
    elif game == "calavera":
        visitor.find("select:has(option[value='\"short\"'])").select_option('"short"')
    elif game == "calculissimo":
        visitor.find("select:has(option[value='\"children\"'])").select_option('"children"')
    visitor.click("form .button.main")
    visitor.page.wait_for_selector(".table")


def check_fairness(visitor: Visitor) -> None:
    """Web Crypto derives every roll and card again from the secret."""
    visitor.page.get_by_role("button", name="Check it").click()
    visitor.page.wait_for_selector(".verdict")
    assert (
        visitor.find(".verdict").inner_text()
        == "Everything checks out: nobody tampered with chance."
    )
    assert visitor.find("dialog li.bad").count() == 0


def watch_again(visitor: Visitor) -> None:
    """The replay goes forward, back and to the end by keyboard."""
    visitor.page.get_by_role("link", name="Replay").click()
    visitor.page.wait_for_selector(".replay")
    visitor.page.keyboard.press("End")
    visitor.page.wait_for_function("() => document.querySelector('.scrub input').value > 0")
    last = int(visitor.find(".scrub input").input_value())
    visitor.page.keyboard.press("ArrowLeft")
    visitor.page.wait_for_url(f"**at={last - 1}")
    visitor.page.keyboard.press("Home")
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.wait_for_url("**at=1")
    assert f"1 of {last}" in visitor.find("output").inner_text()
    visitor.shot("replay")
