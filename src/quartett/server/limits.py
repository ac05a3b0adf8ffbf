"""Rate limits for an address or a socket: token buckets."""

import time
from collections import OrderedDict

from msgspec import Struct

KEPT = 50_000
"""Maximum number of buckets; the least recently used is dropped first."""


class Rate(Struct, frozen=True):
    """How many at once, and how many a second after that."""

    burst: float
    per_second: float


class Bucket:
    """The tokens that one client has left."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._left = rate.burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether there was one left."""
        now = time.monotonic()
        filled = self._left + (now - self._at) * self._rate.per_second
        self._left = min(self._rate.burst, filled)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Limits:
    """Buckets by kind of request and by client."""

    def __init__(self, rates: dict[str, Rate]) -> None:
        self._rates = rates
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def allow(self, what: str, who: str) -> bool:
        key = (what, who)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rates[what])
            if len(self._buckets) > KEPT:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.take()
