"""Where the suite's processor time goes: `pytest -p tools.cpu` ends with a table of files.

Counted is what the test process and all processes below it spend, so that servers, browsers and
compilers are charged to the file that started them. The time on the clock says little on a machine
that does other things.
"""

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).parents[1]
WORKER = "PYTEST_XDIST_WORKER"
SHOWN = 40


class Meter:
    """Adds up the seconds of user and system time of each file."""

    def __init__(self) -> None:
        self.files: defaultdict[str, float] = defaultdict(float)
        self._seen = 0.0

    def charge(self, file: str) -> None:
        """To this file, whatever was spent since the last call.

        Of a process that ended, and for which nobody waited, all but the last was charged before.
        """
        total = self._spent()
        self.files[file] += max(0.0, total - self._seen)
        self._seen = total

    def _spent(self) -> float:
        """A process that ends is counted by its parent, if that waited for it."""
        me = psutil.Process()
        spent = sum(me.cpu_times()[:4])
        for child in me.children(recursive=True):
            try:
                spent += sum(child.cpu_times()[:4])
            except psutil.Error:
                continue
        return spent


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    yield
    METER.charge(item.nodeid.split("::")[0])


def pytest_collection_finish() -> None:
    METER.charge("(collection)")


def pytest_sessionfinish() -> None:
    METER.charge("(end)")
    if folder := os.environ.get("QUARTETT_CPU"):
        name = os.environ.get(WORKER, "main")
        (Path(folder) / f"{name}.json").write_text(json.dumps(METER.files))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.section("processor time, in seconds")
    for file, seconds in sorted(METER.files.items(), key=lambda one: -one[1])[:SHOWN]:
        terminalreporter.line(f"{seconds:8.1f}  {file}")
    terminalreporter.line(f"{sum(METER.files.values()):8.1f}  in all")


METER = Meter()
