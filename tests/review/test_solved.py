"""Reviews of Calavera for two beside the solved game, which judged the games in these files."""

from pathlib import Path

import numpy as np
from tools.solve_calavera.reviews import regrets

from quartett.review.report import THRESHOLDS

HERE = Path(__file__).parent
GAMES = 3


def test_a_review_of_perfect_play_shows_no_mistake() -> None:
    said, exact = regrets(HERE / "perfect.npz", GAMES)
    assert len(said) == len(exact) > 200
    assert exact.max() == 0
    assert said.max() < THRESHOLDS["small"]


def test_a_review_says_what_was_given_away() -> None:
    said, exact = regrets(HERE / "whims.npz", GAMES)
    assert (exact >= THRESHOLDS["blunder"]).any()
    assert np.abs(said - exact).max() < 0.01
    assert np.abs(said - exact).mean() < 0.0005
