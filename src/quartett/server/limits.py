"""Rate limits for an address or a socket: token buckets."""

import ipaddress
import time
from collections import OrderedDict
from functools import lru_cache

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
        now, rate = time.monotonic(), self._rate
        left = min(rate.burst, self._left + (now - self._at) * rate.per_second)
        self._at = now
        self._left = left - 1 if left >= 1 else left
        return left >= 1


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


@lru_cache(maxsize=10_000)
def client_key(address: str) -> str:
    """What limits count: the address, for IPv6 its /64, which is one customer's.

    >>> client_key("2001:db8:1:2:3:4:5:6"), client_key("::ffff:192.0.2.1"), client_key("192.0.2.1")
    ('2001:db8:1:2::/64', '192.0.2.1', '192.0.2.1')
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network(f"{parsed}/64", strict=False))
