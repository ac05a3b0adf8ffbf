"""The library in WebAssembly is the library: the same replays, the same bots."""

import random
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import quartett
from quartett.bots import levels
from tests.browser.support.server import build_page
from tests.engine import twins
from tests.engine.node import run_in_wasm, run_without_numbers

GAMES = ["calavera", "calcory", "calculissimo", "cubus"]
DECISIONS = 6


def records(numbers: range) -> list[str]:
    """A random game of each game for each number: every variant in turn, any number of players."""
    return [_record(id, number) for id in GAMES for number in numbers]


def _record(id: str, number: int) -> str:
    game, seed = quartett.game(id), f"{id} {number}"
    variants = list(game.variants())
    players = random.Random(seed).choice(list(game.players))
    options = variants[number % len(variants)]
    record = quartett.play(game, ["random"] * players, seed=seed, options=options)
    return "\n".join(record.lines())


BOTS = [
    *((game, level, 2) for game in GAMES for level in levels(quartett.game(game))),
    ("calcory", "expert", 3),  # a network of its own
    ("calcory", "expert", 4),
]


class Outcomes(NamedTuple):
    """Of the same job."""

    here: dict[str, Any]
    wasm: dict[str, Any]
    plain: dict[str, Any]
    """By this Python without NumPy and Numba, which WebAssembly lacks too."""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Outcomes:
    build_page()
    folder, script = tmp_path_factory.mktemp("wasm"), Path(twins.__file__)
    job = {"records": records(range(6)), "choices": [(*bot, 5, DECISIONS) for bot in BOTS]}
    return Outcomes(
        twins.run(job),
        run_in_wasm(script, job, folder),
        run_without_numbers(script, job, folder),
    )


def test_replays_are_the_same(outcomes: Outcomes) -> None:
    assert len(outcomes.here["digests"]) == 24
    assert outcomes.wasm["digests"] == outcomes.here["digests"]


def test_bots_choose_the_same(outcomes: Outcomes) -> None:
    assert len(outcomes.plain["choices"]) == len(BOTS) >= 16
    assert outcomes.wasm["choices"] == outcomes.plain["choices"]


def test_they_choose_the_same_as_with_numpy(outcomes: Outcomes) -> None:
    pairs = zip(BOTS, outcomes.wasm["choices"], outcomes.here["choices"], strict=True)
    assert [bot for bot, there, here in pairs if there != here] == []
