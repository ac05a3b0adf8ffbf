"""Whoever waits sees what for, whether a terminal is there or not."""

import sys
import threading

import pytest

from quartett.arena import progress as module
from quartett.arena.progress import progress


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    monkeypatch.setattr(module, "EVERY", 0.0)


def waited() -> None:
    """Until the line is there that comes after a moment."""
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):
            thread.join()


def test_without_a_terminal_lines_say_what_takes_its_time(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with progress("checking") as show:
        waited()
        show(2, 7)
    said = capsys.readouterr()
    assert said.err == "checking …\nchecking: 2 of 7 …\n"
    assert said.out == ""


def test_what_is_quick_says_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 1000.0)
    monkeypatch.setattr(module, "EVERY", 1000.0)
    with progress("checking") as show:
        show(1, 1)
    waited()
    assert capsys.readouterr().err == ""


def test_in_a_terminal_there_is_a_bar(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with progress("checking") as show:
        show(2, 7)
        print("game 3: a forfeit")
    said = capsys.readouterr()
    assert "checking" in said.err and "2/7" in said.err
    assert said.out == "game 3: a forfeit\n"
