"""Whether the loop may wait for the disk itself."""

from typing import Final

QUICK: Final = 0.002
"""A wait of so many seconds harms nobody."""
FIRST_REST: Final = 0.1
LONGEST_REST: Final = 60.0


class Patience:
    """Any disk hesitates once in a while. If it does so twice running, it is left to the thread
    for a while, and longer each time.

    >>> patience = Patience()
    >>> patience.waited(since=10.1, until=10.2)
    >>> patience.may_wait(10.2)
    True
    >>> patience.waited(since=10.2, until=10.3)
    >>> patience.may_wait(10.35), patience.may_wait(10.45)
    (False, True)
    """

    def __init__(self, quick: float = QUICK) -> None:
        self._quick = quick
        self._from = 0.0
        self._rest = 0.0

    def may_wait(self, now: float) -> bool:
        return now >= self._from

    def waited(self, since: float, until: float) -> None:
        if until - since <= self._quick:
            self._rest = 0.0
        else:
            self._from = until + self._rest
            self._rest = min(max(FIRST_REST, 2 * self._rest), LONGEST_REST)
