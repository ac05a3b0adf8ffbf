"""A person plays in a terminal: by keys, or by lines where there is none."""

import os
from pathlib import Path

import pexpect
import pytest

import quartett
from quartett.core import parts
from quartett.terminal.person import folded
from tests.forks import quartett as run
from tests.terminal.test_cli import QUARTETT


def test_a_whole_game_by_lines(tmp_path: Path) -> None:
    """Without a terminal every line is an action; wrong ones are refused and the game goes on."""
    lines = "o\ng\np\nb\nro\nrg\nrp\nrb\n-\n" * 200
    done = run(
        "play",
        "calavera",
        "--against",
        "easy",
        "--seed",
        "1",
        "--record",
        "g.jsonl",
        stdin=lines,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "no die shows" in done.stdout and "★" in done.stdout
    assert run("verify", "g.jsonl", cwd=tmp_path).returncode == 0


def test_leaving_keeps_the_record(tmp_path: Path) -> None:
    done = run("play", "calavera", "--seed", "1", "--record", "g.jsonl", stdin="o\n", cwd=tmp_path)
    assert done.returncode == 130 and "You left the table." in done.stdout
    kept = run("verify", "g.jsonl", cwd=tmp_path)
    assert kept.returncode == 0 and "the game is not over" in kept.stdout


@pytest.mark.parametrize("place", ["none/g.jsonl", "."])
def test_a_record_that_cannot_be_written_is_refused_before_the_game(
    place: str, tmp_path: Path
) -> None:
    done = run("play", "calavera", "--record", place, stdin="o\n", cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert "quartett: cannot write" in done.stderr
    assert done.stdout == ""


def test_a_question_mark_prints_the_rules_where_lines_are_read() -> None:
    done = run("play", "calavera", "--seed", "1", stdin="?\no\n")
    assert "Each player has a sheet with four rows" in done.stdout


@pytest.fixture
def terminal(tmp_path: Path) -> "pexpect.spawn[str]":
    return pexpect.spawn(
        QUARTETT,
        ["play", "calavera", "--against", "easy", "--seed", "3", "-o", "start_player=0"],
        cwd=str(tmp_path),
        encoding="utf-8",
        dimensions=(50, 140),
        timeout=120,
        env={**os.environ, "TERM": "xterm-256color"},
    )


def test_keys_hints_and_undo_of_a_selection_in_a_terminal(terminal: "pexpect.spawn[str]") -> None:
    terminal.expect("You> ")
    terminal.send("1")
    terminal.expect("reroll die 1")
    terminal.send("3")
    terminal.expect("reroll dice 1, 3")
    terminal.send("\x7f")
    terminal.expect("reroll die 1")
    terminal.send("\x1b")
    terminal.expect("136 rerolls dice")
    terminal.send("\t")
    terminal.expect(r"wins \d+ in")
    terminal.send("x")
    terminal.expect("is not a note")
    terminal.send("\x03")
    terminal.expect("You left the table")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 130


def test_a_question_mark_opens_the_rules_in_a_terminal(terminal: "pexpect.spawn[str]") -> None:
    terminal.expect("You> ")
    terminal.send("?")
    terminal.expect(r"\d+ of \d+ lines")
    terminal.send(" " * 20)
    terminal.expect(r"(\d+) of \1 lines")
    terminal.send("\x1b[D")
    terminal.expect(r"\d+ of \d+ lines")
    terminal.send("q")
    terminal.expect("You> ")
    terminal.send("1")
    terminal.expect("reroll die 1")
    terminal.close(force=True)


@pytest.mark.parametrize("id", ["calavera", "calcory", "calculissimo", "cubus"])
def test_a_legend_breaks_between_its_entries_in_60_columns(id: str) -> None:
    legend = parts.words(quartett.game(id)).legend
    lines = folded(legend, 60).split("\n")
    assert " ".join(lines) == legend
    assert all(len(line) <= 60 for line in lines)
    assert all(line[-1] in "·;," for line in lines[:-1])


def test_a_refusal_in_the_terminal_says_why_and_loses_nothing(
    terminal: "pexpect.spawn[str]",
) -> None:
    terminal.expect("You> ")
    terminal.send("*o")
    terminal.expect("not in the points zone")
    terminal.send("\r")
    terminal.expect("not in the points zone")
    terminal.send("\x1b")
    terminal.send("12345")
    terminal.expect(r"reroll dice|locked")
    terminal.close(force=True)
