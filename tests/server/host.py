"""A real server process, and what tests ask of it."""

import signal
import time
from pathlib import Path

import httpx

from tests.forks import Forked, parent
from tests.ports import free_port

LIMIT = 120
"""Seconds for anything: it only ends a test that hangs, on a busy machine too."""
PLAIN = httpx.Client(verify=False)
"""Reads no certificates, which takes longer than all that a test asks."""


class Host:
    """`quartett serve` in a process of its own, on a port of its own.

    What no test asks for is not loaded: to warm up for all games takes four seconds of a core.
    """

    def __init__(self, database: str, *arguments: str, port: int | None = None) -> None:
        self.port = port or free_port()
        self.arguments = (
            "--database", database, "--port", str(self.port), "--bot-workers", "1",
            "--bot-pause", "0", "--no-limits", "--metrics", "--no-warm-up", *arguments,
        )  # fmt: skip
        self.process: Forked | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    def start(self, log: Path | None = None) -> "Host":
        self.process = parent().serve(self.arguments, log)
        self.wait()
        return self

    def wait_until_ready(self, seconds: float = 300) -> None:
        """Until no question of a client has to wait for a compiler."""
        end = time.monotonic() + seconds
        while PLAIN.get(f"{self.url}/api/health/ready", timeout=30).status_code != 200:
            assert time.monotonic() < end, "the server did not get ready"
            time.sleep(0.2)

    def wait(self, seconds: float = 180) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            assert self.process is not None
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended with {self.process.returncode}")
            try:
                if PLAIN.get(f"{self.url}/api/health", timeout=5).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        """As a power cut does it."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As a host does it."""
        self._end(signal.SIGTERM)

    def _end(self, with_signal: signal.Signals) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(with_signal)
            self.process.wait(LIMIT)

    def __enter__(self) -> "Host":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
