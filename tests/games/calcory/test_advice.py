"""Advice says what going on and stopping are worth, with the chances."""

import pytest

from quartett import Event, game
from quartett.bots import explain
from quartett.games.calcory import State
from quartett.games.calcory import advice as calcory_advice
from quartett.games.calcory.bots.beliefs import Beliefs
from quartett.games.calcory.position import laid_out, played

CALCORY = game("calcory")


def chances(state: State, words: str, memory: Beliefs | None = None) -> dict[str, float]:
    found = calcory_advice.advise(state.view(state.active), memory)
    option = next(option for option in found.options if option.text.startswith(words))
    return {chance.code: chance.probability for chance in option.chances}


def remembered(state: State, notes: str, seat: int) -> tuple[State, Beliefs]:
    memory = Beliefs()
    for note in notes.split():
        event = Event(state.active, CALCORY.parse(note))
        memory.observe(state.redact(event, seat))
        state = state.apply(event)
    return state, memory


@pytest.mark.rule("CC-4", "CC-5")
def test_the_chances_of_a_new_card_are_those_of_the_deck() -> None:
    """9 shows; of the other 59 cards 5 make thirteen, and 35 or fewer are too much."""
    going_on = chances(played(laid_out("9"), "a1"), "turn a card")
    assert going_on["hit"] == pytest.approx(5 / 59)
    assert going_on["bust"] == pytest.approx((5 + 5 + 10 + 5 + 4) / 59)


@pytest.mark.rule("CC-4")
def test_a_second_zero_is_a_bust_too() -> None:
    going_on = chances(played(laid_out("04"), "a1 a2"), "turn a card")
    assert going_on["bust"] == pytest.approx(4 / 58)


@pytest.mark.rule("CC-6", "CC-7")
def test_stopping_has_no_bust_but_may_be_overbid() -> None:
    low = chances(played(laid_out("12"), "a1 a2"), "stop with 3")
    high = chances(played(laid_out("57"), "a1 a2"), "stop with 12")
    assert low["bust"] == high["bust"] == low["hit"] == 0.0
    assert high["overbid"] < 0.5 < low["overbid"]


@pytest.mark.rule("CC-7")
def test_a_stop_below_the_bid_comes_to_nothing() -> None:
    state = played(laid_out("93 12"), "a1 a2 . a3 a4")
    assert chances(state, "stop with 3")["overbid"] == 1.0


def test_memory_makes_a_known_thirteen_certain_and_best() -> None:
    state, memory = remembered(laid_out("94 6 77"), "a1 a3 a4 a5", 0)
    found = calcory_advice.advise(state.view(0), memory)
    assert found.options[0].text.startswith(("turn the 6", "turn the 7"))
    on = played(state, "a3")
    assert chances(on, "turn the 7", memory)["hit"] == 1.0


@pytest.mark.rule("CC-13")
def test_without_memory_the_advice_knows_only_the_view() -> None:
    bust = played(laid_out("99"), "a1 a2")
    assert calcory_advice.advise(bust.view(1)) == calcory_advice.advise(
        played(laid_out("88"), "a1 a2").view(1)
    )


def test_which_card_to_put_back() -> None:
    found = explain(CALCORY, played(laid_out("256"), "a1 a2 a3").view(0))
    assert {option.text for option in found.options} == {
        "put the 2 back",
        "put the 5 back",
        "put the 6 back",
    }


def test_every_option_is_legal_and_best_comes_first() -> None:
    state = played(laid_out("34 61"), "a1 a2 . a3")
    found = explain(CALCORY, state.view(1))
    for option in found.options:
        state.check(1, option.action)
    values = [option.value for option in found.options]
    assert values == sorted(values, reverse=True)
    assert explain(CALCORY, state.view(0)).options == ()
