"""Runs `quartett` by forking a process that has imported everything, which saves a second each.

Each command is a process of its own and runs from the first line of `main` to the end of the
interpreter. Requests come on the forking process's standard input as lines of JSON, and each has
an answer on standard output. What tests of the installed program need is not proved here:
tests/terminal starts that, too.
"""

import atexit
import contextlib
import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, NoReturn

from tests.chance import next_seed, repeat

LIMIT = 240
"""Seconds; a command takes a few, and more on a machine with other things to do."""
WIDTH = "140"


ROOT = Path(__file__).parents[1]


class Forked:
    """A process; as much of `subprocess.Popen` as the tests need."""

    def __init__(self, parent: "Parent", pid: int) -> None:
        self._parent = parent
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = self._parent.ask({"poll": self.pid})
        return self.returncode

    def wait(self, seconds: float) -> int:
        end = time.monotonic() + seconds
        while (code := self.poll()) is None:
            if time.monotonic() > end:
                raise TimeoutError(f"it still runs after {seconds} s")
            time.sleep(0.005)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)


class Parent:
    """The process that forks; it ends what still runs when it ends."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.forks"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "COLUMNS": WIDTH},
        )

    def serve(self, arguments: tuple[str, ...], log: Path | None) -> Forked:
        """Run `quartett serve` with these arguments; what it prints goes to the log."""
        out = str(log) if log is not None else os.devnull
        return self.start("serve", *arguments, out=out, err=out)

    def start(
        self, *words: str, out: str, err: str, source: str = os.devnull, cwd: Path | None = None
    ) -> Forked:
        """Run `quartett` with these words, where its three streams are files."""
        streams = {"in": source, "out": out, "err": err}
        request = {"run": words, "cwd": str(cwd or ROOT), "chance": next_seed(), **streams}
        return Forked(self, self.ask(request))

    def ask(self, request: dict[str, Any]) -> Any:
        assert self._process.stdin is not None and self._process.stdout is not None
        with self._lock:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        self._process.communicate()


@cache
def parent() -> Parent:
    """One for all tests of this process."""
    made = Parent()
    atexit.register(made.close)
    return made


def quartett(
    *words: str, stdin: str = "", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, as `subprocess.run` does."""
    with tempfile.TemporaryDirectory() as folder:
        source, out, err = (Path(folder) / name for name in ("in", "out", "err"))
        source.write_text(stdin, encoding="utf-8")
        process = parent().start(*words, source=str(source), out=str(out), err=str(err), cwd=cwd)
        try:
            code = process.wait(LIMIT)
        except TimeoutError:
            process.send_signal(signal.SIGKILL)
            raise
        said, complained = (file.read_text(encoding="utf-8") for file in (out, err))
    return subprocess.CompletedProcess(["quartett", *words], code, said, complained)


def _run() -> None:
    _import_everything()
    gc.freeze()  # a child that looked through all these objects would copy their pages
    running: set[int] = set()
    for line in sys.stdin:
        request = json.loads(line)
        if "run" in request:
            pid = os.fork()
            if pid == 0:
                _become(request)
            running.add(pid)
            answer: int | None = pid
        else:
            answer = _poll(running, request["poll"])
        print(json.dumps(answer), flush=True)
    for pid in running:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def _poll(running: set[int], pid: int) -> int | None:
    """The exit status of a process that has ended; negative where a signal ended it."""
    ended, status = os.waitpid(pid, os.WNOHANG)
    if not ended:
        return None
    running.discard(pid)
    return os.waitstatus_to_exitcode(status)


def _import_everything() -> None:
    import quartett.cli
    import quartett.server.http.app
    import quartett.server.run
    import quartett.server.store.postgres
    import quartett.server.store.sqlite  # noqa: F401
    from quartett.core.registry import game, game_ids

    for game_id in game_ids():
        game(game_id).start(2)


def _become(request: dict[str, Any]) -> NoReturn:
    from quartett.cli import main

    repeat(request["chance"])
    os.chdir(request["cwd"])
    append = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    for number, (name, flags) in enumerate((("in", os.O_RDONLY), ("out", append), ("err", append))):
        os.dup2(os.open(request[name], flags), number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    sys.argv = ["quartett", *request["run"]]
    main()
    sys.exit()


if __name__ == "__main__":
    _run()
