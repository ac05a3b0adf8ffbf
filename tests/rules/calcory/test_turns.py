"""Setup, turning, busts, hits and bids."""

from collections import Counter

import pytest

from quartett import CHANCE, Event, IllegalAction, game
from quartett.games.calcory import STANDARD, Deal, Options, Start
from quartett.games.calcory.layout.cards import triangles
from quartett.games.calcory.position import laid_out, played
from quartett.games.calcory.rules import begin

CALCORY = game("calcory")


@pytest.mark.rule("CC-1")
def test_five_colours_of_twelve_cards() -> None:
    for colour in range(5):
        digits = sorted(card.digit for card in STANDARD.deck if card.colour == colour)
        assert digits == [0, 1, 1, 2, 3, 4, 5, 6, 7, 7, 8, 9]
    assert len(STANDARD.deck) == 60


@pytest.mark.rule("CC-1")
def test_triangles_are_printed_and_not_scored() -> None:
    assert {digit: triangles(digit) for digit in range(10)} == {
        **dict.fromkeys((1, 9), 0),
        **dict.fromkeys((0, 2, 3, 4, 5, 8), 1),
        **dict.fromkeys((6, 7), 2),
    }
    assert played(laid_out("67"), "a1 a2 a2>a1").scores() == (1, 0)


@pytest.mark.rule("CC-1")
def test_colours_do_not_matter() -> None:
    red, violet = laid_out("0"), laid_out("00000")
    assert played(red, "a1 a2").phase == played(violet, "a4 a5").phase == "turn"


@pytest.mark.rule("CC-2")
def test_the_cards_are_shuffled_face_down_in_six_rows_of_ten() -> None:
    view = laid_out().view(0)
    assert (view.rows, view.columns) == (6, 10)
    assert view.table == ("down",) * 60


@pytest.mark.rule("CC-2")
def test_a_deal_is_a_shuffled_deck() -> None:
    import random

    state = CALCORY.start(2, Options(start_player=0))
    deal = state.sample(random.Random(1))
    assert isinstance(deal, Deal)
    assert Counter(deal.cards) == Counter(STANDARD.deck)
    assert deal.cards != STANDARD.deck


@pytest.mark.rule("CC-2")
def test_the_start_player_is_drawn_or_named() -> None:
    drawn = begin(3, Options())
    assert [(str(action), str(chance)) for action, chance in drawn.outcomes()] == [
        ("@1", "1/3"),
        ("@2", "1/3"),
        ("@3", "1/3"),
    ]
    assert drawn.apply(Event(CHANCE, Start(2))).view(None).active == 2
    assert laid_out(start=1).to_act == {1}


