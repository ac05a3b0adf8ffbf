"""How much one address or one socket may ask for: buckets that fill again with time."""

import time
from collections import OrderedDict

from msgspec import Struct

KEPT = 50_000
"""So many addresses are remembered; who has been quiet longest is forgotten first."""


class Rate(Struct, frozen=True):
    """So many at once, and so many a second after that."""

    burst: float
    per_second: float


class Bucket:
    """What one asker has left."""

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
    """Buckets by what is asked for and by whom."""

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
