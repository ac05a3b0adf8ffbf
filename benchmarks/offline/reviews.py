"""Runs inside WebAssembly: games reviewed event by event, and the CPU seconds of each event."""

import json
from pathlib import Path
from typing import Any

CPU_SECONDS = globals()["CPU_SECONDS"]
SOURCE, TARGET = globals()["ARGUMENTS"]

from quartett.core.record import Record  # noqa: E402
from quartett.review import Reviewing  # noqa: E402


def reviewed(text: str) -> dict[str, Any]:
    """The seconds of each event, the start before the first."""
    took, before = list[float](), CPU_SECONDS()
    reviewing = Reviewing(Record.parse(text))
    for _ in reviewing.steps():
        now = CPU_SECONDS()
        took.append(now - before)
        before = now
    return {"seconds": took, "skill": [seat.skill for seat in reviewing.review().seats]}


def main() -> None:
    texts = json.loads(Path("/host" + SOURCE).read_text())
    found = []
    for text in texts:
        found.append(reviewed(text))
        Path("/host" + TARGET).write_text(json.dumps(found))


main()
