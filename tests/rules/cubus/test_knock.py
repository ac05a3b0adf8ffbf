"""Passing and knocking."""

import pytest

from quartett.games.cubus import Cards
from tests.rules.cubus.table import do, listed, refused, table


@pytest.mark.rule("CB-16")
def test_with_knocking_a_pass_is_always_accepted() -> None:
    state = do(table("1", "LR", "-", "-"), 0, "-")
    assert state.phase == "knock" and state.to_act == {1, 2}
    assert listed(state, 1) == ["!", "~"]


@pytest.mark.rule("CB-16")
def test_the_first_to_knock_builds_with_the_passing_players_cards() -> None:
    state = do(table("1", "LRR", "T", "O"), 0, "-")
    state = do(state, 2, "!")
    assert state.to_act == {2} and refused(state, 1, "!").code == "knock_out_of_time"
    state = do(state, 2, "2")
    assert state.points == (0, 0, 1)
    assert state.hands == (Cards(right=1), Cards(lid=1), Cards(open=1))
    assert state.active == 1 and state.passes == 0


@pytest.mark.rule("CB-16")
def test_cards_set_free_go_to_the_player_whose_cards_were_used() -> None:
    state = do(do(table("311/211/11", "L 3R", "-"), 0, "-"), 1, "!", "33/33/33")
    assert state.points == (0, 19) and state.hands == (Cards(lid=2), Cards())


@pytest.mark.rule("CB-16")
def test_a_knocker_who_shows_none_gives_two_points_to_everybody_else() -> None:
    state = do(do(table("1", "L", "LR", "-"), 0, "-"), 1, "!", "-")
    assert state.points == (2, 0, 2)
    assert state.passes == 1 and state.active == 1


@pytest.mark.rule("CB-16")
def test_the_knocker_may_not_use_cards_of_his_own() -> None:
    state = do(do(table("1", "L", "LR"), 0, "-"), 1, "!")
    assert refused(state, 1, "2").code == "cards_missing"


@pytest.mark.rule("CB-16")
def test_a_waive_is_final() -> None:
    state = do(do(table("1", "LR", "-", "-"), 0, "-"), 1, "~")
    assert state.to_act == {2} and refused(state, 1, "!").code == "knock_out_of_time"
    assert do(state, 2, "!").to_act == {2}


@pytest.mark.rule("CB-16")
def test_when_all_waive_the_pass_stands() -> None:
    state = do(do(do(table("1", "LR", "-", "-"), 0, "-"), 2, "~"), 1, "~")
    assert state.passes == 1 and state.active == 1 and state.phase == "build"


@pytest.mark.rule("CB-16")
@pytest.mark.parametrize("seat", [0, 1])
def test_knocking_out_of_time(seat: int) -> None:
    assert refused(table("1", "LR", "-"), seat, "!").code == "knock_out_of_time"


@pytest.mark.rule("CB-16")
def test_nobody_knocks_on_his_own_pass() -> None:
    assert refused(do(table("1", "LR", "-"), 0, "-"), 0, "!").code == "knock_out_of_time"


@pytest.mark.rule("CB-17")
def test_without_knocking_a_pass_must_be_true_and_the_refusal_tells_nothing() -> None:
    refusal = refused(table("11/1", "T", "-", knocking=False), 0, "-")
    assert refusal.code == "must_build" and not refusal.where
    assert "11/11" not in refusal.message


@pytest.mark.rule("CB-17")
def test_without_knocking_a_true_pass_ends_the_turn() -> None:
    state = do(table("1", "L", "-", knocking=False), 0, "-")
    assert state.phase == "build" and state.active == 1 and state.passes == 1


@pytest.mark.rule("CB-17")
def test_a_build_that_only_a_skew_stack_allows_must_be_found() -> None:
    state = table("1*1*/1", "LR", "-", knocking=False)
    assert refused(state, 0, "-").code == "must_build"
    assert listed(state) == [".2/1*1*@-1,0"]
