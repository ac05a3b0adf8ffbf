"""What once went wrong on the page, each as somebody met it."""

import re

import pytest

from tests.browser.conftest import Visit
from tests.browser.games.test_games import begin
from tests.browser.games.test_table import at_turn
from tests.browser.support.players import calcory, cubus
from tests.browser.support.visitor import Visitor


def test_stop_is_offered_only_where_it_is_allowed(visit: Visit) -> None:
    visitor = at_turn(visit(confirm=False), "calcory")
    for _ in range(6):
        stop = visitor.position["offers"]["stop"]
        assert visitor.find(".bar .actions .button", has_text="Stop").count() == (stop is not None)
        calcory(visitor)
        if not visitor.at_turn_or_over():
            return


def test_keys_hold_dice_before_anything_has_the_focus(visit: Visit) -> None:
    visitor = at_turn(visit(), "calavera")
    loose = dice_at_first_roll(visitor)
    visitor.page.evaluate("document.activeElement.blur()")
    visitor.page.keyboard.press(str(loose[0] + 1))
    visitor.page.wait_for_selector(".die.held, .die[aria-pressed=true]")


def dice_at_first_roll(visitor: Visitor) -> list[int]:
    """At a turn that leaves dice to hold; others' rolls are answered with what is offered first."""
    for _ in range(60):
        dice: list[int] = visitor.position["offers"]["dice"]
        if dice:
            return dice
        if visitor.find(".choices .offered").count():
            visitor.click(".choices .offered")
        visitor.moves_on(lambda: visitor.click(".bar .actions .button.main"))
        visitor.at_turn_or_over()
    raise AssertionError("no turn of our own")


def test_the_first_turn_of_a_hot_seat_is_handed_over(visit: Visit) -> None:
    visitor = visit()
    visitor.go("new/calculissimo?for=here")
    visitor.click("form .button.main")
    visitor.page.wait_for_selector(".pass .button.main")
    assert visitor.find(".rack button").count() == 0
    visitor.click(".pass .button.main")
    visitor.page.wait_for_selector(".rack button")


@pytest.mark.parametrize("place", ["learn/chess", "rules/chess", "new/chess", "nowhere"])
def test_an_unknown_place_is_a_page_that_says_so(visit: Visit, place: str) -> None:
    visitor = visit()
    visitor.page.goto(f"{visitor.address}#/{place}")
    visitor.page.get_by_role("heading", name="Page not found").wait_for()
    assert visitor.untranslated() == []


def test_an_unknown_address_is_a_page_too(visit: Visit) -> None:
    visitor = visit()
    visitor.page.goto(f"{visitor.address}no/such/thing")
    visitor.page.get_by_role("heading", name="Page not found").wait_for()


def test_an_open_replay_follows_its_address(visit: Visit) -> None:
    visitor = at_turn(visit(confirm=False), "calavera")
    visitor.page.goto(f"{visitor.address}#/replay/{visitor.table}")
    visitor.page.wait_for_selector(".scrub input")
    for place in ("2", "1"):
        visitor.page.evaluate(
            "at => { location.hash = location.hash.split('?')[0] + at }", f"?at={place}"
        )
        visitor.page.wait_for_function(
            "at => document.querySelector('.scrub input').value === at", arg=place
        )


def test_an_invitation_to_this_computer_alone_says_so(visit: Visit) -> None:
    visitor = visit()
    visitor.go("new/calavera?for=friends")
    visitor.click("form .button.main")
    visitor.page.wait_for_selector("#invite-link")
    assert "only works on this computer" in visitor.find(".local").inner_text()


def test_the_fairness_check_shows_its_answer(visit: Visit) -> None:
    visitor = resigned(visit(size="small"))
    thinking = visitor.find("dialog[open] p.soft[role=status]")
    thinking.wait_for(state="detached")  # the review stands above it
    visitor.page.get_by_role("button", name="Check it").click()
    visitor.find(".verdict").wait_for()
    until_inside(visitor, ".verdict")


