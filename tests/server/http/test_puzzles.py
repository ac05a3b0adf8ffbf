"""The puzzles of a day: a hard one, and an easier one for newcomers."""

import pytest

from quartett.core.parts import part
from quartett.core.state import View
from quartett.hosting.puzzles import FEW, SolvedPuzzle, make_puzzles
from quartett.review.puzzles import Puzzles

DAYS = ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19"]
"""Two of each game that has puzzles."""


@pytest.fixture(scope="module", params=DAYS)
def day(request: pytest.FixtureRequest) -> tuple[SolvedPuzzle, SolvedPuzzle]:
    made = make_puzzles(request.param)
    return made[request.param], made[f"{request.param}-easy"]


def effort(puzzle: SolvedPuzzle) -> int:
    puzzles = part(puzzle.game, Puzzles[View])
    assert puzzles is not None
    view = puzzle.state.view(puzzle.shown.seat)
    return puzzles.effort(view, puzzle.game.action(puzzle.best))


def test_the_easier_one_needs_few_pieces(day: tuple[SolvedPuzzle, SolvedPuzzle]) -> None:
    hard, easy = day
    assert 0 < effort(easy) <= FEW
    assert effort(easy) < effort(hard)
    assert easy.shown.best < hard.shown.best


def test_where_few_pieces_score_most_the_easier_one_is_another() -> None:
    day = "2026-11-20"
    hard, easy = make_puzzles(day).values()
    assert effort(hard) <= FEW
    assert easy.shown.best < hard.shown.best
    assert effort(easy) <= FEW


def test_both_solutions_are_legal_and_score_what_they_say(
    day: tuple[SolvedPuzzle, SolvedPuzzle],
) -> None:
    for puzzle in day:
        assert puzzle.try_action(puzzle.best).code is None
        assert puzzle.points(puzzle.best) == puzzle.shown.best


def test_the_hard_one_brings_the_easier_one_along(day: tuple[SolvedPuzzle, SolvedPuzzle]) -> None:
    hard, easy = day
    assert hard.shown.easier == easy.shown
    assert easy.shown.easier is None
