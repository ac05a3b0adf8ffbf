"""The suite every game must pass, and properties of whole games."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from quartett import CHANCE, Event, game
from quartett.games.calcory import Options, State
from quartett.testing import conform

CALCORY = game("calcory")


def test_conforms() -> None:
    report = conform(CALCORY, games=8)
    assert report.changed["deal"] > 50
    assert report.changed["return"] > 50


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), players=st.integers(2, 4))
def test_no_card_is_lost_and_every_game_ends(seed: int, players: int) -> None:
    rng, state = random.Random(seed), CALCORY.start(players)
    while not state.over:
        assert isinstance(state, State)
        if state.is_chance:
            state = state.apply(Event(CHANCE, state.sample(rng)))
            continue
        assert _cards(state) == 60
        assert state.sum < 13
        state = state.apply(Event(state.active, state.random_action(state.active, rng)))
    assert isinstance(state, State)
    assert _cards(state) == 60
    assert state.turns <= 500


@settings(max_examples=20)
@given(seed=st.integers(0, 2**32))
def test_a_short_bound_is_kept(seed: int) -> None:
    rng, state = random.Random(seed), CALCORY.start(2, Options(max_turns=7))
    while not state.over:
        if state.is_chance:
            event = Event(CHANCE, state.sample(rng))
        else:
            seat = min(state.to_act)
            event = Event(seat, state.random_action(seat, rng))
        state = state.apply(event)
    assert state.view(None).turns <= 7


def _cards(state: State) -> int:
    on_table = sum(card is not None for card in state.cards)
    return on_table + len(state.taken) + sum(state.piles)