def test_todays_puzzle_shows_its_solution(visit: Visit) -> None:
    """Who passes has not found it, and may see it on the board."""
    visitor = visit(confirm=False)
    visitor.go("puzzle")
    visitor.page.wait_for_selector(".puzzle .stage")
    assert "medium" not in visitor.find(".puzzle").inner_text().lower()
    visitor.page.get_by_role("button", name=re.compile("^(Pass|I can’t)$")).click()
    visitor.page.get_by_role("button", name="Show the solution").click()
    visitor.find(".sentence", has_text="The solution is marked on the board").wait_for()
    visitor.page.get_by_role("button", name=re.compile("suggestion|Lay this play")).wait_for()
    visitor.shot("defect-puzzle-solution")


def test_a_newcomer_gets_the_easier_puzzle_first(visit: Visit) -> None:
    visitor = visit()
    visitor.go("puzzle")
    chosen = visitor.find(".kinds [aria-pressed=true]")
    assert chosen.inner_text() == "Easy"
    easy = visitor.find(".sentence").inner_text()
    visitor.page.get_by_role("button", name="Hard").click()
    assert visitor.find(".sentence").inner_text() != easy
    visitor.page.evaluate("localStorage.setItem('quartett.puzzles', '3')")
    visitor.page.reload()
    chosen.wait_for()
    assert chosen.inner_text() == "Hard"


def test_a_long_play_keeps_its_words_together(visit: Visit) -> None:
    """The words of a line of the history never get narrower than a few letters."""
    visitor = at_turn(visit(), "calculissimo")
    visitor.page.evaluate(
        """() => {
          const line = document.querySelector("aside ol li");
          const signs = document.createElement("span");
          signs.className = line.querySelector(".said").className.replace("said", "signs");
          signs.append(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
          Object.assign(signs.firstChild.style, { width: "300px", height: "20px" });
          line.querySelector(".said").prepend(signs);
        }"""
    )
    box = visitor.find("aside ol li").first.bounding_box()
    assert box is not None
    assert box["height"] < 100


def test_a_result_is_never_behind_the_bar(visit: Visit) -> None:
    visitor = at_turn(visit(size="small"), "calculissimo")
    lay_two(visitor)
    visitor.page.wait_for_selector(".bar .shown")
    visitor.shot("defect-result-small")
    until_inside(visitor, ".bar .shown")


