"""The example bot is what it says: a whole program that plays whole games from outside."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.host import Host
from tests.server.player import Visitor

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples" / "socket_bot.py"
SHORT: dict[str, dict[str, Any]] = {
    "calavera": {"sheet": "short"},
    "calcory": {"max_turns": 30},
    "calculissimo": {},
    "cubus": {},
}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(str(tmp_path_factory.mktemp("bots") / "quartett.db")) as app:
        yield app


@pytest.mark.parametrize("game", SHORT)
def test_plays_a_whole_game(host: Host, game: str) -> None:
    visitor = Visitor(host)
    table = visitor.table(game, "open", "open", options=SHORT[game])
    programs = [_sit_down(host, table, seat) for seat in range(2)]
    try:
        _wait_until_taken(visitor, table)
        visitor.do(table, "start")
        results = [json.loads(program.communicate(timeout=120)[0]) for program in programs]
    finally:
        for program in programs:
            program.kill()
            program.wait()
    about = visitor.get(f"/api/tables/{table}")
    assert about["stage"] == "over"
    assert [seat["program"] for seat in about["seats"]] == [True, True]
    assert results == [about["result"]] * 2


def test_stands_in_the_guide_as_it_runs() -> None:
    guide = (ROOT / "docs" / "guides" / "socket-bots.md").read_text(encoding="utf-8")
    assert f"```python\n{EXAMPLE.read_text(encoding='utf-8')}```" in guide


def _sit_down(host: Host, table: str, seat: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, str(EXAMPLE), host.url, table, str(seat)],
        stdout=subprocess.PIPE,
    )


def _wait_until_taken(visitor: Visitor, table: str) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        seats = visitor.get(f"/api/tables/{table}")["seats"]
        if all(seat["kind"] == "person" for seat in seats):
            return
        time.sleep(0.05)
    raise AssertionError("the programs did not sit down")
