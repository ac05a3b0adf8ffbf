"""The quick start, typed from top to bottom in one folder."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.documentation.blocks import COMMENT, Block, blocks, smaller
from tests.documentation.test_blocks import QUICK_START
from tests.forks import quartett
from tests.server.host import Host

FILE = re.compile(r"# (\w+\.py)\n")
"""The first line of a program: the name to save it under."""
INSTALLING = ("python3 -m venv", "source ", "pip install")
PLAYED = "o\ng\np\nb\nro\nrg\nrp\nrb\n-\n" * 200
"""A person who types everything until it is legal."""


@pytest.fixture(scope="module")
def shown() -> list[Block]:
    return [block for block in blocks() if block.file == QUICK_START]


def typed(shown: list[Block]) -> Iterator[str]:
    for block in shown:
        if block.language == "sh":
            yield from (COMMENT.sub("", line).strip() for line in block.text.splitlines())


@pytest.fixture(scope="module")
def folder(shown: list[Block], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where all of it has been done but the server."""
    folder = tmp_path_factory.mktemp("start")
    for block in shown:
        if block.language == "python":
            name = FILE.match(block.text)
            assert name is not None, "a program of the quick start begins with its name"
            (folder / name[1]).write_text(block.text, encoding="utf-8")
            continue
        for line in typed([block]):
            if not line.startswith((*INSTALLING, "quartett serve")):
                done = run(line, folder)
                assert done.returncode == 0, f"{line}: {done.stderr}"
                assert "forfeits:" not in done.stdout and "forfeited" not in done.stdout
    return folder


def run(line: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    program, *words = shlex.split(smaller(line))
    if program == "quartett":
        return quartett(*words, stdin=PLAYED, cwd=folder)
    assert program == "python", f"{line!r} cannot be typed"
    command = [sys.executable, *words]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=120, cwd=folder
    )


def test_what_is_typed_leaves_what_the_page_says(folder: Path) -> None:
    assert (folder / "cup" / "report.html").exists()
    assert list((folder / "cup").glob("*.parquet"))
    assert run("quartett verify first.jsonl", folder).stdout.count("✓") == 4


def test_the_first_server_offers_the_first_bot(folder: Path, shown: list[Block]) -> None:
    (line,) = (line for line in typed(shown) if line.startswith("quartett serve"))
    words = shlex.split(line)[2:]
    assert words == ["--code", "mybot.py", "--browser"]
    bot = str(folder / "mybot.py")
    with Host(str(folder / "q.db"), "--code", bot) as host:
        games = httpx.get(f"{host.url}/api/games", timeout=60).json()
    offered = {game["id"]: [bot["level"] for bot in game["levels"]] for game in games}
    assert "mybot" in offered["calavera"] and "mybot" not in offered["cubus"]
