"""The game that the guide makes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import quartett
from quartett.testing import conform
from tests.arena.processes import QUARTETT, run

ROOT = Path(__file__).parent.parent.parent


def test_the_game_of_the_guide_is_short_and_conforms() -> None:
    lines = (ROOT / "examples" / "goofspiel" / "goofspiel.py").read_text().splitlines()
    assert len(lines) < 150
    report = conform(quartett.game("goofspiel"), games=12)
    assert report.games == 12 * 4
    assert report.changed["bid"] > 30 < report.hidden["bid"]


def test_goofspiel_is_played_by_its_rules() -> None:
    game = quartett.game("goofspiel")
    state = game.start(3, game.options({"cards": 4}))
    for text in ("#3", "4", "4", "1", "#4", "3", "2", "2", "#1", "1", "3", "4"):
        action = game.parse(text)
        seat = min(state.to_act, default=0)
        event = quartett.Event(quartett.CHANCE if state.is_chance else seat, action)
        state = state.apply(event)
    assert state.scores() == (4, 0, 1)  # a tie for 3, then the highest bids take 4 and 1
    with pytest.raises(quartett.IllegalAction, match="this prize is not turned over"):
        state.check(quartett.CHANCE, game.parse("#4"))
    state = state.apply(quartett.Event(quartett.CHANCE, game.parse("#2")))
    with pytest.raises(quartett.IllegalAction, match="you do not hold 4"):
        state.check(0, game.parse("4"))


def test_goofspiel_plays_in_the_terminal(tmp_path: Path) -> None:
    words = ("play", "goofspiel", "--against", "random", "--seed", "1", "--record", "g.jsonl")
    done = subprocess.run(
        [QUARTETT, *words],
        input="9\n3\nx\n7\n6\n5\n4\n2\n1\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
        timeout=60,
        env={**os.environ, "COLUMNS": "140"},
    )
    assert done.returncode == 0, done.stderr
    assert "you do not hold 9" in done.stdout
    assert "a bid is the number of a card, not 'x'" in done.stdout
    assert "your cards: 1 2 3 4 5 6 7" in done.stdout
    assert run("verify", "g.jsonl", cwd=tmp_path).returncode == 0


SCRIPT = """
import quartett
from quartett.arena import Series
from quartett.arena.entrants import Entrant
def main():
    series = Series("calavera", (Entrant("easy"), Entrant("easy")), 2, 1, {"sheet": "short"})
    print(len(list(series.run(2))), "games")
"""


def scripted(folder: Path, text: str) -> "subprocess.CompletedProcess[str]":
    (folder / "script.py").write_text(text)
    command = [sys.executable, str(folder / "script.py")]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def test_a_script_that_starts_processes_runs_as_a_file(tmp_path: Path) -> None:
    done = scripted(tmp_path, SCRIPT + 'if __name__ == "__main__":\n    main()\n')
    assert (done.returncode, done.stdout) == (0, "2 games\n"), done.stderr


def test_a_missing_main_guard_is_named(tmp_path: Path) -> None:
    done = scripted(tmp_path, SCRIPT + "main()\n")
    assert done.returncode == 1
    assert "each new process runs this script from the top" in done.stderr
    assert 'if this is a script, put what it does under `if __name__ == "__main__":`' in done.stderr
    assert "bootstrapping" not in done.stderr
