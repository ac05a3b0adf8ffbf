"""Whether the loop may wait for the disk itself."""

from typing import Final

QUICK: Final = 0.002
"""Waiting so many seconds costs less than handing work to a thread and back."""
FIRST_REST: Final = 0.1
LONGEST_REST: Final = 60.0


class Patience:
    """After a slow answer the disk is left to the thread for a while, and longer each time.

    >>> patience = Patience()
    >>> patience.waited(since=10.0, until=10.001)
    >>> patience.may_wait(10.001)
    True
    >>> patience.waited(since=10.1, until=10.2)
    >>> patience.may_wait(10.25), patience.may_wait(10.35)
    (False, True)
    """

    def __init__(self, quick: float = QUICK) -> None:
        self._quick = quick
        self._from = 0.0
        self._rest = FIRST_REST

    def may_wait(self, now: float) -> bool:
        return now >= self._from

    def waited(self, since: float, until: float) -> None:
        if until - since <= self._quick:
            self._rest = FIRST_REST
        else:
            self._from = until + self._rest
            self._rest = min(2 * self._rest, LONGEST_REST)
