"""Where the keyboard leads; `test_by_ear.py` plays whole games with it."""

import pytest

from tests.browser.conftest import Visit
from tests.browser.support.players import PLAYERS, cubus
from tests.browser.support.visitor import Visitor

ARROWS = ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")
HERE = "document.activeElement.getAttribute('data-cell')"


@pytest.mark.parametrize("game", PLAYERS)
def test_a_button_that_goes_leaves_the_focus_at_the_table(visit: Visit, game: str) -> None:
    """Lost, it would be at the top of the page, where a screen reader begins to read."""
    visitor = begin(visit, game)
    for _ in range(2):
        assert visitor.at_turn_or_over()
        PLAYERS[game](visitor)
        visitor.at_turn_or_over()
        visitor.page.wait_for_selector(".stage:focus-within")


def test_arrow_keys_lead_to_every_place_of_the_stack(visit: Visit) -> None:
    visitor = begin(visit, "cubus")
    while visitor.at_turn_or_over() and len(visitor.position["view"]["stack"]["cells"]) < 4:
        cubus(visitor)
    places = visitor.find(".scene [data-cell]")
    wanted = set(places.evaluate_all("all => all.map(one => one.getAttribute('data-cell'))"))
    places.first.focus()
    assert reached(visitor) == wanted


def reached(visitor: Visitor) -> set[str]:
    """The places that arrows lead to, from the one in focus."""
    here: str = visitor.page.evaluate(HERE)
    seen, ahead = {here}, [here]
    while ahead:
        place = visitor.find(f'.scene [data-cell="{ahead.pop()}"]')
        for key in ARROWS:
            place.focus()
            visitor.page.keyboard.press(key)
            if (here := visitor.page.evaluate(HERE)) not in seen:
                seen.add(here)
                ahead.append(here)
    return seen


def begin(visit: Visit, game: str) -> Visitor:
    """Not a first game: there Cubus lets nobody pass while any rebuild is possible."""
    visitor = visit(confirm=False)
    visitor.context.add_init_script(f"localStorage.setItem('quartett.played.{game}', 'yes')")
    visitor.go()
    visitor.play_now(game)
    return visitor
