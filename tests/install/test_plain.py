"""Without NumPy and Numba: the same games, bots and advice, only slower."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import quartett
from quartett.bots import levels

SRC = Path(quartett.__file__).parents[1]
ABSENT = ("numpy", "numba", "llvmlite", "starlette", "uvicorn", "openskill", "pyarrow")
MSGSPEC_ONLY = (*ABSENT, "rich", "typer")
# Time decides nothing: a search that ends with the clock comes later in a game, or has no end here.
# What only compiled kernels can do is left out.
BEGUN = """
import math
from itertools import islice
from quartett.bots import find_bot
from quartett.bots.match import Match
from quartett.core.registry import game as find_game

def begun(game, level):
    bot = find_bot(find_game(game), level)
    patient = type("Patient", (bot,), dict(WEIGHS=math.inf, solves=False))
    bots = [patient(1), find_bot(find_game(game), "easy")(2)]
    match = Match(game, bots, seed=f"plain/{level}", forfeit=False)
    return "\\n".join(f"{event.actor} {event.action}" for event in islice(match.steps(), 40))
"""
ALL_LEVELS = f"""{BEGUN}
import sys
for level in sys.argv[2:]:
    print(begun(sys.argv[1], level), end="\\0")
"""


@pytest.fixture(scope="module")
def absent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of modules that cannot be imported: that is all that missing ones are."""
    folder = tmp_path_factory.mktemp("absent")
    for name in MSGSPEC_ONLY:
        (folder / f"{name}.py").write_text(f"raise ImportError({name!r})")
    return folder


def run(code: str, *words: str, absent: Path) -> str:
    path = os.pathsep.join(map(str, (absent, SRC)))
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        env={**os.environ, "PYTHONPATH": path, "QUARTETT_KERNELS": "plain"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.parametrize("game", ["calavera", "calcory", "calculissimo", "cubus"])
def test_every_level_plays_the_same_game_without_numpy(game: str, absent: Path) -> None:
    names = levels(quartett.game(game))
    here: dict[str, Any] = {}
    exec(BEGUN, here)
    alone = run(ALL_LEVELS, game, *names, absent=absent).split("\0")[:-1]
    for level, played in zip(names, alone, strict=True):
        assert played and played == here["begun"](game, level), (game, level)


RULES = """
import random, sys
import quartett, quartett.tables.table, quartett.tables.viewing.viewer, quartett.tables.viewing.text
from quartett.bots import hint
for id in {games}:
    game = quartett.game(id)
    state, rng = game.start(2), random.Random(5)
    for _ in range(25):
        if state.over:
            break
        if state.is_chance:
            state = state.apply(quartett.Event(quartett.CHANCE, state.sample(rng)))
            continue
        seat = min(state.to_act)
        view = state.view(seat)
        assert quartett.core.parts.words(game).legend is not None
        quartett.core.parts.page(game).offers(view)
        state = state.apply(quartett.Event(seat, state.random_action(seat, rng)))
    assert hint(game, state.view(min(state.to_act, default=None)), ()) is not None
print(sorted(set(sys.modules) & set({absent})))
"""


def test_rules_views_offers_and_hints_need_msgspec_only(absent: Path) -> None:
    games = ["calavera", "calcory", "calculissimo", "cubus"]
    assert run(RULES.format(games=games, absent=MSGSPEC_ONLY), absent=absent).strip() == "[]"
