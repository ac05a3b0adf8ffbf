"""Using the result: marks, roses, skips, and what skulls give to the others."""

import itertools

import pytest

from quartett import Event, IllegalAction
from quartett.games.calavera import Mark
from quartett.games.calavera.notation import parse
from tests.rules.calavera.table import crosses, do, listed, refused, table


@pytest.mark.rule("CV-7")
def test_all_dice_of_the_colour_are_used_one_cross_each() -> None:
    state = do(table("", "", dice="ooogrb"), 0, "o")
    assert crosses(state) == (3, 0, 0, 0)


@pytest.mark.rule("CV-7")
def test_exactly_one_kind_is_used() -> None:
    state = do(table("", "", dice="ooggpp"), 0, "g")
    assert crosses(state) == (0, 2, 0, 0)
    assert state.active == 1


@pytest.mark.rule("CV-7")
def test_a_colour_that_does_not_show_cannot_be_used() -> None:
    refused(table("", "", dice="oooobb"), 0, "g", "not_shown")
    refused(table("", "", dice="oooobb"), 0, "ro", "not_shown")


@pytest.mark.rule("CV-7")
def test_dice_of_a_colour_go_into_its_own_row() -> None:
    with pytest.raises(IllegalAction, match="marked in the orange row, not in pink") as caught:
        table("", "", dice="oooobb").check(0, Mark("orange", "pink"))
    assert caught.value.code == "wrong_row"


@pytest.mark.rule("CV-8")
def test_roses_count_as_any_one_colour_and_are_never_added_to_dice() -> None:
    state = table("", "", dice="rrroop")
    assert listed(state, 0) == {"o", "p", "ro", "rg", "rp", "rb"}
    assert crosses(do(state, 0, "ro")) == (3, 0, 0, 0)
    assert crosses(do(state, 0, "o")) == (2, 0, 0, 0)
    assert crosses(do(state, 0, "rb")) == (0, 0, 0, 3)


@pytest.mark.rule("CV-9")
@pytest.mark.parametrize("row", ["o8*", "o12*", "o13*"])
def test_a_closed_row_takes_no_cross(row: str) -> None:
    state = table(row, "", dice="ooorgb")
    refused(state, 0, "o", "row_closed")
    refused(state, 0, "ro", "row_closed")
    assert listed(state, 0) == {"g", "b", "rg", "rp", "rb"}


@pytest.mark.rule("CV-9")
def test_who_can_use_dice_must() -> None:
    refusal = refused(table("", "", dice="oooogb"), 0, "-", "must_use")
    assert "o, g, b" in refusal.message


@pytest.mark.rule("CV-9")
def test_who_can_use_nothing_skips_and_the_skip_is_an_event() -> None:
    state = table("o12* g11*", "", dice="oogooo", roll=3)
    assert listed(state, 0) == {"-"}
    assert do(state, 0, "-").active == 1


@pytest.mark.rule("CV-9")
def test_the_active_player_may_skip_with_rerolls_left() -> None:
    state = table("o12*", "", dice="oooooo", roll=1)
    assert listed(state, 0) == {"-"}
    assert len(list(state.actions(0))) == 64


@pytest.mark.rule("CV-9")
def test_a_player_of_the_others_skips_too() -> None:
    state = do(table("", "o12* p11* b11*", dice="soogpb"), 0, "g")
    assert listed(state, 1) == {"-"}
    assert do(state, 1, "-").active == 1


@pytest.mark.rule("CV-10")
def test_crosses_that_do_not_fit_lapse() -> None:
    state = do(table("o10", "", dice="oooooo"), 0, "o")
    assert crosses(state) == (13, 0, 0, 0)


@pytest.mark.rule("CV-11")
def test_without_a_skull_only_the_active_player_marks() -> None:
    state = do(table("", "", "", dice="ooogpb"), 0, "o")
    assert state.is_chance and state.active == 1


@pytest.mark.rule("CV-11")
@pytest.mark.parametrize("dice", ["sooogb", "ssoogb"])
def test_one_or_two_skulls_give_the_rest_to_all_others(dice: str) -> None:
    state = do(table("", "", "", dice=dice), 0, "o")
    assert state.to_act == {1, 2}
    assert listed(state, 1) == listed(state, 2) == {"g", "b"}


@pytest.mark.rule("CV-11")
def test_the_active_player_chooses_first() -> None:
    refused(table("", "", dice="sooogb"), 1, "g", "not_your_turn")


@pytest.mark.rule("CV-11")
def test_the_others_get_nothing_of_the_used_colour() -> None:
    state = do(table("", "", dice="ssoooo"), 0, "o")
    assert listed(state, 1) == {"-"}
    refused(state, 1, "o", "dice_used")


