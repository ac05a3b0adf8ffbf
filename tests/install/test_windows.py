"""What Quartett does on Windows, as far as Linux can show it.

The library's sources are read with `sys.platform` as on Windows, in every process; what Python
lacks there is taken away. Type checkers know more: `make release-check` runs mypy for Windows.
"""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

import quartett

LIMIT = 120
SITE = """
import asyncio.base_events, os, signal, sys, types
from importlib.machinery import PathFinder, SourceFileLoader

class AsOnWindows(SourceFileLoader):
    def source_to_code(self, data, path, **how):
        return super().source_to_code(data.replace(b"sys.platform", b"'win32'"), path, **how)

    def path_stats(self, path):
        raise OSError("no compiled file: it would be that of Linux")

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] != "quartett":
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = AsOnWindows(spec.loader.name, spec.loader.path)
        return spec

def refuse(*_, **__):
    raise NotImplementedError

sys.dont_write_bytecode = True
sys.meta_path.insert(0, Finder())
for name in ("fcntl", "termios", "tty", "pty", "pwd", "grp", "resource", "uvloop"):
    sys.modules[name] = None
for name in ("fork", "nice", "getuid", "geteuid", "chown"):
    delattr(os, name)
asyncio.BaseEventLoop.add_signal_handler = refuse
asyncio.SelectorEventLoop.add_signal_handler = refuse

import ctypes
lock = ctypes.CDLL(None, use_errno=True).flock
def locking(handle, mode, count):
    if lock(handle, 2 | 4):
        raise OSError("locked")
sys.modules["msvcrt"] = types.SimpleNamespace(locking=locking, LK_NBLCK=2)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("windows")
    (folder / "sitecustomize.py").write_text(SITE, encoding="utf-8")
    return folder


def environment(site: Path) -> dict[str, str]:
    path = os.pathsep.join(map(str, (site, Path(quartett.__file__).parents[1])))
    return {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "cp1252"}


def run(site: Path, *words: str, stdin: str = "", cwd: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "quartett", *words],
        env=environment(site),
        input=stdin.encode(),
        capture_output=True,
        check=False,
        cwd=cwd,
        timeout=LIMIT,
    )
    assert done.returncode == 0, done.stderr.decode("cp1252")[-2000:]
    return (done.stdout + done.stderr).decode("cp1252")


def test_games_are_listed_played_and_replayed(site: Path, tmp_path: Path) -> None:
    assert "calavera" in run(site, "games", cwd=tmp_path)
    lines = "o\ng\np\nb\nro\nrg\nrp\nrb\n-\n" * 200
    words = ("play", "calavera", "--against", "easy", "--seed", "1", "--record", "g.jsonl")
    assert "The record is in g.jsonl." in run(site, *words, stdin=lines, cwd=tmp_path)
    assert "this is the whole list" in run(site, "replay", "g.jsonl", "--step", cwd=tmp_path)
    assert "+ the rules" in run(site, "verify", "g.jsonl", cwd=tmp_path)  # cp1252 lacks the mark


def test_processes_play_a_match_and_a_tournament(site: Path, tmp_path: Path) -> None:
    said = run(site, "match", "calcory", "easy", "easy", "-n", "2", "--jobs", "2", cwd=tmp_path)
    assert re.search(r"easy +2 ", said)
    words = ("tournament", "calavera", "--bots", "beginner,random", "--games", "2", "--out", "cup")
    run(site, *words, "-o", "sheet=short", "--jobs", "1", cwd=tmp_path)
    assert (tmp_path / "cup" / "report.html").exists()


@pytest.fixture
def server(site: Path, tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    words = ("serve", "--port", "0", "--database", "q.db", "--bot-workers", "1")
    process = subprocess.Popen(
        [sys.executable, "-m", "quartett", *words],
        env=environment(site),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        # A suite that runs in the background inherits that Ctrl-C is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    yield process
    process.kill()
    process.communicate(timeout=LIMIT)


def is_ready(address: str) -> bool:
    """Whether in time the database can be written, each game starts, and bots have answered."""
    for _ in range(5 * LIMIT):
        with suppress(OSError), urlopen(address, timeout=LIMIT) as answer:
            return bool(answer.status == 200)
        time.sleep(0.2)
    return False


def test_a_server_opens_bots_answer_and_ctrl_c_closes_it(
    server: "subprocess.Popen[str]", site: Path, tmp_path: Path
) -> None:
    assert server.stdout is not None
    found = re.search(r"http://localhost:\d+/", server.stdout.readline())
    assert found is not None
    assert is_ready(f"{found[0]}api/health/ready")
    second = subprocess.run(
        [sys.executable, "-m", "quartett", "serve", "--port", "0", "--database", "q.db"],
        env=environment(site),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT,
    )
    assert "another server has q.db open" in second.stderr
    server.send_signal(signal.SIGINT)
    assert server.wait(timeout=LIMIT) in (0, 130)
    assert "Traceback" not in server.stdout.read()
