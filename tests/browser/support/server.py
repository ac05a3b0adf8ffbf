"""A server process of its own, with the page built."""

import fcntl
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.chance import next_seed
from tests.ports import free_port

ROOT = Path(__file__).parents[3]
PREFIX = "/quartett"
"""The page is always tested behind a path of its own."""
DATABASE = "quartett.db"
START = """
import sys
from quartett.cli import main
from tests.chance import repeat
repeat(sys.argv.pop(1))
main()
"""
START_SECONDS = 180


def build_page() -> None:
    """The page of these sources; a failure says what is missing."""
    with (Path(tempfile.gettempdir()) / "quartett-page.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several test processes may want it at once
        done = subprocess.run(
            [sys.executable, "web/build.py"], cwd=ROOT, capture_output=True, text=True, check=False
        )
    if done.returncode:
        raise RuntimeError(done.stderr)


@contextmanager
def open_server(
    folder: Path,
    pause: float = 0.0,
    think: float = 0.1,
    kernels: Path | None = None,
    wishes: Sequence[str] = (),
) -> Iterator[str]:
    """A server whose bots hardly wait, with other options where wished; yields the page's address.

    Compiled kernels are those of this checkout, or whatever lies in another folder.
    """
    port = free_port()
    command = [
        *(sys.executable, "-c", START, next_seed()),
        *("serve", "--port", str(port)),
        *("--database", str(folder / DATABASE), "--prefix", PREFIX, "--no-limits"),
        *("--bot-pause", str(pause), "--bot-seconds", str(think)),
        *(() if kernels else ("--no-warm-up",)),  # what no test asks for is not loaded
        *wishes,
    ]
    environment = {**os.environ, **({"NUMBA_CACHE_DIR": str(kernels)} if kernels else {})}
    log = (folder / "server.log").open("w")
    process = subprocess.Popen(
        command, stdout=log, stderr=subprocess.STDOUT, cwd=ROOT, env=environment
    )
    address = f"http://127.0.0.1:{port}{PREFIX}/"
    try:
        _wait_for(address + "api/health", process, folder / "server.log")
        yield address
    finally:
        process.terminate()
        try:
            process.wait(120)
        except subprocess.TimeoutExpired:
            process.kill()
        log.close()


def _wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"the server did not open:\n{log.read_text()}")
