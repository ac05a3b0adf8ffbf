"""The walk of a move in the documentation is the one it takes."""

import re
import subprocess
import sys

from tools.architecture.imports import ROOT

PAGE = ROOT / "docs" / "architecture.md"
WALK = re.compile(r"<!-- walk.*?-->(.*)<!-- end of walk -->", re.DOTALL)
STEP = re.compile(r"^\| (\d+) \| `([a-z_/]+)\.py` \|", re.MULTILINE)


def test_the_documented_walk_of_a_move_is_the_one_it_takes() -> None:
    table = WALK.search(PAGE.read_text(encoding="utf-8"))
    assert table is not None
    steps = STEP.findall(table[1])
    assert [int(number) for number, _ in steps] == list(range(1, len(steps) + 1))
    told = [f"quartett.{path.replace('/', '.')}" for _, path in steps]
    crossed = walk()
    for _ in range(4):
        if crossed != set(told):
            crossed &= walk()  # what the server does by itself now and then is not in all
    assert sorted(told) == sorted(crossed)


def walk() -> set[str]:
    """The modules that a move crosses in a running server."""
    command = [sys.executable, "-m", "tools.architecture.walk"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {line for line in done.stdout.splitlines() if line.startswith("quartett.")}
