"""Where tiles may lie, and what makes a calculation."""

import pytest
from msgspec.structs import replace

from quartett import IllegalAction
from quartett.games.calculissimo import Calculissimo, add_edition, edition
from quartett.games.calculissimo.rules import State
from quartett.games.calculissimo.rules.position import arrange

GAME = Calculissimo()
BARE = replace(edition("standard"), name="bare", title="bare", board=("." * 15,) * 15)
add_edition(BARE)
ROW_8 = "///////.....6:2+9"  # 6÷2+9 in row 8, from f to j


def refused(state: State, note: str) -> IllegalAction:
    with pytest.raises(IllegalAction) as refusal:
        state.check(0, GAME.parse(note))
    return refusal.value


def allowed(position: str, rack: str, note: str) -> bool:
    arrange(position, rack, "1").check(0, GAME.parse(note))
    return True


@pytest.mark.rule("CL-4")
def test_tiles_lie_in_one_row_or_column() -> None:
    refusal = refused(arrange(ROW_8, "4-+", "1"), "7h -, 6h 4, 9i +")
    assert refusal.code == "not_one_line"


@pytest.mark.rule("CL-4")
def test_a_gap_is_named() -> None:
    refusal = refused(arrange(ROW_8, "4-+3", "1"), "h5 4-..+3")
    assert (refusal.code, refusal.where["place"]) == ("gap", [6, 7])
    assert "h7" in str(refusal)


@pytest.mark.rule("CL-4")
def test_tiles_on_the_board_fill_the_line() -> None:
    assert allowed(ROW_8, "4-+3", "h6 4-.+3")


@pytest.mark.rule("CL-4")
def test_off_the_board() -> None:
    assert refused(arrange(ROW_8, "4-", "1"), "16a 4").code == "off_board"
    assert (
        refused(arrange("////...6+2", "4-", "1", edition="children"), "a10 4").code == "off_board"
    )
    assert refused(arrange(ROW_8, "4-", "1"), "o15 4-").code == "off_board"


@pytest.mark.rule("CL-4")
def test_a_used_field_is_named_with_its_tile() -> None:
    refusal = refused(arrange(ROW_8, "4-", "1"), "8h 4")
    assert (refusal.code, refusal.where) == ("field_used", {"place": [7, 7], "tile": "2"})


@pytest.mark.rule("CL-4")
def test_a_tile_must_be_on_the_rack() -> None:
    refusal = refused(arrange(ROW_8, "4-", "1"), "8k +4")
    assert (refusal.code, refusal.where["tile"]) == ("not_on_rack", "+")
    assert refused(arrange(ROW_8, "4-", "1"), "8k -?4").where["tile"] == "?"
    assert refused(arrange(ROW_8, "4-", "1"), "8k -4-4").where == {
        "tile": "−",
        "needed": 2,
        "have": 1,
    }


@pytest.mark.rule("CL-5")
def test_the_first_play_covers_the_middle() -> None:
    refusal = refused(arrange(".", "6:2", "1"), "8a 6:2")
    assert (refusal.code, refusal.where["place"]) == ("first_centre", [7, 7])
    assert allowed(".", "6:1", "h8 6:1")


@pytest.mark.rule("CL-5")
def test_the_first_play_has_three_tiles() -> None:
    assert refused(arrange(".", "62", "1"), "8h 6").code == "first_tiles"
    refusal = refused(arrange(".", "6:", "1", challenge=True), "8h 6: =6")
    assert (refusal.code, refusal.where) == ("first_tiles", {"tiles": 2, "needed": 3})


@pytest.mark.rule("CL-5")
def test_later_plays_touch_edge_to_edge() -> None:
    refusal = refused(arrange(ROW_8, "6:2", "1"), "9k 6:2")
    assert (refusal.code, refusal.where["place"]) == ("not_touching", [8, 10])


@pytest.mark.rule("CL-6")
def test_a_line_takes_turns_between_numbers_and_operators() -> None:
    refusal = refused(arrange(ROW_8, "4-+3", "1"), "8k 4")
    assert (refusal.code, refusal.where["calculation"]) == ("not_calculation", "6÷2+94")
    assert refused(arrange(ROW_8, "4-+3", "1"), "8k -").code == "not_calculation"
    assert refused(arrange(ROW_8, "4-+3", "1"), "h5 43-").code == "not_calculation"


