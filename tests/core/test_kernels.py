"""Compiled kernels: the cache follows the sources, and nothing fails without a cache or Numba."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import quartett
from quartett.core.kernels import folders

SRC = Path(quartett.__file__).parents[1]
CALLED = (
    "from quartett.core.kernels import kernel, zeros\n\nSTEP = 1\n\n"
    "@kernel\ndef step(n):\n    row = zeros(3)\n    row[1] = n + 1\n    return row[1]\n"
)
CALLER = (
    "from quartett.core.kernels import Program, kernel\nfrom steps.called import STEP, step\n\n"
    "@kernel\ndef walk(n):\n    return step(n) * 10 + STEP\n\n"
    "PROGRAM = Program(__name__, lambda: PROGRAM[walk](4))\n"
)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package of two kernels in two files, one of which calls the other."""
    folder = tmp_path / "code" / "steps"
    folder.mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "called.py").write_text(CALLED)
    (folder / "caller.py").write_text(CALLER)
    return folder


ASK = (
    "from steps.caller import PROGRAM, walk\nPROGRAM.compile()\n"
    "print(PROGRAM[walk](4), walk(4))\n"
    "stats = getattr(PROGRAM[walk], 'stats', None)\n"
    "print(stats and sum(stats.cache_hits.values()))"
)


def answer(package: Path, ask: str = ASK, **environment: str) -> str:
    """What a process of its own prints: answers, and how many results it had cached."""
    path = os.pathsep.join([str(package.parent), str(SRC)])
    keep = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-c", ask],
        env={**keep, "PYTHONPATH": path, "HOME": str(package.parent), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return " ".join(done.stdout.split())


def test_compiled_code_is_loaded_the_next_time(package: Path) -> None:
    assert answer(package) == "51 51 0"
    assert answer(package) == "51 51 1"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [("n + 1", "n + 2", "61 61 0"), ("STEP = 1", "STEP = 7", "57 57 0")],
    ids=["a called kernel", "a constant of another file"],
)
def test_a_change_in_another_file_changes_the_caller(
    package: Path, old: str, new: str, expected: str
) -> None:
    answer(package)
    (package / "called.py").write_text(CALLED.replace(old, new))
    assert answer(package) == expected


def test_a_damaged_cache_is_compiled_again(package: Path) -> None:
    answer(package)
    for file in package.rglob("*.nb*"):
        file.write_bytes(b"\x80\x05damaged")
    assert answer(package) == "51 51 0"
    assert answer(package) == "51 51 1"


ROWS = """
from typing import Any
import numpy, sys
from quartett.core.kernels import Program, compiling, kernel, zeros

@kernel
def sum_up(rows: Any, number: int) -> int:
    total = 0
    for row in rows:
        row[0] += 1
        total += row[number]
    return total

@kernel
def pick(rows: Any, number: int) -> Any:
    return rows[number]

@kernel
def picked(rows: Any) -> int:
    row = pick(rows, 1)
    return sum_up(rows, 1) + row[1]

@kernel
def copied(rows: Any) -> int:
    row = zeros(2)
    row[:] = rows[1]
    return row[1]

ALL = (sum_up, pick, picked, copied)
PROGRAM = Program(__name__, lambda: [PROGRAM[one] for one in ALL])
PROGRAM.compile()
rows = numpy.arange(6).reshape(3, 2)

def call_all() -> int:
    assert (PROGRAM[sum_up](rows, 1), PROGRAM[picked](rows), PROGRAM[copied](rows)) == (9, 12, 3)
    assert PROGRAM[pick](rows, 1)[1] == 3
    return sys.getrefcount(rows)

call_all()
before = call_all()
assert [call_all() for _ in range(100)] == [before] * 100, "references are lost or kept"
print(*(PROGRAM[one].targetoptions["_nrt"] for one in ALL))
"""


