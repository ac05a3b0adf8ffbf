"""Every code block of the README and the documentation works, or is listed here with the reason."""

import shlex
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tools.architecture.imports import ROOT

import quartett
from tests.documentation.blocks import blocks, commands, run, shown_whole, smaller
from tests.forks import quartett as quartett_run

ELSEWHERE = {
    "make ": "the suite and the fresh clone run them",
    "python3 -m venv": "the Makefile makes the virtual environment",
    "pip install": "the Makefile installs",
    ".venv/bin/pip install": "the Makefile installs",
    "/opt/quartett/bin/pip": "an upgrade of a host's server",
    "cp deploy/": "needs systemd",
    "systemctl": "needs systemd",
    "chown": "needs a host's database",
    "mv /var": "needs a host's database",
    "docker": "needs Docker",
    "cd deploy": "needs Docker",
    "cd web": "web/build.py runs these",
    "npm ": "web/build.py runs these",
    "python -m tools.solve_calavera": "needs an accelerator",
    "python -m tools.training.calavera": "needs an accelerator",
    "python -m tools.training.calcory": "takes minutes and a C++ compiler",
    "ray start": "needs a second machine",
    "quartett serve": "tests/server starts it with these options",
    ".venv/bin/quartett serve": "tests/server starts it with these options",
    "quartett backup": "tests/server/store/test_backup.py",
    "quartett restore": "tests/server/store/test_backup.py",
    "quartett admin": "tests/server/jobs/test_moderation.py",
    "source .venv": "the Makefile makes the virtual environment",
    "python first.py": "tests/documentation/test_quick_start.py",
    "python environment.py": "tests/documentation/test_quick_start.py",
    "python examples/socket_bot.py": "tests/server/socket/test_example_bot.py",
}
ENVIRONMENTS = "docs/guides/environments.md"
"""tests/envs/test_guide.py runs its blocks and uses what they define."""

QUICK_START = "docs/quickstart.md"
"""tests/documentation/test_quick_start.py does what it says, from top to bottom."""

TYPED = [
    (file, command)
    for file, command in commands()
    if file != QUICK_START and not command.startswith(tuple(ELSEWHERE)) and "--ray" not in command
]
PYTHON = [
    block
    for block in blocks()
    if block.language == "python"
    and block.file not in (ENVIRONMENTS, QUICK_START)
    and not shown_whole(block.text)
]


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """For each page a place like a clone, in which the records and bots exist that it names."""
    return cache(lambda file: clone(tmp_path_factory.mktemp("reader")))


def clone(folder: Path) -> Path:
    shutil.copytree(ROOT / "examples", folder / "examples")
    shutil.copy(ROOT / "examples" / "bots" / "steady.py", folder)
    quartett.play("calavera", ["easy", "easy"], seed=1).save(folder / "game.jsonl")
    for block in PYTHON:
        if "class MyBot" in block.text:
            (folder / "mybot.py").write_text(block.text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(("file", "command"), TYPED)
def test_a_command_works(file: str, command: str, folders: Callable[[str], Path]) -> None:
    program, *words = [
        word
        for part in shlex.split(smaller(command))
        for word in (sorted(map(str, folders(file).glob(part))) if "*" in part else [part])
    ]
    assert program.endswith("quartett"), f"{command!r} is neither run nor listed in ELSEWHERE"
    done = quartett_run(*words, cwd=folders(file))
    left = 130 if words[0] == "play" else 0  # the input ends, and so does the game
    assert done.returncode == left, done.stderr
    assert "forfeits:" not in done.stdout
    assert "Traceback" not in done.stderr


def test_each_reason_is_needed() -> None:
    lines = [command for _, command in commands()]
    unused = [start for start in ELSEWHERE if not any(line.startswith(start) for line in lines)]
    assert unused == []


@pytest.mark.parametrize("file", sorted({block.file for block in PYTHON}))
def test_python_runs_and_gives_what_is_shown(
    file: str, folders: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folders(file))
    monkeypatch.syspath_prepend(folders(file))
    names: dict[str, Any] = {"__name__": "block", "quartett": quartett}
    promises = 0
    for block in PYTHON:
        if block.file == file:
            promises += run(smaller(block.text), names)
    assert file != "README.md" or promises >= 2


def test_files_are_shown_whole() -> None:
    shown = {path.name for block in blocks() if (path := shown_whole(block.text))}
    assert {"steady.py", "goofspiel.py", "socket_bot.py"} <= shown


def test_the_check_of_promises_finds_a_wrong_one() -> None:
    for wrong in ("1 + 1  # 3: no", "1 / 1  # ZeroDivisionError: by zero", "1 / 0  # KeyError: x"):
        with pytest.raises(AssertionError):
            run(wrong, {})
    assert run("1 + 1  # 2: yes\n1 / 0  # ZeroDivisionError: … by zero\n3  # a number", {}) == 2


def test_every_block_names_its_language() -> None:
    known = {"sh", "python", "json", "toml", "js", "nginx", "caddy", "text"}
    assert [block for block in blocks() if block.language not in known] == []