def lay_two(visitor: Visitor) -> None:
    """Two tiles side by side from the middle of an empty board, or beside what lies there."""
    size = len(visitor.position["view"]["edition"]["board"])
    free = [at for at, tile in enumerate(visitor.position["view"]["board"]) if not tile]
    row, column = divmod(
        next(at for at in free if at + 1 in free and at >= size * (size // 2)), size
    )
    for step in range(2):
        visitor.find(".rack button").first.tap()
        visitor.find(f'[role=gridcell][data-row="{row}"][data-column="{column + step}"]').tap()
        if visitor.find("dialog[open] .signs button").count():
            visitor.click("dialog[open] .signs button")


def test_nothing_stays_pointed_at_after_a_touch(visit: Visit) -> None:
    visitor = visit(size="small", confirm=False)
    visitor.go("new/cubus")
    visitor.click("form .button.main")
    assert visitor.at_turn_or_over()
    while visitor.find(".scene .badge.may").count() == 0:
        cubus(visitor)
        assert visitor.at_turn_or_over()
    visitor.click(".bar .actions .button.quiet")  # on the workbench a tap only tries
    visitor.find(".scene .badge.may").first.tap()
    visitor.page.wait_for_selector(".bar .shown")
    visitor.find(".scene .tip, .scene .ghost").first.wait_for(state="detached")


def test_names_are_read_in_full_on_a_phone(visit: Visit) -> None:
    visitor = visit(size="small")
    visitor.go("new/calculissimo")
    for _ in range(2):
        visitor.page.get_by_role("button", name="Add a seat").click()
    visitor.click("form .button.main")
    visitor.page.wait_for_selector(".players")
    names = visitor.find(".players .name .text")
    texts = names.all_inner_texts()
    assert len(set(texts)) == len(texts) == 4
    visitor.shot("defect-names-small")
    cut = names.evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length"
    )
    assert cut == 0


def resigned(visitor: Visitor) -> Visitor:
    """At the result of a game that we gave up; the bots soon end it on the short sheet."""
    begin(visitor, "calavera")
    visitor.at_turn_or_over()
    visitor.resign()
    visitor.page.wait_for_selector("dialog[open] .winner")
    return visitor


def until_inside(visitor: Visitor, selector: str) -> None:
    """Waits until one sees it where it stands: in the window, with nothing before it."""
    visitor.page.wait_for_function(
        """selector => {
          const one = document.querySelector(selector);
          const { left, right, top, bottom } = one.getBoundingClientRect();
          const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return top >= 0 && bottom <= innerHeight && one.contains(front);
        }""",
        arg=selector,
    )


def test_cards_are_large_enough_for_a_thumb(visit: Visit) -> None:
    """On a phone held upright the field is turned; the sum stays in sight."""
    visitor = at_turn(visit(size="phone"), "calcory")
    box = visitor.find(".places .place").first.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    until_inside(visitor, ".sum .total")


def test_fields_are_large_enough_for_a_finger_while_one_lays(visit: Visit) -> None:
    visitor = at_turn(visit(size="small"), "calculissimo")
    field = visitor.find("[role=gridcell]").first
    visitor.find(".rack button").first.tap()
    visitor.page.wait_for_selector(".board.zoomed")
    box = field.bounding_box()
    assert box is not None
    assert box["width"] >= 28
    visitor.shot("calculissimo-zoomed-small")


def test_fields_are_large_on_a_tablet(visit: Visit) -> None:
    visitor = at_turn(visit(size="tablet"), "calculissimo")
    box = visitor.find("[role=gridcell]").first.bounding_box()
    assert box is not None
    assert box["width"] >= 40


def test_the_stack_has_the_whole_width_of_a_tablet(visit: Visit) -> None:
    visitor = at_turn(visit(size="tablet"), "cubus")
    wide = "document.querySelector('.board .stack').getBoundingClientRect().width >= 700"
    visitor.page.wait_for_function(wide)  # the room is measured after the board is there


def test_what_a_hint_offers_stands_in_one_line(visit: Visit) -> None:
    """On a phone its buttons stand side by side, and none of them breaks its words."""
    visitor = at_turn(visit(size="small"), "calavera")
    visitor.click(".bar .hint")
    visitor.find(".hints .ask").first.wait_for()
    boxes = [one.bounding_box() for one in visitor.find(".hints .ask").all()]
    assert len({round(box["y"]) for box in boxes if box}) == 1
    assert all(box and box["height"] < 50 for box in boxes)


def test_all_games_begin_on_the_first_screen_of_a_desk(visit: Visit) -> None:
    visitor = visit()
    visitor.go()
    starts = visitor.find("article .ways .main")
    starts.nth(3).wait_for()
    boxes = [one.bounding_box() for one in starts.all()[:4]]
    assert all(box and box["y"] + box["height"] <= 900 for box in boxes)


@pytest.mark.parametrize("game", ["calavera", "calculissimo", "cubus"])
def test_what_a_finger_presses_is_large_enough(visit: Visit, game: str) -> None:
    """Buttons, folds, choices and tiles; fields of a board zoom while one lays."""
    visitor = at_turn(visit(size="small"), game)
    assert visitor.page.evaluate(TOO_SMALL) == []


TOO_SMALL = """() => {
  const all = "main button, main select, main summary, main a.button, header a, header select";
  return [...document.querySelectorAll(all)].flatMap(one => {
    const { width, height } = one.getBoundingClientRect();
    if (!width || (width >= 43.5 && height >= 43.5)) return [];
    return [`${one.ariaLabel ?? one.innerText}: ${Math.round(width)} × ${Math.round(height)}`];
  });
}"""
