"""Distributions of others that are installed and cannot be loaded."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

RAISING = "raise OSError('no cards here\\nand more')"


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A module that is missing, one that raises, and one that holds no game."""
    folder = tmp_path_factory.mktemp("site")
    install(folder, "lost", "lost_cards:Game")
    install(folder, "torn", "torn_cards:Game")
    install(folder, "alien", "alien_cards:Game")
    (folder / "torn_cards.py").write_text(RAISING, encoding="utf-8")
    (folder / "alien_cards.py").write_text("Game = dict", encoding="utf-8")
    return folder


def install(folder: Path, id: str, value: str) -> None:
    info = folder / f"{id}_game-1.2.dist-info"
    info.mkdir()
    head = f"Metadata-Version: 2.1\nName: {id}-game\nVersion: 1.2\n"
    (info / "METADATA").write_text(head, encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[quartett.games]\n{id} = {value}\n", encoding="utf-8")


def quartett(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(
        [sys.executable, "-m", "quartett", *arguments],
        env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip


@pytest.mark.parametrize("command", ["games", "--help"])
def test_games_that_cannot_be_loaded_are_a_line_each_and_the_others_stay(
    broken: Path, command: str
) -> None:
    done = quartett(broken, command)
    assert done.returncode == 0
    assert ("calavera" if command == "games" else "moves") in done.stdout
    assert not any(id in done.stdout for id in ("lost", "torn", "alien"))
    assert sorted(done.stderr.splitlines()) == [
        "the game 'alien' (alien_cards:Game) of the distribution alien-game 1.2 is not a Game",
        "the game 'lost' (lost_cards:Game) of the distribution lost-game 1.2 cannot be loaded: "
        "ModuleNotFoundError: No module named 'lost_cards'",
        "the game 'torn' (torn_cards:Game) of the distribution torn-game 1.2 cannot be loaded: "
        "OSError: no cards here",
    ]


def test_who_names_such_a_game_reads_why(broken: Path) -> None:
    done = quartett(broken, "rules", "torn")
    assert done.returncode == 2
    assert done.stderr.startswith("quartett: the game 'torn' (torn_cards:Game)")
    assert len(done.stderr.splitlines()) == 1
