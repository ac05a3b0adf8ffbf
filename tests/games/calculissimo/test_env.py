"""Calculissimo in small moves: tile by tile, every play and exchange is reached in one way."""

import pytest

from quartett import Event
from quartett.envs import factored
from quartett.envs.factored import Draft
from quartett.games.calculissimo import Challenge, Play
from quartett.games.calculissimo.rules.position import arrange
from tests.envs.trees import check


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
