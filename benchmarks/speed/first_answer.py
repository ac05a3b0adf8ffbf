"""How long the first answer of ten commands takes on a fresh install.

    python -m benchmarks.speed.first_answer /opt/quartett/bin

Each command is run with empty caches: as the user who asks, with a new home, and (where one is
root) as a user without a home who may write nowhere but to the temporary folder. Printed are
processor seconds, seconds by the clock, and the longest silence: time without a line of output.
"""

import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

NOBODY = 65534
PLAYED = "import quartett, sys; quartett.play('calavera', ['easy'] * 2, seed=1).save(sys.argv[1])"
ACTIONS = """import random, quartett
rng = random.Random(1)
game = quartett.game("calculissimo")
state = game.start(2)
while state.is_chance:
    state = state.apply(quartett.Event(quartett.CHANCE, state.sample(rng)))
next(iter(state.view(0).actions()))"""
COMMANDS: dict[str, list[str]] = {
    "quartett --help": ["quartett", "--help"],
    "quartett games": ["quartett", "games"],
    "quartett rules calavera": ["quartett", "rules", "calavera"],
    "quartett moves calculissimo": ["quartett", "moves", "calculissimo", "", "6:2+985"],
    "quartett build 22/21 '2L R T'": ["quartett", "build", "22/21", "2L R T"],
    "quartett replay FILE": ["quartett", "replay", "FILE"],
    "quartett verify FILE": ["quartett", "verify", "FILE"],
    "first of view.actions(), Calculissimo": ["python", "-c", ACTIONS],
    "quartett match calavera expert easy -n 1": [
        "quartett", "match", "calavera", "expert", "easy", "-n", "1",
    ],
    "quartett match cubus medium easy -n 1": [
        "quartett", "match", "cubus", "medium", "easy", "-n", "1",
    ],
}  # fmt: skip


class Taken(NamedTuple):
    """Seconds of a command, and how it ended."""

    processor: float
    clock: float
    silence: float
    code: int

    def __str__(self) -> str:
        failed = f" (ended with {self.code})" if self.code else ""
        return f"{self.processor:.1f} / {self.clock:.1f} / {self.silence:.1f}{failed}"


def measured(command: list[str], folder: Path, user: int | None) -> Taken:
    """Run the command; the processes it starts count, once they are waited for."""
    reading, writing = os.pipe()
    began = time.monotonic()
    child = os.fork()
    if child == 0:
        _become(command, folder, user, writing)
    os.close(writing)
    silence, last = 0.0, began
    while True:
        select.select([reading], [], [])
        now = time.monotonic()
        silence, last = max(silence, now - last), now
        if not os.read(reading, 65536):
            break
    os.close(reading)
    _, status, usage = os.wait4(child, 0)
    spent = usage.ru_utime + usage.ru_stime
    return Taken(spent, time.monotonic() - began, silence, os.waitstatus_to_exitcode(status))


def _become(command: list[str], folder: Path, user: int | None, writing: int) -> None:
    """In the new process: the other user, an empty environment, the command."""
    for stream in (1, 2):
        os.dup2(writing, stream)
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TMPDIR": str(folder)}
    os.chdir(folder)
    if user is None:
        environment["HOME"] = str(folder)
    else:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
    os.execve(command[0], command, environment)


def clean(place: Path) -> None:
    """Remove what earlier runs have compiled beside the package."""
    for cache in place.parent.glob("lib/python*/site-packages/quartett/**/kernels"):
        if cache.parent.name == "__pycache__":
            shutil.rmtree(cache)


def row(place: Path, words: list[str], record: Path, user: int | None) -> Taken:
    clean(place)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        shutil.copy(record, folder / "FILE")
        (folder / "FILE").chmod(0o644)
        return measured([str(place / words[0]), *words[1:]], folder, user)


def main() -> None:
    place = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        record = Path(name) / "game.jsonl"
        subprocess.run([place / "python", "-c", PLAYED, record], check=True)
        users: dict[str, int | None] = {"with a home": None}
        if os.getuid() == 0:
            users["without a home"] = NOBODY
        print("processor / clock / longest silence, in seconds\n")
        print("|", " | ".join(["command", *users]), "|")
        print("|---" * (1 + len(users)) + "|")
        for said, words in COMMANDS.items():
            taken = [str(row(place, words, record, user)) for user in users.values()]
            print("|", " | ".join([f"`{said}`", *taken]), "|", flush=True)


if __name__ == "__main__":
    main()
