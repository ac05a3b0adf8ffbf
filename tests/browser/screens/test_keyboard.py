"""Playing with the keyboard alone: two whole games, and the first turns of the other two."""

import pytest

from tests.browser.conftest import Visit
from tests.browser.support import keyboard
from tests.browser.support.keyboard import press, reach, settled
from tests.browser.support.players import PLAYERS
from tests.browser.support.visitor import Visitor


def test_calavera_from_the_first_paint_to_the_fairness_check(visit: Visit) -> None:
    visitor = visit()
    set_table(visitor, "calavera")
    reach(visitor, "select:has(option[value='\"short\"'])")
    press(visitor, "Home")
    begin(visitor)
    play_out(visitor, "calavera")
    reach(visitor, "dialog[open] button:has(svg):not(.quiet):not(.main):not(.harder)")
    press(visitor, "Enter")
    visitor.page.wait_for_selector(".verdict")


def test_calcory_to_the_end(visit: Visit) -> None:
    visitor = visit()
    set_table(visitor, "calcory")
    reach(visitor, "input[type=number]")
    press(visitor, "Control+a")
    visitor.page.keyboard.type("14")
    begin(visitor)
    assert play_out(visitor, "calcory") > 3


@pytest.mark.parametrize("game", ["calculissimo", "cubus"])
def test_first_turns(visit: Visit, game: str) -> None:
    visitor = visit()
    # Not the first game: there one may not pass while any rebuild is possible.
    visitor.context.add_init_script(f"localStorage.setItem('quartett.played.{game}', 'yes')")
    visitor.go()
    reach(visitor, f"article[data-game={game}] .ways .main")
    press(visitor, "Enter")
    visitor.page.wait_for_selector(".table")
    done: list[str] = []
    while len(done) < 4 or not {"play", "build"} & set(done):
        assert visitor.at_turn_or_over()
        seq = visitor.position["seq"]
        settled(visitor, getattr(keyboard, game))
        done += own_moves(visitor, seq)


@pytest.mark.parametrize("game", PLAYERS)
def test_a_button_that_goes_leaves_the_focus_at_the_table(visit: Visit, game: str) -> None:
    """Lost, it would be at the top of the page, where a screen reader begins to read."""
    visitor = visit(confirm=False)
    visitor.context.add_init_script(f"localStorage.setItem('quartett.played.{game}', 'yes')")
    visitor.go()
    visitor.play_now(game)
    for _ in range(2):
        assert visitor.at_turn_or_over()
        PLAYERS[game](visitor)
        visitor.at_turn_or_over()
        visitor.page.wait_for_selector(".stage:focus-within")


def set_table(visitor: Visitor, game: str) -> None:
    """At this device, against a bot."""
    visitor.go()
    reach(visitor, f"article[data-game={game}] a[href*=here]")
    press(visitor, "Enter")
    visitor.page.wait_for_selector("form")
    reach(visitor, "li:nth-child(2) select")
    press(visitor, "ArrowDown")
    press(visitor, "ArrowDown")
    visitor.page.wait_for_selector(".character")
    reach(visitor, "form summary")
    press(visitor, "Enter")


def begin(visitor: Visitor) -> None:
    reach(visitor, "form .button.main")
    press(visitor, "Enter")
    visitor.page.wait_for_selector(".table")


def play_out(visitor: Visitor, game: str, most: int = 200) -> int:
    for decision in range(most):
        if not visitor.at_turn_or_over():
            return decision
        settled(visitor, getattr(keyboard, game))
    raise AssertionError(f"the game is not over after {most} decisions")


def own_moves(visitor: Visitor, after: int) -> list[str]:
    """What the server has written down for us since."""
    seat = visitor.position["seat"]
    entries = [entry for frame in visitor.frames for entry in frame.get("events", ())]
    return [entry["do"] for entry in entries if entry["seq"] > after and entry.get("by") == seat]
