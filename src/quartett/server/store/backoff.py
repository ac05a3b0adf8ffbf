"""Backoff from a slow disk: whether the event loop may write itself."""

from typing import Final

QUICK: Final = 0.002
"""The longest commit, in seconds, that the loop may wait for."""
FIRST_REST: Final = 0.1
LONGEST_REST: Final = 60.0


class Backoff:
    """After two slow commits in a row the thread writes for a while, longer each time.

    >>> backoff = Backoff()
    >>> backoff.waited(since=10.1, until=10.2)
    >>> backoff.may_wait(10.2)
    True
    >>> backoff.waited(since=10.2, until=10.3)
    >>> backoff.may_wait(10.35), backoff.may_wait(10.45)
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
