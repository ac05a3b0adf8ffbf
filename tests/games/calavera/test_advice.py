"""Advice: all options, best first, with chances that are true."""

import random

import pytest

from quartett import CHANCE, Event
from quartett.bots import explain
from quartett.games.calavera import State
from quartett.games.calavera.bots.planners import Expert
from tests.rules.calavera.table import GAME, do, table


def test_every_option_is_there_best_first() -> None:
    state = table("o8", "", dice="rroogs")
    advice = explain(GAME, state.view(0))
    values = [option.value for option in advice.options]
    assert values == sorted(values, reverse=True)
    texts = {option.text for option in advice.options}
    assert {"mark orange", "mark green", "freeze orange", "mark pink with the roses"} <= texts
    assert len([o for o in advice.options if o.text.startswith("reroll")]) == 3 * 3 * 2 - 1
    assert all(state.check(0, option.action) is None for option in advice.options)  # type: ignore[func-returns-value]


def test_the_best_option_is_what_the_expert_does() -> None:
    for dice, roll in [("rroogs", 1), ("ooogpb", 2), ("ssrrgb", 3)]:
        view = table("o8 g4", "p7", dice=dice, roll=roll).view(0)
        best = explain(GAME, view).options[0].action
        assert best == Expert(1).choose(view, float("inf"))


def test_consequences_are_told_in_words() -> None:
    view = table("o8 g9 p9 b10 +4 +5", "", dice="rrbbog").view(0)
    told = {o.text: [c.text for c in o.chances] for o in explain(GAME, view).options}
    assert told["freeze orange"] == ["orange is safe at 6"]
    assert told["mark black"] == ["black freezes in the death zone at 0"]
    assert told["mark orange"] == [
        "orange stands at box 9, 8 points so far",
        "reaches the line after box 9",
    ]


def test_pickers_are_advised_too_and_spectators_are_not() -> None:
    state = do(table("", "o4", dice="sooggb"), 0, "o")
    advice = explain(GAME, state.view(1))
    assert {str(option.action) for option in advice.options} == {"g", "b"}
    assert explain(GAME, state.view(None)).options == ()
    assert explain(GAME, state.view(0)).options == ()


def test_without_a_network_values_are_points() -> None:
    view = table("", "", dice="ooogpb", pad="short").view(0)
    advice = explain(GAME, view)
    assert advice.unit in ("points", "win")
    assert advice.options


def test_the_chance_to_freeze_is_the_share_of_games_in_which_it_happens() -> None:
    """Play the advised way a thousand times, and count."""
    state = table("o10 g4 p4 b4 +4", "o5 g5 p5 b5 +2", dice="rroogb", roll=1)
    option = explain(GAME, state.view(0)).options[0]
    chances = {(c.code, c.values.get("row")): c.probability for c in option.chances}
    rng, tries = random.Random(1), 1000
    frozen = cursed = 0
    for _ in range(tries):
        end = turn_end(state.apply(Event(0, option.action)), rng)
        frozen += end == "*o"
        cursed += end == ""
    assert frozen / tries == pytest.approx(chances[("freeze", "orange")], abs=0.05)
    assert cursed / tries == pytest.approx(chances[("curse", None)], abs=0.03)


def turn_end(state: State, rng: random.Random) -> str:
    """Follow the expert to the end of the turn: its last note, nothing after a curse."""
    expert = Expert(1)
    while True:
        state = state.apply(Event(CHANCE, state.sample(rng)))
        if state.phase == "pick":
            return ""
        action = expert.choose(state.view(0), float("inf"))
        if not str(action).isdigit():
            return str(action)
        state = state.apply(Event(0, action))
