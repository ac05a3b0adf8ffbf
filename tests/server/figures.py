"""What a long run measured, for whoever runs it: `pytest -s` shows it, `make soak-…` too."""

import re
from collections.abc import Iterable

import httpx
import psutil

from tests.server.host import Host

MIB = 2**20


def report(what: str, **figures: object) -> None:
    """One line, with every figure under its name."""
    print(
        f"\n{what}: " + ", ".join(f"{name} {value}" for name, value in figures.items()), flush=True
    )


def memory(host: Host) -> float:
    """Resident MiB of the server without its workers."""
    assert host.process is not None
    rss: int = psutil.Process(host.process.pid).memory_info().rss
    return rss / MIB


def failures(host: Host) -> int:
    """Requests that were answered with 5xx."""
    text = httpx.get(f"{host.url}/metrics", timeout=30).text
    found: Iterable[str] = re.findall(r'quartett_requests_total\{status="5\d\d"\} (\d+)', text)
    return sum(map(int, found))
