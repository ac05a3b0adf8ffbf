"""Chance that a run of the tests repeats: tables of a test have the same secrets every time.

What fails then fails again, here and elsewhere. Chance itself is drawn as it always is; only the
bytes it begins with are not the machine's.
"""

import os
import sys
from collections import Counter
from hashlib import shake_256

from quartett.core import fairness

_asked: Counter[str] = Counter()


def repeat(seed: str) -> None:
    """Let every secret of this process follow from the seed and from those before it."""
    drawing = [fairness, sys.modules.get("quartett.envs.spaces")]
    for module in filter(None, drawing):  # environments are there only where their library is
        vars(module)["secrets"] = _Stream(seed)


def next_seed() -> str:
    """One that only the running test and its processes before this one decide."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0]
    _asked[test] += 1
    return f"{test} {_asked[test]}"


class _Stream:
    """As much of the module `secrets` as is used."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._drawn = 0

    def token_bytes(self, length: int) -> bytes:
        self._drawn += 1
        return shake_256(f"{self._seed} {self._drawn}".encode()).digest(length)

    def token_hex(self, length: int) -> str:
        return self.token_bytes(length).hex()