@pytest.mark.rule("CC-2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_play_goes_clockwise(players: int) -> None:
    state = laid_out("99" * 2 + "88" * 2, players, start=players - 1)
    seats = [state.active]
    for notes in ("a1 a2", "a3 a4", "a5 a6", "a7 a8"):
        state = played(state, notes)
        seats.append(state.active)
    assert seats == [(players - 1 + turn) % players for turn in range(5)]


@pytest.mark.rule("CC-2")
def test_a_lay_of_more_than_six_cards_is_marked() -> None:
    state = played(laid_out("1111120"), "a1 a2 a3 a4 a5 a6 a7 .")
    assert state.bid is not None
    assert len(state.bid.cards) == 7


@pytest.mark.rule("CC-3")
def test_turned_cards_add_up_and_everybody_sees_them() -> None:
    state = played(laid_out("543"), "a1 a2 a3")
    for seat in (None, 0, 1):
        assert [lying.card.digit for lying in state.view(seat).turned] == [5, 4, 3]
        assert state.view(seat).sum == 12


@pytest.mark.rule("CC-3")
def test_a_turn_shows_its_card_to_everybody() -> None:
    state = laid_out("5")
    event = Event(0, CALCORY.parse("a1"))
    assert {state.redact(event, seat).shows for seat in (None, 0, 1)} == {state.cards[0]}


@pytest.mark.rule("CC-4")
@pytest.mark.parametrize(
    ("digits", "notes"), [("95", "a1 a2"), ("00", "a1 a2"), ("705", "a1 a2 a3")]
)
def test_more_than_thirteen_and_only_that_busts(digits: str, notes: str) -> None:
    state = played(laid_out(digits), notes)
    bust = digits != "705"
    assert (state.active == 1) is bust
    assert ("up" not in state.view(0).table) is bust


@pytest.mark.rule("CC-4")
def test_a_second_zero_busts_at_any_sum() -> None:
    state = played(laid_out("0120"), "a1 a2 a3 a4")
    assert (state.active, state.up, state.bid) == (1, (), None)


@pytest.mark.rule("CC-4")
def test_a_bust_leaves_cards_where_they_lie_and_the_bid_standing() -> None:
    before = laid_out("34 95", players=3)
    state = played(before, "a1 a2 . a3 a4")
    assert state.cards == before.cards
    assert state.bid is not None
    assert (state.bid.seat, state.bid.sum, state.active) == (0, 7, 2)


@pytest.mark.rule("CC-5")
def test_thirteen_takes_the_cards_at_once() -> None:
    state = played(laid_out("58"), "a1 a2")
    assert state.phase == "return"
    assert state.to_act == {0}
    assert [lying.card.digit for lying in state.taken] == [5, 8]


@pytest.mark.rule("CC-5")
def test_a_hit_turns_the_standing_bid_down() -> None:
    state = played(laid_out("34 58"), "a1 a2 . a3 a4")
    assert (state.phase, state.bid) == ("return", None)
    assert state.view(0).table[:4] == ("down", "down", "empty", "empty")


@pytest.mark.rule("CC-6")
def test_stopping_without_a_bid_makes_one() -> None:
    state = played(laid_out("34"), "a1 a2 .")
    assert state.bid is not None
    assert (state.bid.seat, state.bid.sum, len(state.bid.cards)) == (0, 7, 2)
    assert state.view(1).table[:3] == ("up", "up", "down")
    assert state.active == 1


@pytest.mark.rule("CC-6")
def test_a_single_zero_is_a_sum_to_stop_with() -> None:
    state = played(laid_out("58 0 99"), "a1 a2 a2>a1 a4 a5 a3 .")
    assert state.bid is not None
    assert (state.bid.seat, state.bid.sum, len(state.bid.cards)) == (0, 0, 1)


@pytest.mark.rule("CC-7")
@pytest.mark.parametrize(
    ("digits", "notes", "owner"),
    [
        ("34 35", "a1 a2 . a3 a4 .", 1),  # 8 beats 7
        ("34 124", "a1 a2 . a3 a4 a5 .", 1),  # 7 of three cards beats 7 of two
        ("34 25", "a1 a2 . a3 a4 .", 0),  # 7 of two cards does not
        ("124 34", "a1 a2 a3 . a4 a5 .", 0),  # nor 7 of fewer cards
        ("34 33", "a1 a2 . a3 a4 .", 0),  # nor 6
    ],
)
def test_a_bid_is_beaten_by_more_or_by_as_much_from_more_cards(
    digits: str, notes: str, owner: int
) -> None:
    state = played(laid_out(digits, players=3), notes)
    assert state.bid is not None
    assert state.bid.seat == owner
    up = [index for index, lie in enumerate(state.view(None).table) if lie == "up"]
    assert up == [state.layout.index(lying.at) for lying in state.bid.cards]


@pytest.mark.rule("CC-7")
def test_marked_cards_are_nobody_elses() -> None:
    state = played(laid_out("34"), "a1 a2 .")
    with pytest.raises(IllegalAction) as refused:
        state.check(1, CALCORY.parse("a1"))
    assert refused.value.code == "marked"


@pytest.mark.rule("CC-8")
def test_without_a_card_of_ones_own_one_turns_two() -> None:
    state = played(laid_out("34"), "a1")
    assert "." not in [str(action) for action in state.actions(0)]
    assert "." in [str(action) for action in played(state, "a2").actions(0)]


@pytest.mark.rule("CC-8")
def test_two_also_for_a_stop_that_makes_no_bid() -> None:
    state = played(laid_out("93 1"), "a1 a2 . a3")
    with pytest.raises(IllegalAction, match="at least two"):
        state.check(1, CALCORY.parse("."))


@pytest.mark.rule("CC-8")
def test_with_a_card_of_ones_own_one_is_enough() -> None:
    state = played(laid_out("58 99"), "a1 a2 a2>a1 a3 a4 a5")
    assert "." in [str(action) for action in state.actions(0)]


@pytest.mark.rule("CC-8")
def test_turning_all_that_are_left_is_enough_and_ends_by_a_stop() -> None:
    from quartett.games.calcory import small

    state = played(laid_out("345", layout=small(1, 3, "345")), "a1 a2 . a3")
    assert [str(action) for action in state.actions(1)] == ["."]
    # 5 does not beat 7, so player 1 takes the 3 and the 4
    assert played(state, ".").phase == "return"


@pytest.mark.rule("CC-8")
def test_with_nothing_to_turn_one_passes() -> None:
    from quartett.games.calcory import small

    state = played(laid_out("34", layout=small(1, 2, "34")), "a1 a2 .")
    assert [str(action) for action in state.actions(1)] == ["-"]
    assert played(state, "-").phase == "return"
