"""Playing, exchanging, passing, and how the game ends."""

import random

import pytest

from quartett import CHANCE, Event, IllegalAction
from quartett.games.calculissimo import Calculissimo
from quartett.games.calculissimo.actions import Draw, HiddenExchange
from quartett.games.calculissimo.board.tiles import spread
from quartett.games.calculissimo.rules import State
from quartett.games.calculissimo.rules.position import arrange

GAME = Calculissimo()
ROW_8 = "///////.....6:2+9"


def after(state: State, *notes: str) -> State:
    """The state after these actions of whoever's turn it is; chance draws what comes."""
    rng = random.Random(3)
    for note in notes:
        state = state.apply(Event(min(state.to_act), GAME.parse(note)))
        while state.is_chance:
            state = state.apply(Event(CHANCE, state.sample(rng)))
    return state


def notes(state: State, seat: int) -> list[str]:
    return [str(action) for action in state.actions(seat)]


@pytest.mark.rule("CL-11")
def test_an_exchange_ends_the_turn_and_keeps_the_number_of_tiles() -> None:
    state = after(arrange(ROW_8, "1234567", "1"), "<123")
    assert state.to_act == {1}
    assert len(state.racks[0]) == 7
    assert set("4567") <= set(state.racks[0])


@pytest.mark.rule("CL-11")
def test_seven_may_be_exchanged_against_a_bag_of_one_and_some_come_back() -> None:
    state = arrange(ROW_8, "1234567", "1", bag="8")
    state = state.apply(Event(0, GAME.parse("<1234567")))
    assert spread(state.bag) == tuple("12345678")
    state = state.apply(Event(CHANCE, Draw(0, tuple("1234568"))))
    assert spread(state.bag) == ("7",)


@pytest.mark.rule("CL-11")
def test_no_exchange_with_an_empty_bag() -> None:
    state = arrange(ROW_8, "1+", "1", bag="")
    with pytest.raises(IllegalAction, match="bag is empty") as refused:
        state.check(0, GAME.parse("<1"))
    assert refused.value.code == "bag_empty"
    assert not any(note.startswith("<") for note in notes(state, 0))


@pytest.mark.rule("CL-11")
def test_only_tiles_of_the_rack_are_exchanged() -> None:
    with pytest.raises(IllegalAction) as refused:
        arrange(ROW_8, "12", "1").check(0, GAME.parse("<11"))
    assert refused.value.code == "not_on_rack"


@pytest.mark.rule("CL-11")
def test_every_choice_of_tiles_can_be_exchanged_once() -> None:
    listed = [note for note in notes(arrange(ROW_8, "777+", "1"), 0) if note.startswith("<")]
    assert sorted(listed) == sorted({"<7", "<77", "<777", "<+", "<7+", "<77+", "<777+"})


@pytest.mark.rule("CL-11")
def test_others_see_only_how_many_tiles_are_exchanged() -> None:
    state = arrange(ROW_8, "12+", "1")
    seen = state.redact(Event(0, GAME.parse("<1+")), 1)
    assert (seen.action, seen.shows) == (HiddenExchange(), 2)


@pytest.mark.rule("CL-12", "CL-14")
@pytest.mark.parametrize("bag", [None, ""])
def test_passing_is_always_allowed_and_is_what_a_time_out_does(bag: str | None) -> None:
    state = arrange(ROW_8, "1+", "1+", bag=bag)
    assert notes(state, 0)[-1] == "-"
    assert after(state, "-").to_act == {1}


@pytest.mark.rule("CL-13")
def test_the_rack_is_filled_after_a_play() -> None:
    state = after(arrange(ROW_8, "1234-+7", "1"), "h6 4-.+3")
    assert len(state.racks[0]) == 7
    assert state.to_act == {1}


@pytest.mark.rule("CL-13")
def test_a_small_bag_fills_as_far_as_it_goes() -> None:
    state = after(arrange(ROW_8, "1234-+7", "1+", bag="8"), "h6 4-.+3")
    assert (len(state.racks[0]), sum(state.bag)) == (4, 0)


@pytest.mark.rule("CL-13")
def test_seven_tiles_earn_another_turn_with_the_new_tiles() -> None:
    state = after(arrange(".", "1+1+1+1", "1"), "8h 1+1+1+1")
    assert state.to_act == {0}
    assert len(state.racks[0]) == 7


@pytest.mark.rule("CL-13")
def test_the_last_tiles_of_a_short_rack_earn_nothing() -> None:
    state = after(arrange(".", "1+1", "2+", bag="12+"), "8h 1+1")
    assert state.to_act == {1}


@pytest.mark.rule("CL-23")
def test_the_game_ends_with_the_last_tile_and_an_empty_bag() -> None:
    state = after(arrange(ROW_8, "-1", "1+", bag=""), "8k -1")
    assert state.over
    assert state.winners() == (0,)


@pytest.mark.rule("CL-23")
def test_seven_last_tiles_end_the_game_too() -> None:
    assert after(arrange(".", "1+1+1+1", "1", bag=""), "8h 1+1+1+1").over


@pytest.mark.rule("CL-23")
def test_the_game_ends_when_the_bag_is_empty_and_the_next_has_no_play() -> None:
    state = arrange(ROW_8, "-1+1", "1", bag="")
    assert after(state, "8k -1").over
    assert not after(arrange(ROW_8, "-1+1", "1+", bag=""), "8k -1").over


@pytest.mark.rule("CL-23")
def test_having_no_play_ends_nothing_while_the_bag_has_tiles() -> None:
    assert not after(arrange(ROW_8, "-1+1", "1", bag="12345678"), "8k -1").over


@pytest.mark.rule("CL-23")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_game_ends_after_three_rounds_in_which_no_tile_stayed(players: int) -> None:
    state = arrange(ROW_8, *["1+"] * players)
    idle = ["-"] * (3 * players - 1)
    assert not after(state, *idle).over
    assert after(state, *idle, "-").over
    assert after(state, *idle, "<1").over


@pytest.mark.rule("CL-23")
def test_a_play_starts_the_count_again() -> None:
    state = after(arrange(ROW_8, "1+", "1+"), *["-"] * 4, "8k +1", "-")
    assert state.idle == 1


@pytest.mark.rule("CL-24")
def test_tiles_left_are_taken_off_when_the_game_is_over() -> None:
    state = arrange(ROW_8, "-1", "79+?", bag="")
    before = state.scores()
    end = after(state, "8k -1")
    assert before == (0, 0)
    assert end.scores() == (11, -(7 + 9 + 10 + 10))
    assert end.view(None).racks == ((), tuple("79+?"))


@pytest.mark.rule("CL-24")
def test_ties_share() -> None:
    state = arrange(ROW_8, "11", "11")
    end = after(state, *["-"] * 6)
    assert (end.over, end.scores(), end.winners()) == (True, (-2, -2), (0, 1))


@pytest.mark.rule("CL-24")
def test_points_stand_untouched_before_the_end() -> None:
    assert after(arrange(ROW_8, "-1??", "1"), "8k -1").scores() == (11, 0)


@pytest.mark.rule("CL-23", "CL-14")
def test_nobody_acts_out_of_turn() -> None:
    state = arrange(ROW_8, "1+", "1+")
    for seat, code in ((1, "not_your_turn"), (5, "no_such_seat")):
        with pytest.raises(IllegalAction) as refused:
            state.check(seat, GAME.parse("-"))
        assert refused.value.code == code
    with pytest.raises(IllegalAction) as refused:
        state.check(0, GAME.parse("!"))
    assert refused.value.code == "nothing_to_answer"
