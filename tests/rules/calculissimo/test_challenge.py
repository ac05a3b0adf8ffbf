"""Games with challenges, and games without."""

import random

import pytest

from quartett import Event, IllegalAction
from quartett.games.calculissimo import Calculissimo
from quartett.games.calculissimo.rules import State
from quartett.games.calculissimo.rules.position import arrange

GAME = Calculissimo()
ROW_8 = "///////.....6:2+9"


def table(players: int = 3, rack: str = "-17:+", bag: str | None = None) -> State:
    return arrange(ROW_8, rack, *["1+"] * (players - 1), challenge=True, bag=bag)


def after(state: State, *moves: tuple[int, str]) -> State:
    for seat, note in moves:
        state = state.apply(Event(seat, GAME.parse(note)))
    return state


def code(state: State, seat: int, note: str) -> str:
    with pytest.raises(IllegalAction) as refused:
        state.check(seat, GAME.parse(note))
    return refused.value.code


@pytest.mark.rule("CL-21")
def test_without_challenges_a_wrong_play_is_refused_and_the_player_tries_again() -> None:
    state = arrange(ROW_8, "-1:7", "1+")
    assert code(state, 0, "8k :7") == "wrong_step"
    assert after(state, (0, "8k -1")).points == (11, 0)


@pytest.mark.rule("CL-21")
def test_without_challenges_no_points_are_announced() -> None:
    assert code(arrange(ROW_8, "-1", "1"), 0, "8k -1 =11") == "no_announce"


@pytest.mark.rule("CL-22")
def test_a_play_is_laid_with_the_points_announced() -> None:
    state = after(table(), (0, "8k -1 =50"))
    assert state.scores() == (50, 0, 0)
    assert state.board[7 * 15 + 11] == "1"
    assert state.to_act == {1, 2}
    assert state.racks[0] == tuple("7+÷")


@pytest.mark.rule("CL-22")
def test_points_must_be_announced() -> None:
    assert code(table(), 0, "8k -1") == "announce"


@pytest.mark.rule("CL-22")
def test_tiles_must_lie_as_they_have_to_even_so() -> None:
    assert code(table(), 0, "1a 1 =1") == "not_touching"
    assert code(table(), 0, "8k 9 =1") == "not_on_rack"
    assert code(table(), 0, "8l -1 =1") == "not_touching"
    assert code(arrange(".", "111", "1", challenge=True), 0, "1a 111 =3") == "first_centre"


@pytest.mark.rule("CL-22")
@pytest.mark.parametrize("answers", [[1, 2], [2, 1]])
def test_the_play_stands_when_all_accept_in_any_order(answers: list[int]) -> None:
    state = after(table(), (0, "8k :7 =50"), *((seat, "ok") for seat in answers))
    assert (state.phase, state.scores(), state.idle) == ("draw", (50, 0, 0), 0)
    assert state.drawing == (0,)


@pytest.mark.rule("CL-22")
@pytest.mark.parametrize(
    "play",
    [
        "8k :7 =3",  # a wrong step
        "8k 77 =3",  # no calculation
        "8k -1 =12",  # too many points
        "8k -1 =10",  # too few
        "8k ?*1 =12",  # a joker as ×
    ],
)
def test_a_wrong_play_is_taken_back_and_the_turn_is_lost(play: str) -> None:
    first = table(rack="-177:?")
    state = after(first, (0, play), (2, "!"))
    assert state.board == first.board
    assert state.racks == first.racks
    assert state.scores() == (0, 0, 0)
    assert (set(state.to_act), state.idle) == ({1}, 1)


@pytest.mark.rule("CL-22")
def test_a_right_play_stands_and_the_challenge_costs_nothing() -> None:
    state = after(table(), (0, "8k -1 =11"), (2, "!"))
    assert (state.phase, state.drawing, state.scores()) == ("draw", (0,), (11, 0, 0))


@pytest.mark.rule("CL-22")
def test_the_first_challenge_settles_it() -> None:
    state = after(table(4), (0, "8k :7 =3"), (3, "ok"))
    assert state.to_act == {1, 2}
    assert code(state, 3, "!") == "already_answered"
    assert code(state, 0, "-") == "others_answer"
    assert code(state, 1, "-") == "answer_first"
    assert after(state, (2, "!")).to_act == {1}


@pytest.mark.rule("CL-22", "CL-17")
def test_fields_are_fresh_again_after_a_play_is_taken_back() -> None:
    state = arrange(".", "1+1", "2+2", challenge=True)
    state = after(state, (0, "8h 1+1 =99"), (1, "!"), (1, "8h 2+2 =12"), (0, "!"))
    assert state.scores() == (0, 12)  # yellow h8 and green j8: (2 + 4) × 2


@pytest.mark.rule("CL-22", "CL-13")
def test_rack_and_extra_turn_come_only_when_the_play_stands() -> None:
    state = arrange(".", "1+1+1+1", "1+", challenge=True)
    state = after(state, (0, "8h 1+1+1+1 =12"))
    assert state.racks[0] == ()
    stands = after(state, (1, "ok"))
    assert (stands.drawing, stands.active) == ((0,), 0)


@pytest.mark.rule("CL-22", "CL-23")
def test_the_last_tile_ends_the_game_only_when_the_play_stands() -> None:
    state = after(table(2, "-1", bag=""), (0, "8k -1 =12"))
    assert not state.over
    assert not after(state, (1, "!")).over
    assert after(state, (1, "ok")).over


@pytest.mark.rule("CL-22")
def test_only_correct_plays_are_listed_with_their_points() -> None:
    plays = {str(action) for action in table().actions(0)}
    assert "8k −1 =11" in plays
    assert "8k ÷1 =12" in plays
    assert not any(note.startswith("8k ÷7") for note in plays)


@pytest.mark.rule("CL-22", "CL-14")
def test_an_answer_is_a_challenge_or_an_accept() -> None:
    state = after(table(2), (0, "8k -1 =11"))
    assert [str(action) for action in state.actions(1)] == ["ok", "!"]


@pytest.mark.rule("CL-22", "CL-18")
def test_after_an_unchallenged_wrong_play_the_game_goes_on() -> None:
    state = after(table(2, bag="123"), (0, "8k 7 =3"), (1, "ok"))
    state = state.apply(Event("chance", state.sample(random.Random(0))))
    assert state.to_act == {1}
    for action in state.actions(1):
        state.check(1, action)
