"""Ports for servers: each is given once, and none that another process may be given meanwhile.

The operating system's own choice (port 0) is from the range that outgoing connections of any
process are taken from, so it may be in use again by the time a server listens.
"""

import os
import random
import socket
from collections.abc import Iterator
from functools import cache

FIRST, LAST = 20_100, 32_099  # below that range; above what Ray's workers take


def free_port() -> int:
    """Any, or one of those that QUARTETT_PORTS allows, as in 8100-8149."""
    for port in _candidates():
        with socket.socket() as listener:
            try:
                listener.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError("no port is free")


@cache
def _candidates() -> Iterator[int]:
    allowed = os.environ.get("QUARTETT_PORTS", f"{FIRST}-{LAST}")
    first, last = (int(part) for part in allowed.split("-"))
    ports = list(range(first, last + 1))
    random.Random(os.getpid()).shuffle(ports)  # several test processes look for one at once
    return iter(ports)
