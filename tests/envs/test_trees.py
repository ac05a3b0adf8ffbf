"""All ways to finish a turn in small moves are the legal actions, each once."""

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from msgspec.structs import replace

from quartett import Action, Event, View
from quartett.envs.factored import Draft, factored
from quartett.games.calculissimo import Challenge, Play
from quartett.games.calculissimo.board.position import arrange
from quartett.games.cubus import Cards, Options
from quartett.games.cubus.rules import begin
from tests.games.cubus.positions import Position, small


def ends(draft: Draft) -> Iterator[Action]:
    """Every action that some legal moves lead to; no way leads nowhere."""
    legal = np.flatnonzero(draft.mask)
    assert len(legal), f"after {draft.made} no move is legal"
    for move in legal:
        made = draft.follow(int(move))
        if isinstance(made, Draft):
            yield from ends(made)
        else:
            yield made


def check(view: View, draft: Draft) -> int:
    reached = Counter(ends(draft))
    assert set(reached) == set(view.actions())
    assert max(reached.values()) == 1
    return len(reached)


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


@pytest.mark.parametrize(
    "board, rack",
    [
        (".", "6:2+9"),
        ("///////.....6:2+9", "4-+37"),
        ("///////.....6:2+9", "8?"),
        ("///////.....6:2+9/........+/........1", "5-3?"),
        ("///////.....6:2+9", "1112"),
    ],
)
def test_the_tiles_of_calculissimo_are_its_plays_and_exchanges(board: str, rack: str) -> None:
    view = arrange(board, rack, "1").view(0)
    assert check(view, factored("calculissimo", 2).begin(view)) > 2


def test_a_challenge_game_lets_wrong_plays_be_laid_and_any_points_be_announced() -> None:
    state = arrange("////..6-2", "8+", "1", edition="children", challenge=True)
    form = factored("calculissimo", 2, state.options)
    draft = form.begin(state.view(0))
    wrong = form.game.parse("5f 8 =907")
    *begun, last = draft.path(wrong)
    for move in begun:
        after = draft.then(move)
        assert isinstance(after, Draft)
        draft = after
    assert draft.then(last) == wrong
    state.check(0, wrong)


def test_what_a_correct_play_counts_can_be_announced_in_one_move() -> None:
    state = arrange("////..6-2", "+1", "1", edition="children", challenge=True)
    form = factored("calculissimo", 2, state.options)
    right = form.game.parse("5f +1")
    draft = form.begin(state.view(0))
    for move in draft.path(right):
        after = draft.then(move)
        assert isinstance(after, Draft)
        draft = after
    play = draft.then(form.moves["count"])
    assert isinstance(play, Play) and play.announce == 5
    laid = state.apply(Event(0, play))
    assert laid.apply(Event(1, Challenge())).scores()[0] == 5
