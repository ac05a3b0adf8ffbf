"""The command line in processes of its own."""

import contextlib
import re
import subprocess
import sys
from pathlib import Path

from tests.forks import quartett

QUARTETT = str(Path(sys.executable).parent / "quartett")


def run(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return quartett(*words, cwd=cwd)


def succeeds(*words: str, cwd: Path) -> str:
    done = run(*words, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout


def fails(sentence: str, *words: str, cwd: Path) -> None:
    """The command ends with code 2 and one line of error, never a stack trace."""
    done = run(*words, cwd=cwd)
    assert done.returncode == 2, done
    assert re.search(sentence, done.stderr), done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("quartett: ") and done.stderr.count("\n") == 1


def processes_in(folder: Path) -> list[str]:
    """The processes that work in this folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cwd"):
        with contextlib.suppress(OSError):
            if entry.readlink() == folder:
                found.append(entry.parent.name)
    return found
