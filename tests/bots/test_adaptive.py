"""The level that fits: it follows results within a few games, as the page has it too."""

import json
import random
from pathlib import Path

import pytest

from quartett.bots import LEVELS, LevelResult, suited_level

SHARED = Path(__file__).parents[2] / "web" / "src" / "lib" / "level" / "suited.json"


def test_the_page_finds_the_same_levels() -> None:
    """The page has its own copy of the function; both answer as this file says."""
    told = json.loads(SHARED.read_text(encoding="utf-8"))
    assert tuple(told["levels"]) == LEVELS
    for case in told["cases"]:
        results = [LevelResult(**result) for result in case["results"]]
        assert suited_level(LEVELS, results) == case["level"]


def test_the_first_opponent_is_the_weakest() -> None:
    assert suited_level(LEVELS, []) == LEVELS[0]


def test_whoever_always_wins_meets_the_hard_one_in_the_sixth_game() -> None:
    assert LEVELS.index("hard") <= LEVELS.index(met(6, lambda _: 1.0)[-1])


def test_whoever_then_always_loses_is_back_at_the_bottom() -> None:
    levels = met(20, lambda game: float(game < 6))
    assert levels[-1] == LEVELS[0]


@pytest.mark.parametrize("true", range(len(LEVELS)))
def test_a_player_of_a_level_meets_that_level(true: int) -> None:
    """Played out: games are won with the chances that levels have against each other."""
    rng, seen = random.Random(true), []
    for _ in range(60):
        levels: list[str] = []

        def won(_: int, levels: list[str] = levels) -> float:
            gap = true - LEVELS.index(levels[-1])
            return float(rng.random() < 1 / (1 + 3.0**-gap))

        met(20, won, levels)
        seen += [LEVELS.index(level) for level in levels[8:]]
    assert abs(sum(seen) / len(seen) - true) < 0.7


def met(games: int, won: object, levels: list[str] | None = None) -> list[str]:
    """The levels met in this many games."""
    assert callable(won)
    levels = [] if levels is None else levels
    results: list[LevelResult] = []
    for game in range(games):
        levels.append(suited_level(LEVELS, results))
        results.append(LevelResult(levels[-1], won(game)))
    return levels
