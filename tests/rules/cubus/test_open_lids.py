"""Open lids, and where a build may lie."""

import pytest

from quartett.games.cubus import Options
from tests.rules.cubus.table import GAME, do, listed, refused, table


@pytest.mark.rule("CB-14")
def test_an_open_lid_is_a_lid() -> None:
    state = do(table("1", "RO", "-"), 0, "1/1*")
    assert state.open == ((0, -1),) and state.points[0] == 1


@pytest.mark.rule("CB-14")
@pytest.mark.parametrize("target", ["2*1", "11", "1*1@1,0", "1*/1@0,3"])
def test_an_open_lid_never_moves(target: str) -> None:
    refusal = refused(table("1*", "9L 9R 9T 3O", "-"), 0, target)
    assert refusal.code == "open_lid_moved"


@pytest.mark.rule("CB-14")
def test_raising_an_open_box_is_moving_its_lid() -> None:
    assert refused(table("1*", "LR", "-"), 0, "2").code == "open_lid_moved"
    refusal = refused(table("1*", "LR", "-"), 0, "2*")
    assert refusal.code == "open_lid_moved" and refusal.where["at"] == (-1, -1)


@pytest.mark.rule("CB-14", "CB-8")
def test_a_layer_may_be_slipped_under_an_open_lid() -> None:
    state = do(table("1*1", "3L R", "-"), 0, "2*2@1,1")
    assert state.open == ((-1, -1),) and state.points[0] == 6 - 3


@pytest.mark.rule("CB-14")
def test_an_open_lid_lies_on_the_new_stack() -> None:
    assert refused(table("1", "RO", "-"), 0, "1/1?5,5").code == "no_lid"


@pytest.mark.rule("CB-14")
@pytest.mark.parametrize("frame", ["1/1", "1/1@3,-2", "1/1@-1,0", "1/1@4,4^7"])
def test_without_open_lids_a_build_lies_anywhere(frame: str) -> None:
    assert do(table("1", "RT", "-"), 0, frame).points[0] == 1


@pytest.mark.rule("CB-14")
@pytest.mark.parametrize("frame", ["1/1*", "1/1*@3,-2", "1/1*@-1,0", "1/1*@4,4^7"])
def test_the_first_open_lid_fixes_the_frame(frame: str) -> None:
    state = do(table("1", "RO", "RT"), 0, frame)
    assert len(state.open) == 1
    x, y = state.stack.corner
    assert do(state, 1, f"1/1*/1@{x},{y}").points[1] == 1
    assert refused(state, 1, f"1/1*/1@{x + 1},{y}").code == "open_lid_moved"


@pytest.mark.rule("CB-14")
def test_builds_are_listed_once_at_home() -> None:
    assert listed(table("1@7,8", "LRT", "-")) == ["-", "1/1", "11", "2"]


@pytest.mark.rule("CB-14")
def test_with_an_open_lid_builds_are_listed_where_they_lie() -> None:
    assert sorted(listed(table("1*@5,0", "RT", "-"))) == ["-", "1*/1@5,0", "1/1*@4,0"]


@pytest.mark.rule("CB-14")
def test_a_build_on_another_floor_is_the_same_build() -> None:
    state = table("1*", "RT", "-")
    assert do(state, 0, "1*/1@2,2^2") == do(state, 0, "1*/1")


@pytest.mark.rule("CB-15")
@pytest.mark.parametrize(("stack", "target"), [("1", "1*/1"), ("1*/1", "1*/1*/1"), ("2", "2*/1")])
def test_no_mere_exchange(stack: str, target: str) -> None:
    assert refused(table(stack, "R T O", "-"), 0, target).code == "lid_exchanged"


@pytest.mark.rule("CB-15")
def test_an_exchange_in_another_frame_is_one_too() -> None:
    assert refused(table("1@5,6", "R T O", "-"), 0, "1*/1").code == "lid_exchanged"
    assert refused(table("1", "R T O", "-"), 0, "1*/1@9,9").code == "lid_exchanged"


@pytest.mark.rule("CB-15")
def test_an_open_lid_may_lie_on_a_raised_box() -> None:
    assert do(table("1", "L R O", "-"), 0, "2*").open == ((-2, -2),)


@pytest.mark.rule("CB-15")
def test_listed_builds_never_exchange() -> None:
    state = table("21*/1", "2L 2R T 2O", "-")
    for action in state.actions(0):
        state.check(0, action)


def test_the_options_are_those_of_the_wire() -> None:
    form = {"knocking": False, "last_build": "contest", "dismantling": "after"}
    expected = Options(knocking=False, last_build="contest", dismantling="after")
    assert GAME.options({"start_player": None, **form}) == expected
