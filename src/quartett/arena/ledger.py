"""The folder of a tournament: what is played, and one line for every game that is over.

Lines are only ever appended. A process that is killed leaves at most half a line, which the
next one cuts off; it then plays what is missing, and comes to the same results.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import msgspec

from quartett.arena.plan import Plan
from quartett.arena.results import Outcome
from quartett.core.distribution import __version__
from quartett.core.errors import QuartettError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

RESULTS, PLAN, RECORDS = "results.jsonl", "tournament.json", "records"

FAR = 1 << 30


class Ledger:
    """The results file, held by one process at a time."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self._bots = {entrant.name: (entrant, entrant.identity()) for entrant in plan.entrants}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # Not "ab+": what is to be kept is read from the start, and half a line cut off.
            file = (folder / RESULTS).open("r+b" if (folder / RESULTS).exists() else "x+b")
        except OSError as error:
            raise QuartettError(f"cannot write to {folder}: {error.strerror}") from None
        self._file: BinaryIO = file
        try:
            self._lock()
            _keep_settings(folder / PLAN, plan)
            self._cut()
        except BaseException:
            file.close()
            raise

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.fsync(self._file.fileno())
        self._file.close()

    def read(self) -> Iterator[Outcome]:
        """The games of earlier runs, in the order in which they ended."""
        self._file.seek(0)
        for number, line in enumerate(self._file, start=1):
            try:
                yield msgspec.json.decode(line, type=Outcome)
            except msgspec.DecodeError as error:
                where = f"{self.folder / RESULTS}, line {number}"
                raise QuartettError(f"{where}: not a result of a tournament: {error}") from None

    def append(self, outcome: Outcome) -> None:
        """Write one line; the operating system has it when this returns."""
        for name in outcome.seats:
            entrant, identity = self._bots[name]
            if entrant.identity() != identity:
                raise QuartettError(
                    f"{entrant.code} has changed since the tournament began; put it back as it "
                    f"was, or enter the new one under another name"
                )
        self._file.seek(0, os.SEEK_END)
        self._file.write(msgspec.json.encode(outcome) + b"\n")
        self._file.flush()

    def _lock(self) -> None:
        try:
            if sys.platform == "win32":
                self._file.seek(FAR)  # nobody may read what is locked there, and nothing is here
                msvcrt.locking(self._file.fileno(), msvcrt.LK_NBLCK, 1)
                self._file.seek(0)
            else:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise QuartettError(
                f"another process is playing the tournament in {self.folder}"
            ) from None

    def _cut(self) -> None:
        """Cut off half a line that a killed process left."""
        whole = self._file.read().rfind(b"\n") + 1
        self._file.truncate(whole)


def _keep_settings(path: Path, plan: Plan) -> None:
    """Write down what every game depends on; refuse to resume with other settings."""
    settings = _settings(plan)
    if path.exists():
        settings = _merged(path, _read(path), settings)
    draft = path.with_suffix(".new")
    draft.write_bytes(msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n")
    draft.replace(path)


def _settings(plan: Plan) -> dict[str, Any]:
    """The settings that may not change when a tournament resumes; games and entrants may grow."""
    return {
        "quartett": __version__,
        "game": plan.game,
        "seed": plan.seed,
        "options": plan.options,
        "seconds": None if plan.seconds == float("inf") else plan.seconds,
        "entrants": {entrant.name: entrant.identity() for entrant in plan.entrants},
    }


def _merged(path: Path, old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    bots: dict[str, str] = old["entrants"]
    for name, value in new.items():
        if name != "entrants" and old.get(name) != value:
            raise QuartettError(
                f"{path.parent} holds a tournament with {name} {old.get(name)!r}, not {value!r}; "
                "choose another folder with --out"
            )
    for name, identity in new["entrants"].items():
        if bots.get(name, identity) != identity:
            raise QuartettError(
                f"{name} is not the bot that played as {name} in {path.parent}; "
                f"enter it under another name, or choose another folder with --out"
            )
    return {**new, "entrants": {**bots, **new["entrants"]}}


def _read(path: Path) -> dict[str, Any]:
    try:
        settings = msgspec.json.decode(path.read_bytes())
        if isinstance(settings, dict) and isinstance(settings.get("entrants"), dict):
            return settings
    except (OSError, msgspec.DecodeError):
        pass
    raise QuartettError(f"{path} does not describe a tournament; choose another folder with --out")
