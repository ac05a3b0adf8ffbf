"""Without NumPy and Numba: the same games, bots and advice, only slower."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import quartett
from quartett.bots import levels

SRC = Path(quartett.__file__).parents[1]
ABSENT = ("numpy", "numba", "llvmlite", "litestar", "uvicorn", "openskill", "pyarrow")
MSGSPEC_ONLY = (*ABSENT, "rich", "typer")
GAME = """
import sys, quartett
record = quartett.play({game!r}, [{level!r}, "easy"], seed={seed!r})
print("\\n".join(f"{{event.actor}} {{event.action}}" for event in record.events[:60]))
"""


@pytest.fixture(scope="module")
def absent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of modules that cannot be imported: that is all that missing ones are."""
    folder = tmp_path_factory.mktemp("absent")
    for name in MSGSPEC_ONLY:
        (folder / f"{name}.py").write_text(f"raise ImportError({name!r})")
    return folder


def run(code: str, *paths: Path) -> str:
    path = os.pathsep.join(map(str, (*paths, SRC)))
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path, "QUARTETT_KERNELS": "plain"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@cache
def played(game: str, level: str, seed: str) -> str:
    record = quartett.play(game, [level, "easy"], seed=seed)
    return "\n".join(f"{event.actor} {event.action}" for event in record.events[:60])


@pytest.mark.parametrize("game", ["calavera", "calcory", "calculissimo", "cubus"])
def test_every_level_plays_the_same_game_without_numpy(game: str, absent: Path) -> None:
    """A level that thinks until a deadline has none here, so that time decides nothing."""
    for level in levels(quartett.game(game)):
        seed = f"plain/{level}"
        code = GAME.format(game=game, level=level, seed=seed)
        alone = run(code, absent).strip()
        assert alone
        if (game, level) != ("calavera", "expert"):  # for two it has its network from NumPy
            assert alone == played(game, level, seed).strip(), (game, level)


RULES = """
import random, sys
import quartett, quartett.tables.table, quartett.tables.viewer, quartett.tables.text
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
    assert run(RULES.format(games=games, absent=MSGSPEC_ONLY), absent).strip() == "[]"
