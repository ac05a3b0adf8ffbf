"""Dice, rerolls, skulls."""

from collections import Counter
from fractions import Fraction
from math import factorial, prod
from random import Random

import pytest

from quartett import CHANCE, Event, IllegalAction
from quartett.games.calavera import Roll
from quartett.games.calavera.dice import FACES
from tests.rules.calavera.table import GAME, do, listed, refused, rerolls, rolled, table


@pytest.mark.rule("CV-1")
def test_six_dice_with_six_faces_all_equally_likely() -> None:
    state = table("", "")
    rng = Random(1)
    shown = Counter[str]()
    for _ in range(6000):
        roll = state.sample(rng)
        assert isinstance(roll, Roll) and len(roll.faces) == 6
        shown.update(roll.faces)
    assert set(shown) == {"orange", "green", "pink", "black", "rose", "skull"}
    assert all(5700 < count < 6300 for count in shown.values())


@pytest.mark.rule("CV-1")
def test_outcomes_are_multisets_with_exact_probabilities() -> None:
    outcomes = dict(table("", "").outcomes())
    assert len(outcomes) == 462
    assert sum(outcomes.values()) == 1
    assert outcomes[Roll(("skull",) * 6)] == Fraction(1, 46656)
    one_each = Roll(FACES)
    assert outcomes[one_each] == Fraction(factorial(6), 46656)
    for roll, chance in outcomes.items():
        assert isinstance(roll, Roll)
        ways = factorial(6) // prod(factorial(n) for n in Counter(roll.faces).values())
        assert chance == Fraction(ways, 6**6)


@pytest.mark.rule("CV-1")
@pytest.mark.parametrize(("dice", "count"), [("1", 6), ("12", 21), ("123", 56), ("12345", 252)])
def test_a_reroll_has_the_outcomes_of_its_dice(dice: str, count: int) -> None:
    state = do(table("", "", dice="oogprb"), 0, dice)
    assert len(list(state.outcomes())) == count


@pytest.mark.rule("CV-4")
def test_the_first_roll_is_of_all_six_dice() -> None:
    assert table("", "").rolling == (0, 1, 2, 3, 4, 5)
    with pytest.raises(IllegalAction, match="6 dice are in the air, not 5"):
        rolled(table("", ""), "ooooo")


@pytest.mark.rule("CV-4")
def test_any_chosen_dice_are_rerolled_and_the_others_stay() -> None:
    state = rolled(do(table("", "", dice="oogprb"), 0, "36"), "pp")
    assert state.faces == ("orange", "orange", "pink", "pink", "rose", "pink")


@pytest.mark.rule("CV-4")
def test_dice_put_aside_earlier_may_be_rerolled_later() -> None:
    state = rolled(do(table("", "", dice="oogprb"), 0, "3456"), "oooo")
    assert "12" in rerolls(state)
    state = rolled(do(state, 0, "12"), "gg")
    assert state.faces[:2] == ("green", "green")


@pytest.mark.rule("CV-4")
def test_there_are_at_most_two_rerolls() -> None:
    state = rolled(do(rolled(do(table("", "", dice="oogprb"), 0, "3"), "g"), 0, "3"), "g")
    assert not rerolls(state)
    refused(state, 0, "3", "no_rerolls")


@pytest.mark.rule("CV-4")
@pytest.mark.parametrize("roll", [1, 2, 3])
def test_the_player_may_stop_after_any_roll(roll: int) -> None:
    state = do(table("", "", dice="oogprb", roll=roll), 0, "o")
    assert state.active == 1 and state.rolling == (0, 1, 2, 3, 4, 5)


@pytest.mark.rule("CV-4")
def test_every_set_of_loose_dice_is_a_reroll() -> None:
    assert len(rerolls(table("", "", dice="oogprb"))) == 63
    assert len(rerolls(table("", "", dice="sogprs"))) == 15


@pytest.mark.rule("CV-5")
def test_a_skull_is_locked_and_never_rerolled() -> None:
    state = table("", "", dice="ossprb")
    assert not any("2" in note or "3" in note for note in rerolls(state))
    refusal = refused(state, 0, "12", "skull_locked")
    assert refusal.where == {"die": 1}
    assert "die 2" in refusal.message


@pytest.mark.rule("CV-5")
def test_a_skull_of_a_reroll_is_locked_too() -> None:
    state = rolled(do(table("", "", dice="oogprb"), 0, "36"), "sp")
    refused(state, 0, "3", "skull_locked")


@pytest.mark.rule("CV-6")
@pytest.mark.parametrize("dice", ["sssoog", "ssssss", "sssrrr"])
def test_three_skulls_end_the_turn_at_once(dice: str) -> None:
    state = table("o8", "", dice=dice)
    assert state.to_act == {1}
    refused(state, 0, "-", "others_choose")


@pytest.mark.rule("CV-6")
def test_three_skulls_after_a_reroll_end_the_turn_even_with_enough_roses() -> None:
    state = rolled(do(table("o8", "", dice="ssrrrb"), 0, "6"), "s")
    assert state.to_act == {1}
    refused(state, 0, "*o", "others_choose")
    refused(state, 0, "ro", "others_choose")


@pytest.mark.rule("CV-6")
def test_two_skulls_do_not_end_the_turn() -> None:
    state = table("", "", dice="ssoogg")
    assert state.to_act == {0}
    assert listed(state, 0) == {"o", "g"}


def test_a_reroll_names_at_least_one_die_and_none_twice() -> None:
    for dice in ([], [1, 1], [6], [-1], ["1"], [1.0], [True], None):
        with pytest.raises(IllegalAction) as caught:
            GAME.action({"do": "reroll", "dice": dice})
        assert caught.value.code == "malformed"


def test_the_order_in_which_dice_are_named_does_not_matter() -> None:
    assert GAME.action({"do": "reroll", "dice": [4, 0]}) == GAME.parse("15")


def test_chance_cannot_roll_when_nothing_is_in_the_air() -> None:
    state = table("", "", dice="oogprb")
    with pytest.raises(IllegalAction) as caught:
        state.apply(Event(CHANCE, GAME.parse(":oogprb")))
    assert caught.value.code == "not_chance"