@pytest.mark.rule("CL-6")
def test_every_line_with_a_new_tile_counts() -> None:
    two_rows = "///////.....6:2+9//.....7+1"
    # The − between 6 and 7 makes a wrong step; the + makes 6 + 7.
    refusal = refused(arrange(two_rows, "-", "1"), "9f -")
    assert (refusal.code, refusal.where["step"]) == ("wrong_step", "6 − 7")
    assert allowed(two_rows, "+", "9f +")


@pytest.mark.rule("CL-6")
def test_a_single_tile_has_no_line_in_the_other_direction() -> None:
    assert allowed(ROW_8, "-1", "8k -1")


@pytest.mark.rule("CL-7")
@pytest.mark.parametrize(
    ("calculation", "fits"),
    [
        ("8:2*3", False),  # 8 ÷ 6
        ("6:2*3", True),  # 6 ÷ 6
        ("8:2:2", True),  # 4 ÷ 2
        ("9-4+3", True),  # from left to right
        ("2-4+5", False),  # 2 − 4 comes first
        ("2+4*3", True),
        ("3*4:6", True),  # 12 ÷ 6
        ("8:4*2", True),  # 8 ÷ 8
        ("9-6:2", True),
        ("1+9:2", False),
    ],
)
def test_order_of_the_steps(calculation: str, fits: bool) -> None:
    state = arrange(".", calculation, "1", edition="bare")
    note = f"8h {calculation}"
    if fits:
        state.check(0, GAME.parse(note))
    else:
        assert refused(state, note).code == "wrong_step"


@pytest.mark.rule("CL-8")
@pytest.mark.parametrize(
    ("calculation", "step", "value"),
    [
        ("7:2", "7 ÷ 2", "3.5"),
        ("7:3", "7 ÷ 3", "2 1/3"),
        ("2-5", "2 − 5", "−3"),
        ("4-4", "4 − 4", "0"),
        ("9+1:7", "1 ÷ 7", "1/7"),
    ],
)
def test_the_refusal_names_line_step_and_value(calculation: str, step: str, value: str) -> None:
    refusal = refused(arrange(".", calculation, "1", edition="bare"), f"8h {calculation}")
    assert refusal.code == "wrong_step"
    assert (refusal.where["step"], refusal.where["value"]) == (step, value)
    assert f"{step} = {value}" in str(refusal)
    assert "row 8" in str(refusal)


@pytest.mark.rule("CL-8")
def test_steps_hold_with_bonuses_too() -> None:
    # The 5 on green j8 counts 10.
    refusal = refused(arrange(".", "9-5", "1"), "8h 9-5")
    assert refusal.where["step"] == "9 − 10"
    assert refusal.where["bonus"] is True


@pytest.mark.rule("CL-8")
def test_steps_hold_without_bonuses_too() -> None:
    # With the 3 on green f8 it is 6 − 4 = 2, but without it 3 − 4.
    refusal = refused(arrange(".", "3-4", "1"), "8f 3-4")
    assert (refusal.where["step"], refusal.where["bonus"]) == ("3 − 4", False)


@pytest.mark.rule("CL-9")
def test_a_second_times_is_refused() -> None:
    refusal = refused(arrange("///////.....3*2+1", "*2", "1"), "8k *2")
    assert (refusal.code, refusal.where["calculation"]) == ("second_times", "3×2+1×2")
    assert "row 8 from f to l" in str(refusal)


@pytest.mark.rule("CL-10")
def test_a_joker_is_a_number_or_an_operator() -> None:
    assert allowed(ROW_8, "?4", "8k ?+4")
    assert allowed(ROW_8, "-?", "8k -?1")


@pytest.mark.rule("CL-10")
def test_a_joker_is_never_times() -> None:
    refusal = refused(arrange(ROW_8, "?4", "1"), "8k ?*4")
    assert (refusal.code, refusal.where["as"]) == ("joker_times", "×")


@pytest.mark.rule("CL-10")
def test_a_joker_stays_what_it_was_declared() -> None:
    assert refused(arrange("///////.....6:?2+9", "3", "1"), "8h 3").code == "field_used"
    assert allowed("///////.....6:?2+9", "4-+3", "h6 4-.+3")
    assert refused(arrange("///////.....6:?2+9", "1-+3", "1"), "h6 1-.+3").where["step"] == "1 − 2"


@pytest.mark.rule("CL-10")
def test_a_joker_cannot_be_what_the_edition_does_not_have() -> None:
    state = arrange("////...6+2", "?1", "1", edition="children")
    assert refused(state, "5g ?:1").code == "joker_as"
