"""A bot of one's own in every command that a game can be played or looked at with."""

import re
from pathlib import Path

import pytest

import quartett
from quartett.review import review
from tests.forks import quartett as run

BOTS = """
import quartett

class Zed(quartett.Bot):
    name = "Zed the First"

    def choose(self, view, deadline):
        print("a bot may print")
        return view.random_action(self.rng)

class Broken(quartett.Bot):
    def choose(self, view, deadline):
        return 1 / 0
"""
SHORT = ("-o", "sheet=short", "--seed", "1")
LINES = "o\ng\np\nb\nro\nrg\nrp\nrb\n-\n" * 200
"""A person who types everything until it is legal."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bots")
    (folder / "bots.py").write_text(BOTS)
    return folder


def played(folder: Path, *words: str) -> str:
    done = run("play", "calavera", *SHORT, *words, stdin=LINES, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "a bot may print" not in done.stdout
    return done.stdout


def test_a_person_plays_against_a_bot_of_their_own(folder: Path) -> None:
    out = played(folder, "--against", "zed,easy", "--code", "bots.py", "--record", "a.jsonl")
    assert "forfeited" not in out and re.search(r"^Zed the First \(zed\): \d+", out, re.MULTILINE)
    played(folder, "--against", "me=bots.py:Zed,easy", "--record", "b.jsonl")
    one, other = (quartett.Record.load(folder / name) for name in ("a.jsonl", "b.jsonl"))
    assert other.head.seats[1:] == ("Zed the First (me)", one.head.seats[2])
    assert one.events == other.events  # the same seed


TIDY = """
import random
import quartett
from habits import first

class Tidy(quartett.Bot):
    def choose(self, view, deadline):
        return first(view)
"""


def test_a_bot_may_import_a_module_beside_its_file(folder: Path, tmp_path: Path) -> None:
    """In the processes that play, too, and in any folder; what is installed comes first."""
    (tmp_path / "tidy.py").write_text(TIDY)
    (tmp_path / "habits.py").write_text("def first(view):\n    return next(iter(view.actions()))\n")
    (tmp_path / "random.py").write_text("raise RuntimeError('not the random that was meant')\n")
    code = ("--code", str(tmp_path / "tidy.py"))
    done = run("match", "calavera", "tidy", "random", "-n", "4", "--jobs", "2", *code, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^tidy .* 0$", done.stdout, re.MULTILINE)  # forfeits


def test_a_bot_that_fails_against_a_person_forfeits_and_its_line_is_named(folder: Path) -> None:
    out = played(folder, "--against", "broken", "--code", "bots.py")
    assert "Broken forfeited: ZeroDivisionError: division by zero (bots.py, line 13)" in out


def test_a_bot_that_is_in_no_file_is_refused(folder: Path) -> None:
    done = run("play", "calavera", "--against", "yed", "--code", "bots.py", cwd=folder)
    assert done.returncode == 2
    assert done.stderr.startswith("quartett: Calavera has no bot 'yed'; there are beginner")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("open('weights.npz')", "FileNotFoundError: [Errno 2] No such file or directory: 'weigh"),
        ("import sys; sys.exit(0)", "SystemExit: 0"),
        ("raise ValueError('one\\ntwo')", "ValueError: one two"),
    ],
)
def test_what_a_file_of_bots_raises_is_said_in_one_line(
    code: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "bad.py").write_text(code)
    done = run("match", "calavera", "bad.py", "easy", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"quartett: bad.py: {said}") and done.stderr.count("\n") == 1


def test_a_match_on_two_cores_plays_the_games_of_one(folder: Path) -> None:
    words = ("match", "calavera", "zed", "easy", "--code", "bots.py", "-n", "4", *SHORT)
    for jobs in ("1", "2"):
        done = run(*words, "--jobs", jobs, "--out", f"jobs-{jobs}", cwd=folder)
        assert done.returncode == 0, done.stderr
        assert re.search(r"^zed +4 .* 0$", done.stdout, re.MULTILINE)
    one, two = (sorted((folder / f"jobs-{jobs}").iterdir()) for jobs in ("1", "2"))
    assert [path.read_text() for path in one] == [path.read_text() for path in two]
    assert len(one) == 4


@pytest.fixture(scope="module")
def record(folder: Path) -> Path:
    """A game of a bot whose name no level has and that looks like markup of the terminal's."""
    file = folder / "named.jsonl"
    words = ("match", "calavera", "a[/b]:cat:=bots.py:Zed", "easy", "-n", "1", *SHORT)
    done = run(*words, "--out", "named", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "a[/b]:cat: " in done.stdout
    (folder / "named" / "calavera-000001.jsonl").rename(file)
    return file


@pytest.mark.parametrize("command", ["verify", "replay", "review"])
def test_a_record_of_a_bot_of_one_s_own_is_read_by_every_command(
    command: str, record: Path
) -> None:
    done = run(command, str(record))
    assert (done.returncode, done.stderr) == (0, "")
    assert command == "verify" or "a[/b]:cat:" in done.stdout


def test_several_records_of_a_bot_of_one_s_own_are_reviewed_together(record: Path) -> None:
    done = run("review", str(record), str(record))
    assert done.returncode == 0, done.stderr
    assert re.search(r"^a\[/b\]:cat: +(pick|reroll|use)", done.stdout, re.MULTILINE)


def test_a_bot_of_one_s_own_is_reviewed_as_any_player(record: Path) -> None:
    found = review(quartett.Record.load(record))
    assert {seat.name for seat in found.seats} == {"a[/b]:cat:", "easy"}
    assert all(seat.kinds for seat in found.seats)


def test_a_tournament_prints_names_as_they_are(folder: Path) -> None:
    bots = "a[b]:cat:=bots.py:Zed,easy"
    words = ("tournament", "calavera", "--bots", bots, "--players", "2", "--games", "2")
    done = run(*words, *SHORT, "--out", "cup", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "a[b]:cat: " in done.stdout
