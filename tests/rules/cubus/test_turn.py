"""Drawing and building."""

import pytest

from quartett.games.cubus import Cards
from tests.rules.cubus.table import do, drawn, earned, listed, refused, start, table


@pytest.mark.rule("CB-9")
def test_the_first_round_is_drawing_alone() -> None:
    state = start(3, start_player=1)
    for active in (1, 2, 0):
        assert state.is_chance and state.active == active
        assert refused(state, active, "2").code == "first_round"
        assert refused(state, active, "-").code == "first_round"
        assert refused(state, active, "!").code == "knock_out_of_time"
        state = drawn(state, "L")
    state = drawn(state, "R")
    assert state.to_act == {1} and str(state.stack) == "1"


@pytest.mark.rule("CB-9")
def test_one_card_a_turn_while_the_pile_lasts() -> None:
    state = do(table("1", "LR", "-", pile="T"), 0, "2")
    assert state.is_chance and state.active == 1
    state = drawn(state, "T")
    assert state.hands == (Cards(), Cards(lid=1)) and state.to_act == {1}
    state = do(do(state, 1, "-"), 0, "~")
    assert not state.is_chance and state.to_act == {0}


@pytest.mark.rule("CB-9")
def test_play_goes_round_from_the_start_player() -> None:
    state = start(4, start_player=2)
    order = []
    for _ in range(4):
        order.append(state.active)
        state = drawn(state, "L")
    assert order == [2, 3, 0, 1]


@pytest.mark.rule("CB-10")
def test_a_build_takes_cards_from_the_hand_and_gives_cards_back() -> None:
    state = do(table("311/211/11", "2L 3R", "-"), 0, "33/33/33")
    assert state.hands[0] == Cards(1, 0, 2) and str(state.stack) == "33/33/33"


@pytest.mark.rule("CB-10")
@pytest.mark.parametrize(
    ("hand", "missing"),
    [
        ("LR", {"right": 1, "lid": 1}),
        ("L 2R O", {"lid": 1}),
        ("LT", {"right": 2}),
        ("-", {"left": 1, "right": 2, "lid": 1}),
    ],
)
def test_cards_that_are_not_there(hand: str, missing: dict[str, int]) -> None:
    refusal = refused(table("1", hand, "9L 9R 9T"), 0, "2/1")
    assert refusal.code == "cards_missing" and refusal.where["missing"] == missing


@pytest.mark.rule("CB-11")
@pytest.mark.parametrize(
    ("stack", "hand", "target", "points"),
    [
        ("1", "LR", "2", 1),
        ("1", "RT", "1/1", 1),
        ("11/1", "T", "11/11", 2),
        ("22/21", "-", "22/22", 3),
    ],
)
def test_a_box_earns_three_less_its_cards(stack: str, hand: str, target: str, points: int) -> None:
    assert earned(stack, hand, target) == points


@pytest.mark.rule("CB-11")
def test_a_box_of_three_cards_is_never_built() -> None:
    refusal = refused(table("1", "LRT", "-"), 0, ".1/1")
    assert refusal.code == "no_point" and refusal.where["points"] == 0


@pytest.mark.rule("CB-11")
def test_a_build_adds_a_box_even_if_cards_set_free_would_earn() -> None:
    refusal = refused(table(".1/1", "-", "-"), 0, "11")
    assert refusal.code == "no_box" and refusal.where == {"boxes": 0, "points": 1}


@pytest.mark.rule("CB-11")
def test_each_card_set_free_earns_a_point() -> None:
    assert earned("..1/.1/1", "L", "22") == 3 + 1


@pytest.mark.rule("CB-12", "CB-17")
def test_who_can_build_must_build() -> None:
    state = table("1", "LR", "-", knocking=False)
    assert refused(state, 0, "-").code == "must_build"
    assert "-" not in listed(state)


@pytest.mark.rule("CB-12")
def test_the_drawn_card_need_not_be_used() -> None:
    state = drawn(do(table("1", "LR", "RT", pile="O"), 0, "2"), "O")
    assert do(state, 1, "2/1").hands[1] == Cards(open=1)


@pytest.mark.rule("CB-13")
@pytest.mark.parametrize("towers", [".2/2", ".2/21"])
def test_one_lid_makes_two_boxes(towers: str) -> None:
    full = towers.replace(".", "2")
    assert earned(towers, "T", full) == 5


@pytest.mark.rule("CB-13")
def test_nine_new_boxes_after_taking_two_down() -> None:
    assert earned("311/211/11", "L 3R", "33/33/33") == 19


@pytest.mark.rule("CB-13")
def test_four_new_boxes_with_three_cards() -> None:
    assert earned("...1/1111", "3R", "22/22/1") == 9


@pytest.mark.rule("CB-13")
def test_turning_a_corner() -> None:
    before = table("22/21", "-", "-")
    after = do(before, 0, "22/22")
    assert after.points[0] == 3 and after.hands[0] == Cards()
    assert len(before.stack.picture - after.stack.picture) == 3


@pytest.mark.rule("CB-13")
def test_the_worked_sequence_ends_in_the_cube() -> None:
    steps = [("RT", "1/1"), ("LT", ".1/11"), ("LR", ".2/11"), ("LR", ".2/21"), ("-", ".2/22"),
             ("T", "22/22")]  # fmt: skip
    stack, points = "1", []
    for hand, target in steps:
        points.append(earned(stack, hand, target))
        stack = target
    assert points == [1, 1, 1, 1, 3, 5]
