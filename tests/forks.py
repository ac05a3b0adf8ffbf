"""Starts servers by forking a process that has imported everything, which saves a second each.

Each is a process of its own and runs `quartett serve` from its first line. Requests come on the
forking process's standard input as lines of JSON, and each has an answer on standard output.
"""

import atexit
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any


class Forked:
    """A server; as much of `subprocess.Popen` as the tests need."""

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
                raise TimeoutError(f"the server still runs after {seconds} s")
            time.sleep(0.002)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)


class Parent:
    """The process that forks; it ends the servers that still run when it ends."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.forks"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[1],
        )

    def serve(self, arguments: tuple[str, ...], log: Path | None) -> Forked:
        """Run `quartett serve` with these arguments; what it prints goes to the log."""
        out = str(log) if log is not None else os.devnull
        return Forked(self, self.ask({"serve": arguments, "log": out}))

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


def _run() -> None:
    _import_everything()
    running: set[int] = set()
    for line in sys.stdin:
        request = json.loads(line)
        if "serve" in request:
            pid = os.fork()
            if pid == 0:
                _serve(request["serve"], request["log"])
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
    """The exit status of a server that has ended; negative where a signal ended it."""
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


def _serve(arguments: list[str], log: str) -> None:
    from quartett.cli import main

    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(out, 1)
    os.dup2(out, 2)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    sys.argv = ["quartett", "serve", *arguments]
    code: Any = 1
    try:
        main()
    except SystemExit as end:
        code = end.code
    finally:
        sys.stdout.flush()
        os._exit(code if isinstance(code, int) else 0 if code is None else 1)


if __name__ == "__main__":
    _run()
