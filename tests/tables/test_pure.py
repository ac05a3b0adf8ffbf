"""The table layer needs nothing but msgspec: it runs in a browser too."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("offline.py")
SERVER_ONLY = ("asyncio", "sqlite3", "starlette", "uvicorn", "psycopg", "cryptography")
NUMBERS = ("numpy", "numba")


@pytest.mark.parametrize(
    "game",
    [
        "calavera",
        "calcory",
        "calculissimo",
        "cubus",
    ],
)
def test_a_game_is_played_by_commands_alone(game: str) -> None:
    play(game, *SERVER_ONLY, *NUMBERS)


def test_cubus_is_played_without_event_loop_and_database() -> None:
    play("cubus", *SERVER_ONLY)


def play(game: str, *blocked: str) -> None:
    run = subprocess.run(
        [sys.executable, str(PROGRAM), game, *blocked],
        capture_output=True, text=True, timeout=300, env={**os.environ, "PYTHONHASHSEED": "1"},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert run.stdout == "played\n"
