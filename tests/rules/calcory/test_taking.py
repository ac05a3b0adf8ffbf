"""Taking cards, putting one back, and the end."""

import pytest

from quartett import Event, IllegalAction, game
from quartett.games.calcory import Options, small
from quartett.games.calcory.position import laid_out, played

CALCORY = game("calcory")


@pytest.mark.rule("CC-9")
def test_all_but_one_are_kept() -> None:
    state = played(laid_out("2 5 6"), "a1 a2 a3 a3>a3")
    assert state.scores() == (2, 0)
    assert state.view(1).table[:4] == ("empty", "empty", "down", "down")


@pytest.mark.rule("CC-9")
def test_any_card_goes_to_any_free_place() -> None:
    state = played(laid_out("2 5 6"), "a1 a2 a3")
    notes = {str(action) for action in state.actions(0)}
    assert notes == {f"{card}>{to}" for card in ("a1", "a2", "a3") for to in ("a1", "a2", "a3")}
    assert played(state, "a1>a3").cards[2] == state.taken[0].card


@pytest.mark.rule("CC-9")
def test_a_place_emptied_earlier_is_free_too() -> None:
    state = played(laid_out("58 76"), "a1 a2 a2>a1 a3 a4 a4>a2")
    assert state.cards[1] is not None
    assert state.cards[1].digit == 6


@pytest.mark.rule("CC-9")
def test_cards_of_a_bid_turned_down_still_lie_on_their_places() -> None:
    state = played(laid_out("34 58"), "a1 a2 . a3 a4")
    with pytest.raises(IllegalAction) as refused:
        state.check(1, CALCORY.parse("a3>a1"))
    assert refused.value.code == "place_used"


@pytest.mark.rule("CC-9")
def test_until_the_return_the_cards_count_in_no_pile_and_all_see_the_set() -> None:
    state = played(laid_out("2 5 6"), "a1 a2 a3")
    assert state.scores() == (0, 0)
    for seat in (None, 0, 1):
        assert [lying.card.digit for lying in state.view(seat).taken] == [2, 5, 6]
        assert state.view(seat).table[:3] == ("empty",) * 3


@pytest.mark.rule("CC-9", "CC-13")
def test_which_card_went_back_is_known_to_that_player_alone() -> None:
    state = played(laid_out("2 5 6"), "a1 a2 a3")
    event = Event(0, CALCORY.parse("a2>a1"))
    mine, theirs = state.redact(event, 0), state.redact(event, 1)
    assert mine.wire() == {
        "by": 0,
        "do": "return",
        "card": (0, 1),
        "to": (0, 0),
        "shows": ((0, 5),),
    }
    assert theirs.wire() == {
        "by": 0,
        "do": "return",
        "to": (0, 0),
        "shows": ((0, 2), (0, 5), (0, 6)),
    }
    assert state.redact(event, None) == theirs


@pytest.mark.rule("CC-10")
def test_a_bid_that_stood_a_round_is_taken_in_the_event_that_ended_the_turn_before() -> None:
    state = played(laid_out("34 99"), "a1 a2 . a3 a4")
    assert (state.phase, state.active, state.bid) == ("return", 0, None)
    assert [lying.card.digit for lying in state.taken] == [3, 4]


@pytest.mark.rule("CC-10")
def test_whoever_takes_a_bid_turns_no_cards() -> None:
    state = played(laid_out("34 99"), "a1 a2 . a3 a4 a2>a2")
    assert (state.active, state.scores(), state.turns) == (1, (1, 0), 3)


@pytest.mark.rule("CC-10")
def test_a_bid_must_stand_against_all_others() -> None:
    state = played(laid_out("34 99 88", players=3), "a1 a2 . a3 a4")
    assert (state.phase, state.active) == ("turn", 2)
    assert played(state, "a5 a6").phase == "return"


@pytest.mark.rule("CC-11")
def test_a_single_card_is_kept_whole_and_ends_the_game() -> None:
    state = played(laid_out("58 99 7"), "a1 a2 a2>a1 a3 a4 a5 . a3 a4")
    assert state.over
    assert state.scores() == (2, 0)
    assert state.winners() == (0,)
    assert state.view(None).table[4] == "empty"


@pytest.mark.rule("CC-11")
def test_a_single_card_that_is_overbid_ends_nothing() -> None:
    state = played(laid_out("58 99 7 53"), "a1 a2 a2>a1 a3 a4 a5 . a6 a7 .")
    assert not state.over
    assert state.scores() == (1, 0)


@pytest.mark.rule("CC-12")
def test_most_cards_win() -> None:
    state = played(laid_out("58 99 7"), "a1 a2 a2>a1 a3 a4 a5 .")
    assert state.winners() == ()
    assert played(state, "a3 a4").winners() == (0,)


@pytest.mark.rule("CC-12")
def test_ties_share() -> None:
    state = played(laid_out("58 67", max_turns=2), "a1 a2 a2>a1 a3 a4 a4>a3")
    assert state.scores() == (1, 1)
    assert state.winners() == (0, 1)


@pytest.mark.rule("CC-12")
def test_the_bound_ends_the_game_with_the_counts_as_they_are() -> None:
    state = played(laid_out("99 88 77", max_turns=3), "a1 a2 a3 a4 a5 a6")
    assert state.over
    assert state.turns == 3
    assert state.winners() == (0, 1)


@pytest.mark.rule("CC-12")
def test_takes_and_passes_are_turns() -> None:
    taking = played(laid_out("34 99", max_turns=3), "a1 a2 . a3 a4 a2>a2")
    assert taking.over
    assert taking.scores() == (1, 0)
    passing = played(laid_out("34", layout=small(1, 2, "34"), max_turns=2), "a1 a2 . -")
    assert passing.over


@pytest.mark.rule("CC-12")
def test_at_the_bound_a_pending_return_is_still_made() -> None:
    state = played(laid_out("58", max_turns=1), "a1 a2")
    assert (state.phase, state.over) == ("return", False)
    assert played(state, "a1>a1").over
    assert played(state, "a1>a1").scores() == (1, 0)


@pytest.mark.rule("CC-12")
def test_at_the_bound_a_standing_bid_goes_to_nobody() -> None:
    state = played(laid_out("34 99", max_turns=2), "a1 a2 . a3 a4")
    assert state.over
    assert state.scores() == (0, 0)


@pytest.mark.rule("CC-12")
def test_the_bound_is_500_turns_or_another_or_none() -> None:
    assert Options().max_turns == 500
    assert CALCORY.start(2, Options(max_turns=None)).view(None).scores == (0, 0)
    with pytest.raises(ValueError, match="max_turns"):
        CALCORY.start(2, Options(max_turns=0))


@pytest.mark.rule("CC-12")
def test_without_a_bound_the_five_hundredth_turn_is_not_the_last() -> None:
    state = laid_out("99 88", max_turns=None)
    for _ in range(251):
        state = played(state, "a1 a2 a3 a4")
    assert (state.turns, state.over) == (502, False)
    bound = laid_out("99 88")
    for _ in range(250):
        bound = played(bound, "a1 a2 a3 a4")
    assert (bound.turns, bound.over) == (500, True)