@pytest.mark.rule("CV-11")
def test_roses_used_are_gone_but_the_colour_s_dice_are_free() -> None:
    state = do(table("", "", dice="srroob"), 0, "ro")
    assert listed(state, 1) == {"o", "b"}
    refused(state, 1, "rg", "dice_used")


@pytest.mark.rule("CV-11")
def test_freezing_uses_the_roses() -> None:
    state = do(table("o6", "", dice="srroob"), 0, "*o")
    assert listed(state, 1) == {"o", "b"}


@pytest.mark.rule("CV-11")
def test_after_a_skip_all_dice_but_skulls_are_free() -> None:
    state = do(table("o12* g12*", "", dice="ssoogg", roll=3), 0, "-")
    assert listed(state, 1) == {"o", "g"}


@pytest.mark.rule("CV-11")
def test_several_others_may_choose_the_same() -> None:
    state = do(table("", "", "", "", dice="sooogg"), 0, "o")
    for seat in (1, 2, 3):
        state = do(state, seat, "g")
    assert [crosses(state, seat) for seat in range(4)] == [(3, 0, 0, 0)] + [(0, 2, 0, 0)] * 3


@pytest.mark.rule("CV-12")
def test_three_skulls_give_all_dice_to_the_others_and_nothing_to_the_active_player() -> None:
    state = table("", "", "", dice="sssoor")
    assert listed(state, 1) == listed(state, 2) == {"o", "ro", "rg", "rp", "rb"}
    assert list(state.actions(0)) == []
    state = do(do(state, 1, "o"), 2, "rb")
    assert [crosses(state, seat) for seat in range(3)] == [(0, 0, 0, 0), (2, 0, 0, 0), (0, 0, 0, 1)]
    assert state.active == 1


@pytest.mark.rule("CV-12")
def test_six_skulls_leave_the_others_a_skip() -> None:
    state = table("", "", dice="ssssss")
    assert listed(state, 1) == {"-"}


@pytest.mark.rule("CV-21")
def test_who_has_chosen_is_public_and_what_is_not() -> None:
    state = do(do(table("", "", "", "", dice="sooogb"), 0, "o"), 2, "b")
    for seat in (None, 0, 1, 3):
        view = state.view(seat)
        assert view.chosen == (2,) and view.mine is None
        assert view.sheets[2].crosses == (0, 0, 0, 0)
    assert state.view(2).mine == parse("b")


@pytest.mark.rule("CV-21")
def test_a_hidden_choice_is_shown_to_its_own_seat_alone() -> None:
    state = do(table("", "", "", dice="sooogb"), 0, "o")
    event = Event(2, parse("b"))
    assert state.redact(event, 2).action == parse("b")
    assert state.redact(event, 1).action is None
    assert state.redact(event, None).action is None


@pytest.mark.rule("CV-21")
def test_the_last_choice_shows_all_of_them() -> None:
    state = do(do(table("", "", "", dice="sooogb"), 0, "o"), 2, "b")
    for seat in (None, 0, 1, 2):
        seen = state.redact(Event(1, parse("g")), seat)
        assert seen.action == parse("g")
        assert seen.shows == ((1, parse("g")), (2, parse("b")))


@pytest.mark.rule("CV-21")
def test_choices_take_effect_together_and_their_order_never_matters() -> None:
    start = do(table("", "o3 g3 p3 b2", "o3 g3 p3 b2", "g9", dice="sooogb"), 0, "o")
    notes = {1: "b", 2: "b", 3: "g"}
    ends = set()
    for order in itertools.permutations(notes):
        state = start
        for seat in order:
            assert crosses(state, 1) == (3, 3, 3, 2)
            state = do(state, seat, notes[seat])
        ends.add(repr(state))
    assert len(ends) == 1


@pytest.mark.rule("CV-21")
def test_nobody_chooses_twice() -> None:
    state = do(do(table("", "", "", dice="sooogb"), 0, "o"), 2, "b")
    refused(state, 2, "g", "already_chosen")


@pytest.mark.rule("CV-21")
def test_only_the_active_player_freezes_by_choice() -> None:
    state = do(table("", "g8", dice="sorrrb"), 0, "o")
    refused(state, 1, "*g", "freeze_own_turn")
    assert "*g" not in listed(state, 1)


@pytest.mark.rule("CV-21")
def test_the_others_reroll_nothing() -> None:
    state = do(table("", "", dice="sooogb"), 0, "o")
    refused(state, 1, "5", "not_your_dice")
