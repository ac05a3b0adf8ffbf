"""What the page is offered is what the rules do: every choice with its boxes, points and lines."""

import inspect
import json
import random
import re
from pathlib import Path

import msgspec
import pytest
from tools.page.calavera import lesson

from quartett import CHANCE, Event
from quartett.core import errors
from quartett.games.calavera import PADS, Freeze, Mark, Reroll, State, actions
from quartett.games.calavera.offers import Choice, Line, Offers, offers, preview
from quartett.games.calavera.rules import refusals
from tests.rules.calavera.table import GAME, do, table

PAGE = Path(__file__).parents[3] / "web" / "src" / "games" / "calavera"


def offered(state: State, seat: int = 0) -> Offers:
    found = offers(state.view(seat))
    assert found is not None
    return found


def choice(state: State, note: str, seat: int = 0) -> Choice:
    return next(c for c in offered(state, seat).choices if str(c.action) == note)


def test_who_may_not_act_is_offered_nothing() -> None:
    state = table("", "", dice="oogpbs")
    assert offers(state.view(1)) is None
    assert offers(state.view(None)) is None
    assert offers(table("", "").view(0)) is None


@pytest.mark.rule("CV-4", "CV-5")
def test_all_dice_but_skulls_may_be_rolled_again_until_the_last_roll() -> None:
    state = table("", "", dice="osgpsb")
    assert (offered(state).dice, offered(state).rolls_left) == ((0, 2, 3, 5), 2)
    last = table("", "", dice="osgpsb", roll=3)
    assert (offered(last).dice, offered(last).rolls_left) == ((), 0)


@pytest.mark.rule("CV-11", "CV-12")
def test_the_others_choose_from_the_dice_that_are_left_and_roll_nothing() -> None:
    state = do(table("", "", dice="oogprs"), 0, "o")
    notes = {str(c.action) for c in offered(state, 1).choices}
    assert notes == {"g", "p", "ro", "rg", "rp", "rb"}
    assert offered(state, 1).dice == ()


@pytest.mark.rule("CV-7", "CV-14")
def test_a_choice_tells_its_boxes_and_what_the_row_is_worth_then() -> None:
    state = table("o5 g9", "", dice="oorrgg")
    orange = choice(state, "o")
    assert (orange.boxes, orange.value, orange.frozen, orange.gain) == ((6, 7), 5, False, 5)
    green = choice(state, "g")
    assert (green.boxes, green.value, green.frozen, green.gain) == ((10, 11), 3, True, -5)


@pytest.mark.rule("CV-10")
def test_crosses_that_find_no_box_lapse() -> None:
    state = table("o10", "", dice="ooooog")
    assert (choice(state, "o").boxes, choice(state, "o").lapse) == ((11, 12, 13), 2)


@pytest.mark.rule("CV-16")
def test_a_choice_tells_the_lines_it_reaches() -> None:
    first = table("o2 g6 p7 b8", "", dice="oooogb")
    assert choice(first, "o").lines == (Line(0, 4), Line(1, 5))
    assert choice(first, "o").gain == 4 + 4 + 5
    later = table("o2 g6 p7 b8", "o3 g3 p3 b3 +4", dice="oooogb")
    assert choice(later, "o").lines == (Line(0, 2), Line(1, 5))


@pytest.mark.rule("CV-13", "CV-18")
def test_a_freeze_keeps_the_value_and_may_end_the_game() -> None:
    state = table("o8 g11* p11* b12* +4 +5", "", dice="rroogg")
    freeze = choice(state, "*o")
    assert (freeze.boxes, freeze.value, freeze.gain) == ((), 6, 0)
    assert freeze.frozen
    assert freeze.ends
    assert not choice(state, "o").ends


@pytest.mark.rule("CV-9")
def test_who_can_use_nothing_is_offered_the_skip() -> None:
    state = table("o11*", "", dice="oooooo")
    assert [str(c.action) for c in offered(state).choices] == ["-"]


def test_offers_come_true() -> None:
    """In whole games, what is offered is all there is, and each choice does what it says."""
    for seed, pad in [(1, "standard"), (2, "short"), (3, "standard")]:
        rng = random.Random(seed)
        state = GAME.start(3, GAME.options({"sheet": pad, "start_player": 0}))
        while not state.over:
            assert isinstance(state, State)
            if state.is_chance:
                state = state.apply(Event(CHANCE, state.sample(rng)))
                continue
            seat = min(state.to_act)
            check_offers(state, seat)
            state = state.apply(Event(seat, state.random_action(seat, rng)))


def check_offers(state: State, seat: int) -> None:
    found = offered(state, seat)
    listed = set(state.actions(seat))
    assert {c.action for c in found.choices} == {a for a in listed if not isinstance(a, Reroll)}
    dice = {die for a in listed if isinstance(a, Reroll) for die in a.dice}
    assert set(found.dice) == dice
    for told in found.choices:
        if state.phase != "use":
            continue
        after = state.apply(Event(seat, told.action))
        before_sheet, after_sheet = state.sheets[seat], after.sheets[seat]
        assert after.scores()[seat] - state.scores()[seat] == told.gain
        assert sum(after_sheet.crosses) - sum(before_sheet.crosses) == len(told.boxes)
        assert sum(after_sheet.bonus) - sum(before_sheet.bonus) == sum(n.points for n in told.lines)
        assert after_sheet.finished == told.ends


def test_a_preview_of_something_illegal_says_what_it_can() -> None:
    view = table("o11* g5", "", dice="oogpbs").view(0)
    closed = preview(view, Mark("orange", "orange"))
    assert closed is not None
    assert (closed.boxes, closed.lapse, closed.gain) == ((), 2, 0)
    early = preview(view, Freeze("green"))
    assert early is not None
    assert (early.value, early.frozen) == (0, True)


def test_a_preview_is_what_would_be_offered() -> None:
    state = table("o5 g9", "", dice="oorrgg")
    for told in offered(state).choices:
        assert preview(state.view(0), told.action) == told


def test_what_chance_decides_has_no_preview() -> None:
    view = table("", "", dice="oogpbs").view(0)
    assert preview(view, Reroll((0, 1))) is None
    assert preview(table("", "", dice="oogpbs").view(None), Mark("orange", "orange")) is None


def test_the_page_has_the_pads_and_the_lesson_of_these_rules() -> None:
    """Made by `python -m tools.page.calavera`."""
    assert json.loads((PAGE / "pieces/pads.json").read_text("utf-8")) == as_json(PADS)
    assert json.loads((PAGE / "lesson/lesson.json").read_text("utf-8")) == as_json(lesson())


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_the_page_can_say_every_refusal(language: str) -> None:
    texts = json.loads((PAGE / "messages" / f"{language}.json").read_text("utf-8"))
    sources = [inspect.getsource(module) for module in (refusals, actions, errors)]
    codes = set(re.findall(r'(?:IllegalAction\(|return )\s*"([a-z_]+)",', "".join(sources)))
    assert {"freeze_roses", "dice_in_the_air", "malformed", "no_such_seat"} <= codes
    assert {f"refusal.{code}" for code in codes} <= set(texts)


def as_json(form: object) -> object:
    return json.loads(msgspec.json.encode(form))
