"""Cards, hands and the pile."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from quartett import CHANCE, Event, IllegalAction
from quartett.games.cubus import Cards, Draw
from tests.rules.cubus.table import drawn, start, table


@pytest.mark.rule("CB-1")
def test_forty_eight_cards_of_which_three_are_the_start_box() -> None:
    state = start(3)
    assert state.pile == Cards(15, 15, 11, 4) and state.pile.total == 45
    assert str(state.stack) == "1" and state.stack.cards == Cards(1, 1, 1)


@pytest.mark.rule("CB-1")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_play(players: int) -> None:
    assert start(players).players == players


@pytest.mark.rule("CB-1", "CB-2")
def test_every_card_of_the_pile_is_equally_likely() -> None:
    state = start(2, start_player=0)
    assert dict(state.outcomes()) == {
        Draw("left"): Fraction(15, 45),
        Draw("right"): Fraction(15, 45),
        Draw("lid"): Fraction(11, 45),
        Draw("open"): Fraction(4, 45),
    }
    rng = Random(3)
    shown = Counter(str(state.sample(rng)) for _ in range(4500))
    assert 1400 < shown["+L"] < 1600 and 320 < shown["+O"] < 480


@pytest.mark.rule("CB-2")
def test_drawn_cards_lie_open_and_the_pile_is_only_counted() -> None:
    state = start(2, start_player=0)
    event = Event(CHANCE, Draw("open"))
    assert state.redact(event, 1).action == Draw("open")
    after = drawn(state, "O")
    for seat in (None, 0, 1):
        assert after.view(seat).hands == (Cards(open=1), Cards())
        assert after.view(seat).pile == Cards(15, 15, 11, 3)


@pytest.mark.rule("CB-2")
def test_a_card_that_is_not_in_the_pile_is_not_drawn() -> None:
    state = replace(table("1", "-", "-", pile="L"), phase="draw")
    assert [str(action) for action, _ in state.outcomes()] == ["+L"]
    with pytest.raises(IllegalAction, match="no lid left"):
        drawn(state, "T")
