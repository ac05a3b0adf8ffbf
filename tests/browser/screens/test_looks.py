"""Nothing that one is to read or press is hidden, missing or out of line."""

import pytest
from playwright.sync_api import FloatRect, Locator, Route

from tests.browser.conftest import Visit
from tests.browser.games.test_defects import until_inside
from tests.browser.games.test_online import invite
from tests.browser.games.test_table import at_turn, with_a_choice
from tests.browser.support.players import PLAYERS, calavera
from tests.browser.support.visitor import Visitor

LONG = "Maximiliane Hohenstein-B"
ARRIVALS = """() => {
  window.standing = [];
  new MutationObserver(() => {
    const scene = document.querySelector(".scene");
    if (!scene.querySelector(".arrives")) return;
    const faces = [...scene.querySelectorAll("[data-cell*=','] path")];
    window.standing.push(faces.filter(face => !face.closest(".arrives")).length);
  }).observe(document.querySelector(".stack"), { subtree: true, childList: true });
}"""
"""Notes how many faces stand still, whenever something comes down."""
CUT = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"


@pytest.mark.parametrize("language", ["de", "fr", "en"])
@pytest.mark.parametrize("size", ["small", "low"])
def test_what_a_choice_comes_to_is_read_in_the_bar(visit: Visit, size: str, language: str) -> None:
    """And all choices stay in sight."""
    visitor = with_a_choice(visit(size=size, language=language, confirm=True))
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


@pytest.mark.parametrize("size", ["small", "desk"])
def test_names_and_values_stand_in_line(visit: Visit, size: str) -> None:
    """Though one of the players has given up, and one of the labels takes two lines."""
    visitor = visit(size=size, language="fr", confirm=False)
    visitor.go()
    visitor.play_now("calavera")
    visitor.at_turn_or_over()
    calavera(visitor)
    visitor.at_turn_or_over()
    visitor.resign()
    visitor.find("dialog[open] .winner").wait_for()
    assert len({box["y"] for box in boxes(visitor.find("dialog[open] thead .head"))}) == 1
    visitor.go(f"review/{visitor.table}")
    visitor.find(".review .position .board > *").wait_for()
    visitor.find(".review header [role=status]").wait_for(state="detached")
    visitor.go("statistics")
    visitor.find(".panel dl").nth(1).wait_for()
    values = boxes(visitor.find(".panel dl:nth-of-type(2) dd"))
    assert len({round(box["y"] + box["height"]) for box in values}) == 1


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
        PLAYERS["calcory"](visitor)
    [panel, bar] = boxes(visitor.find(".beside .panel:has(.sum), .bar"))
    visitor.shot(f"looks-sum-{language}")
    assert panel["y"] + panel["height"] <= bar["y"]


def is_first_bid(visitor: Visitor) -> bool:
    """Without a zero, of which the panel would say something too."""
    offers = visitor.position["offers"]
    return offers["stop"] is not None and offers["stop"]["why"] == "first" and not offers["zero"]


@pytest.mark.parametrize(("game", "deed"), [("calcory", "Karten"), ("cubus", "kann nicht")])
def test_what_the_others_did_is_not_cut(visit: Visit, game: str, deed: str) -> None:
    """Beside their names, on a phone."""
    visitor = visit(size="phone", language="de", confirm=False)
    # In a first game of Cubus, nobody may pass who could build, and our player sees few builds.
    visitor.context.add_init_script(f"localStorage.setItem('quartett.played.{game}', 'yes')")
    visitor.go()
    visitor.play_now(game)
    while visitor.at_turn_or_over() and deed not in visitor.find(".players").inner_text():
        PLAYERS[game](visitor)
    assert visitor.find(".players .did").evaluate_all(CUT) == []


@pytest.mark.parametrize(("size", "rows"), [("small", 2), ("tablet", 2), ("low", 1)])
def test_six_long_names_leave_room_for_the_board(visit: Visit, size: str, rows: int) -> None:
    visitor = visit(size=size, language="de")
    visitor.go("new/cubus?for=here")
    for _ in range(4):
        visitor.page.get_by_role("button", name="Platz hinzufügen").click()
    for field in visitor.find("form input.field:visible").all():
        field.fill(LONG)
    visitor.click("form .button.main")
    visitor.page.wait_for_selector(".table")
    players = boxes(visitor.find(".players li"))
    assert max(box["height"] for box in players) < 65
    assert [sum(box["y"] == top for box in players) for top in {box["y"] for box in players}] == [
        6 // rows
    ] * rows


def test_no_picture_of_a_build_is_cut_beside_a_player_s_name(visit: Visit) -> None:
    """There is room for a die or a tile; a stack is told in words, a tower of two boxes too."""
    visitor = with_a_box_to_build_on(visit(size="small", confirm=False))
    build_on_it(visitor)
    visitor.find(".players .me .did", has_text="2 boxes").wait_for(state="attached")
    for seat in visitor.find(".players li").all():
        [room] = boxes(seat)
        pictures = boxes(seat.locator(".signs svg"))
        assert all(one["y"] + one["height"] <= room["y"] + room["height"] for one in pictures)


def test_what_stands_stays_while_a_box_comes_down_on_it(visit: Visit) -> None:
    visitor = with_a_box_to_build_on(visit(confirm=False, motion=True, pace="calm"))
    visitor.page.evaluate(ARRIVALS)
    build_on_it(visitor)
    visitor.page.wait_for_function("window.standing.length > 0")
    assert min(visitor.page.evaluate("window.standing")) > 0


def with_a_box_to_build_on(visitor: Visitor) -> Visitor:
    """At our first turn of Cubus, with the cards for a box on top of the first one."""
    while True:
        at_turn(visitor, "cubus")
        cells, offers = visitor.position["view"]["stack"]["cells"], visitor.position["offers"]
        free = [one["cell"][:2] for one in offers["ghosts"] if not any(one["missing"].values())]
        # Where somebody passed, we may be asked to knock before our first turn.
        if "build" in offers["may"] and len(cells) == 1 and cells[0][:2] in free:
            return visitor


def build_on_it(visitor: Visitor) -> None:
    x, y = visitor.position["view"]["stack"]["cells"][0][:2]
    box = visitor.find(f'.scene [data-cell="{x},{y}"]')
    visitor.moves_on(lambda: box.press("Enter"))


def test_the_ways_on_stay_where_they_are_when_the_review_comes(visit: Visit) -> None:
    """Who was about to go home does not share a picture instead."""
    visitor = at_turn(visit(size="phone"), "calculissimo")
    held: list[Route] = []
    visitor.page.route("**/api/tables/*/review", lambda route: held.append(route))
    visitor.resign()
    home = visitor.find("dialog[open] .ways a[href='#/']")
    home.wait_for()
    before = boxes(home)
    visitor.wait_until(lambda: held, "nobody asks for the review")
    held[0].continue_()
    visitor.find("dialog[open] svg[role=img]").wait_for()
    assert boxes(home) == before


def boxes(found: Locator) -> list[FloatRect]:
    """Where they are drawn."""
    return [box for one in found.all() if (box := one.bounding_box())]
