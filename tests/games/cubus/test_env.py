"""Cubus in small moves: column by column, every build is reached in one way."""

import random

import pytest
from msgspec.structs import replace

from quartett import View
from quartett.envs import factored
from quartett.games.cubus import Cards, Options
from quartett.games.cubus.rules import begin
from tests.envs.trees import check
from tests.games.cubus.positions import Position, small


@pytest.mark.parametrize("seed", range(3))
def test_the_walks_of_cubus_are_its_builds(seed: int) -> None:
    rng, form = random.Random(seed), factored("cubus", 2)
    for _ in range(6):
        view = _cubus(small(rng, 5))
        check(view, form.begin(view))


def _cubus(position: Position) -> View:
    stack, open, hand = position
    state = begin(2, Options(start_player=0))
    return replace(
        state, phase="build", stack=stack, open=open, hands=(hand, Cards()), turn=5
    ).view(0)
