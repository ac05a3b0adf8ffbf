"""Chance that a run of the tests repeats: tables of a test have the same secrets every time.

What fails then fails again, here and elsewhere. Chance itself is drawn as it always is; only the
bytes it begins with are not the machine's.
"""

import os
from collections import Counter
from collections.abc import Callable
from hashlib import shake_256
from itertools import count

from quartett.core import fairness

_asked: Counter[str] = Counter()


def repeat(seed: str) -> None:
    """Let every secret of this process follow from the seed and from those before it."""
    vars(fairness)["secrets"] = _Stream(seed)


def next_seed() -> str:
    """One that only the running test and its processes before this one decide."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0]
    _asked[test] += 1
    return f"{test} {_asked[test]}"


class _Stream:
    """As much of the module `secrets` as fairness uses."""

    def __init__(self, seed: str) -> None:
        numbers = count()
        self.token_bytes: Callable[[int], bytes] = lambda length: shake_256(
            f"{seed} {next(numbers)}".encode()
        ).digest(length)
