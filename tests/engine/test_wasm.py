"""The library in WebAssembly is the library: the same replays, the same bots."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

import quartett
from quartett.bots import levels
from tests.browser.server import build_page
from tests.engine import twins
from tests.engine.node import run_in_wasm

GAMES = ["calavera", "calcory", "calculissimo", "cubus"]
DECISIONS = 6


def records(games: int) -> list[str]:
    """Random games of every variant, in turn."""
    rng = random.Random(20)
    texts = []
    for id in GAMES:
        game = quartett.game(id)
        variants = list(game.variants())
        for number in range(games):
            options = variants[number % len(variants)]
            players = rng.choice(list(game.players))
            bots = ["random"] * players
            record = quartett.play(game, bots, seed=f"{id} {number}", options=options)
            texts.append("\n".join(record.lines()))
    return texts


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], dict[str, Any]]:
    """Of the same job: here, and in WebAssembly."""
    build_page()
    asked = [(game, level, 5, DECISIONS) for game in GAMES for level in levels(quartett.game(game))]
    job = {"records": records(games=6), "choices": asked}
    there = run_in_wasm(Path(twins.__file__), job, tmp_path_factory.mktemp("wasm"))
    return twins.run(json.loads(json.dumps(job))), there


def test_replays_are_the_same(outcomes: tuple[dict[str, Any], dict[str, Any]]) -> None:
    here, there = outcomes
    assert len(here["digests"]) == 24
    assert there["digests"] == here["digests"]


def test_bots_choose_the_same(outcomes: tuple[dict[str, Any], dict[str, Any]]) -> None:
    here, there = outcomes
    assert len(here["choices"]) == 16
    assert there["choices"] == here["choices"]
