"""The sheet, freezing, bonus lines, and the end."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quartett import BadTable, IllegalAction
from quartett.games.calavera import PADS
from quartett.games.calavera.sheet import empty
from tests.rules.calavera.table import (
    GAME,
    crosses,
    do,
    listed,
    play_random,
    refused,
    rolled,
    sheet,
    table,
)

PAD = PADS["standard"]


@pytest.mark.rule("CV-2")
def test_the_standard_sheet_has_four_rows_of_13_boxes_with_these_values() -> None:
    assert PAD.boxes == (0, 0, 0, 0, 0, 4, 5, 6, 8, 10, 3, 0, -3)
    assert empty(PAD).crosses == (0, 0, 0, 0)
    values = [sheet(f"o{box}*").row_score(0, PAD) for box in range(1, 14)]
    assert values == [0, 0, 0, 0, 0, 4, 5, 6, 8, 10, 3, 0, -3]


@pytest.mark.rule("CV-2")
def test_rows_are_filled_from_left_to_right() -> None:
    state = do(table("o4", "", dice="oogggg"), 0, "o")
    assert crosses(state) == (6, 0, 0, 0)


@pytest.mark.rule("CV-2")
def test_the_sheet_is_data_and_a_table_can_choose_another() -> None:
    state = do(table("o6", "", dice="oorrrr", pad="short"), 0, "o")
    assert state.sheets[0].frozen == (True, False, False, False)
    assert state.scores() == (2, 0)
    state = do(table("o2 g2 p2 b1", "", dice="bbbrrr", pad="short"), 0, "b")
    assert state.sheets[0].bonus == (3, 0, 0)


@pytest.mark.rule("CV-3")
@pytest.mark.parametrize(("line", "box"), [(0, 3), (1, 6), (2, 9)])
def test_bonus_lines_stand_after_boxes_3_6_and_9(line: int, box: int) -> None:
    before = sheet(f"o{box} g{box} p{box} b{box - 1}")
    after = sheet(f"o{box} g{box} p{box} b{box}")
    assert not before.reaches(line, PAD)
    assert after.reaches(line, PAD)


@pytest.mark.rule("CV-13")
@pytest.mark.parametrize(
    ("box", "roses", "points"),
    [(6, 2, 4), (7, 2, 5), (8, 2, 6), (8, 4, 6), (9, 3, 8), (10, 3, 10), (10, 6, 10)],
)
def test_a_row_in_the_points_zone_is_frozen_with_enough_roses(
    box: int, roses: int, points: int
) -> None:
    state = do(table(f"p{box}", "", dice="r" * roses + "o" * (6 - roses)), 0, "*p")
    assert state.sheets[0].frozen == (False, False, True, False)
    assert crosses(state) == (0, 0, box, 0)
    assert state.scores()[0] == points
    assert state.active == 1


@pytest.mark.rule("CV-13")
@pytest.mark.parametrize(("box", "roses", "needed"), [(6, 1, 2), (8, 1, 2), (9, 2, 3), (10, 2, 3)])
def test_too_few_roses_freeze_nothing(box: int, roses: int, needed: int) -> None:
    state = table(f"p{box}", "", dice="r" * roses + "o" * (6 - roses))
    refusal = refused(state, 0, "*p", "freeze_roses")
    assert refusal.where == {"row": "pink", "needed": needed, "roses": roses}
    assert f"takes {needed} roses" in refusal.message


@pytest.mark.rule("CV-13")
@pytest.mark.parametrize("row", ["p0", "p3", "p5"])
def test_only_a_row_in_the_points_zone_is_frozen(row: str) -> None:
    refused(table(row, "", dice="rrrrrr"), 0, "*p", "freeze_zone")


@pytest.mark.rule("CV-13")
def test_a_frozen_row_is_not_frozen_again() -> None:
    refused(table("p8*", "", dice="rrrrrr"), 0, "*p", "row_closed")


@pytest.mark.rule("CV-13")
def test_freezing_is_for_one_s_own_turn_only() -> None:
    refused(table("", "p8", dice="rrrrrr"), 1, "*p", "not_your_turn")


@pytest.mark.rule("CV-14")
@pytest.mark.parametrize(("count", "points"), [(1, 3), (2, 0), (3, -3), (5, -3)])
def test_the_death_zone_freezes_at_once(count: int, points: int) -> None:
    state = do(table("o10", "", dice="o" * count + "g" * (6 - count)), 0, "o")
    assert state.sheets[0].frozen == (True, False, False, False)
    assert state.scores()[0] == points


@pytest.mark.rule("CV-14")
def test_the_death_zone_freezes_in_another_s_turn_too() -> None:
    state = do(do(table("", "g10", dice="soogbb"), 0, "o"), 1, "g")
    assert state.sheets[1].frozen == (False, True, False, False)


@pytest.mark.rule("CV-15")
def test_others_rows_are_untouched_by_a_freeze() -> None:
    state = do(table("p8", "p8", dice="srrpoo"), 0, "*p")
    assert state.sheets[1].frozen == (False, False, False, False)
    assert crosses(do(state, 1, "p"), 1) == (0, 0, 9, 0)


@pytest.mark.rule("CV-16")
@pytest.mark.parametrize(("box", "line", "points"), [(3, 0, 4), (6, 1, 5), (9, 2, 6)])
def test_the_first_to_reach_a_line_gets_the_full_bonus(box: int, line: int, points: int) -> None:
    earlier = " ".join(f"+{p}" for p in (4, 5, 6)[:line])
    start = f"o{box} g{box} p{box} b{box - 1} {earlier}"
    state = do(table(start, "", dice="booooo"), 0, "b")
    assert state.sheets[0].bonus[line] == points


@pytest.mark.rule("CV-16")
@pytest.mark.parametrize(("box", "line", "points"), [(3, 0, 2), (6, 1, 3), (9, 2, 4)])
def test_everyone_later_gets_the_small_bonus(box: int, line: int, points: int) -> None:
    others = " ".join(f"+{p}" for p in (4, 5, 6)[: line + 1])
    mine = " ".join(f"+{p}" for p in (2, 3, 4)[:line])
    start = f"o{box} g{box} p{box} b{box - 1} {mine}"
    state = do(table(start, f"o9 g9 p9 b9 {others}", dice="booooo"), 0, "b")
    assert state.sheets[0].bonus[line] == points


@pytest.mark.rule("CV-16")
def test_a_frozen_row_counts_with_the_crosses_it_has() -> None:
    state = do(table("o6* g6 p6 b5 +4", "", dice="bggggg"), 0, "b")
    assert state.sheets[0].bonus == (4, 5, 0)
    state = do(table("o6* g9 p9 b8 +4 +5", "", dice="bggggg"), 0, "b")
    assert state.sheets[0].bonus == (4, 5, 0)


@pytest.mark.rule("CV-17")
def test_the_active_player_reaches_a_line_before_the_others() -> None:
    almost = "o3 g3 p3 b2"
    state = do(table(almost, "o3 g3 p2 b3", dice="sbpooo"), 0, "b")
    state = do(state, 1, "p")
    assert state.sheets[0].bonus[0] == 4 and state.sheets[1].bonus[0] == 2


@pytest.mark.rule("CV-17")
def test_others_who_reach_a_line_together_as_first_all_get_the_full_bonus() -> None:
    almost = "o3 g3 p3 b2"
    state = do(table("", almost, almost, dice="sbpooo"), 0, "o")
    state = do(do(state, 2, "b"), 1, "b")
    assert [s.bonus[0] for s in state.sheets] == [0, 4, 4]


@pytest.mark.rule("CV-22")
def test_one_move_can_reach_several_lines_each_settled_by_itself() -> None:
    state = do(table("o6 g6 p6 b2", "o3 g3 p3 b3 +4", dice="bbbboo"), 0, "b")
    assert state.sheets[0].bonus == (2, 5, 0)


@pytest.mark.rule("CV-22")
def test_first_means_first_in_the_whole_game() -> None:
    state = do(table("", "o3 g3 p3 b2", "o3 g3 p3 b3 +4", dice="sbpooo"), 0, "o")
    state = do(do(state, 2, "p"), 1, "b")
    assert state.sheets[1].bonus[0] == 2


@pytest.mark.rule("CV-22", "CV-18")
def test_the_crosses_that_end_the_game_still_earn_bonuses() -> None:
    state = do(table("o9* g9* p9* b8 +4 +5", "", dice="bbbooo"), 0, "b")
    assert state.over
    assert state.sheets[0].bonus == (4, 5, 6)


@pytest.mark.rule("CV-18")
def test_four_frozen_rows_end_the_game_and_the_others_mark_nothing_more() -> None:
    state = do(table("o6* g6* p6* b6 +4 +5", "", dice="srrooo"), 0, "*b")
    assert state.over and not state.to_act and not state.is_chance
    refused(state, 1, "o", "over")


@pytest.mark.rule("CV-18")
def test_if_others_end_it_all_of_them_mark_first() -> None:
    last = "o6* g6* p6* b10 +4 +5"
    state = do(table("", last, "", dice="sbpooo"), 0, "o")
    state = do(state, 1, "b")
    assert not state.over and state.to_act == {2}
    state = do(state, 2, "p")
    assert state.over and crosses(state, 2) == (0, 0, 1, 0)


@pytest.mark.rule("CV-19")
def test_open_rows_score_only_in_the_points_zone() -> None:
    assert table("o5 g6 p9 b10*", "", dice="oooooo").scores() == (22, 0)
    assert table("o12* g13* p11* b3 +4", "", dice="oooooo").scores() == (4, 0)


@pytest.mark.rule("CV-19")
def test_the_highest_total_wins_and_equal_totals_share() -> None:
    won = do(table("o6* g6* p6* b6 +4 +5", "o10", dice="rroooo"), 0, "*b")
    assert won.scores() == (25, 10) and won.winners() == (0,)
    shared = do(table("o6* g6* p6* b6", "o10 g8", "p1", dice="rroooo"), 0, "*b")
    assert shared.scores() == (16, 16, 0) and shared.winners() == (0, 1)


@pytest.mark.rule("CV-19")
def test_nobody_has_won_before_the_end() -> None:
    assert table("o10", "", dice="oooooo").winners() == ()


@pytest.mark.rule("CV-20")
def test_the_start_player_is_drawn_unless_named() -> None:
    drawn = GAME.start(3)
    assert drawn.is_chance
    assert {str(action): str(chance) for action, chance in drawn.outcomes()} == {
        "@1": "1/3",
        "@2": "1/3",
        "@3": "1/3",
    }
    named = GAME.start(3, GAME.options({"start_player": 2}))
    assert named.view(None).active == 2


@pytest.mark.rule("CV-20")
def test_play_goes_clockwise_and_round_again() -> None:
    state = table("", "", "", active=2)
    turns = []
    for _ in range(4):
        turns.append(state.active)
        state = do(rolled(state, "oooooo"), state.active, "o")
    assert turns == [2, 0, 1, 2]


@pytest.mark.rule("CV-20")
def test_acting_out_of_turn_is_refused() -> None:
    refused(table("", "", dice="oooooo"), 1, "o", "not_your_turn")
    refused(table("", ""), 0, "o", "dice_in_the_air")


@pytest.mark.parametrize("seat", [-1, 2, 99, "0", 0.0, None, True])
def test_a_seat_that_is_not_there_cannot_act(seat: object) -> None:
    with pytest.raises(IllegalAction) as caught:
        table("", "", dice="oooooo").check(seat, GAME.parse("o"))  # type: ignore[arg-type]
    assert caught.value.code == "no_such_seat"


@pytest.mark.parametrize("players", [0, 1, 5, -2, 2.0, "2", True])
def test_calavera_is_for_two_to_four(players: object) -> None:
    with pytest.raises(BadTable, match="2 to 4 players"):
        GAME.start(players)  # type: ignore[arg-type]


@pytest.mark.parametrize("form", [{"start_player": 2}, {"start_player": -1}])
def test_the_start_player_sits_at_the_table(form: dict[str, int]) -> None:
    with pytest.raises(BadTable, match="the seats are 0 to 1"):
        GAME.start(2, GAME.options(form))


@pytest.mark.parametrize("form", [{"sheet": "huge"}, {"colour": 1}, {"start_player": "0"}, 7])
def test_bad_options_are_refused(form: object) -> None:
    with pytest.raises(BadTable, match="bad options"):
        GAME.options(form)


@settings(max_examples=150)
@given(st.integers(2, 4), st.sampled_from(["standard", "short"]), st.data())
def test_invariants_hold_on_every_path(players: int, pad: str, data: st.DataObject) -> None:
    choices = data.draw(st.lists(st.integers(0, 46655), max_size=250))
    state = play_random(table(*[""] * players, pad=pad), choices)
    for one in state.sheets:
        for row in range(4):
            assert 0 <= one.crosses[row] <= state.pad.length
            if one.crosses[row] >= state.pad.death:
                assert one.frozen[row]
            if one.frozen[row]:
                assert one.crosses[row] >= state.pad.points
        for line in range(3):
            assert bool(one.bonus[line]) == one.reaches(line, state.pad)
    assert state.over == any(one.finished for one in state.sheets)
    assert listed(state, 0) or 0 not in state.to_act