def test_only_kernels_that_may_get_new_rows_count_references(package: Path) -> None:
    (package / "rows.py").write_text(ROWS)
    assert answer(package, "import steps.rows") == "False True True True"


def test_without_a_place_to_write_nothing_is_kept(package: Path) -> None:
    """A file stands where each folder would be: that stops root too."""
    blocked = package.parent / "blocked"
    blocked.touch()
    (package / "__pycache__").touch()
    path = str(blocked)
    environment = {"NUMBA_CACHE_DIR": path, "HOME": path, "XDG_CACHE_HOME": path}
    # The folder for temporary files is blocked by its name: it is no folder either.
    ours = "import tempfile; tempfile.tempdir = " + repr(path)
    (package / "__init__.py").write_text(ours)
    for _ in range(2):
        assert answer(package, **environment) == "51 51 0"


def test_a_set_folder_is_used_first(package: Path, tmp_path: Path) -> None:
    chosen = tmp_path / "chosen"
    answer(package, NUMBA_CACHE_DIR=str(chosen))
    assert list(chosen.rglob("*.nbc"))
    assert not list(package.rglob("*.nbc"))


def test_a_read_only_package_is_cached_for_the_user(package: Path, tmp_path: Path) -> None:
    (package / "__pycache__").touch()
    answer(package, XDG_CACHE_HOME=str(tmp_path / "user"), LOCALAPPDATA=str(tmp_path / "user"))
    assert list((tmp_path / "user" / "quartett" / "kernels").rglob("*.nbc"))


def test_without_numba_the_plain_function_answers(package: Path) -> None:
    """An import that fails is all that a missing Numba is."""
    assert answer(package, NUMBA_DISABLE_JIT="1") == "51 51 None"
    assert answer(package, QUARTETT_KERNELS="plain") == "51 51 None"


def test_a_process_turns_to_compiled_code_when_it_has_been_patient(package: Path) -> None:
    """Plain at first; another process compiles; this one loads what that one made."""
    wait = (
        "import time\nfrom steps.caller import PROGRAM, walk\n"
        "was = PROGRAM.is_compiled\n"
        "while not PROGRAM.is_compiled:\n"
        "    with PROGRAM.timed():\n        assert PROGRAM[walk](4) == 51\n"
        "        time.sleep(0.1)\n"
        "print(was, PROGRAM[walk](4), sum(PROGRAM[walk].stats.cache_hits.values()))"
    )
    assert answer(package, wait) == "False 51 1"
    assert not list(package.rglob("compiling"))


def test_folders_of_old_sources_are_removed(package: Path) -> None:
    kept = package / "__pycache__" / "kernels" / "steps.called"
    for age in range(6):
        (kept / f"old{age}").mkdir(parents=True)
        os.utime(kept / f"old{age}", (1000 - age, 1000 - age))
    new = folders.cache_folder("steps.called", package / "called.py", "a compiler")
    assert new is not None
    assert {folder.name for folder in kept.iterdir()} == {new.name, "old0", "old1", "old2"}


def test_every_imported_file_counts(package: Path) -> None:
    (package / "caller.py").write_text("from . import called\n")
    before = folders.digest("steps.caller", package / "caller.py", "")
    (package / "unrelated.py").write_text("x = 1\n")
    assert folders.digest("steps.caller", package / "caller.py", "") == before
    (package / "called.py").write_text(CALLED + "\n")
    assert folders.digest("steps.caller", package / "caller.py", "") != before
    assert folders.digest("steps.caller", package / "caller.py", "other") != before


def test_only_the_decorator_names_numba() -> None:
    package = Path(quartett.__file__).parent
    naming = [
        file.relative_to(package).as_posix()
        for file in package.rglob("*.py")
        if '"numba"' in (text := file.read_text(encoding="utf-8")) or "import numba" in text
    ]
    assert sorted(naming) == ["core/kernels/compiling.py", "core/kernels/program.py"]
