"""A proxy for TCP: each connection goes to the next server that takes it.

python -m benchmarks.cluster.proxy PORT FIRST,… SERVER,…

It listens at PORT, and at one more port for each server, where that server comes first.
"""

import asyncio
import itertools
import sys
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import cast

import uvloop

WAIT_SECONDS = 30.0
"""How long a connection waits for any server to take it."""


class End(asyncio.Protocol):
    """One end of a connection: what arrives here goes out at the other."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.other: End | None = None
        self._early: list[bytes] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        if self.other is not None and self.other.transport is not None:
            self.other.transport.write(data)
        else:
            self._early.append(data)

    def connection_lost(self, error: Exception | None) -> None:
        if self.other is not None and self.other.transport is not None:
            self.other.transport.close()

    def join(self, other: "End") -> None:
        self.other, other.other = other, self
        assert other.transport is not None
        other.transport.write(b"".join(self._early))
        if self.transport is None or self.transport.is_closing():
            other.transport.close()


class Client(End):
    """The end towards a client, which looks for a server."""

    def __init__(self, servers: Iterator[int], count: int, first: int | None) -> None:
        super().__init__()
        self._servers = servers
        self._count = count
        self._first = first
        self._joining: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._joining = asyncio.get_running_loop().create_task(self._find())

    async def _find(self) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + WAIT_SECONDS
        while loop.time() < end:
            preferred = [] if self._first is None else [self._first]
            for port in (*preferred, *islice(self._servers, self._count)):
                try:
                    _, found = await loop.create_connection(End, "127.0.0.1", port)
                except OSError:
                    continue
                self.join(found)
                return
            await asyncio.sleep(0.1)
        assert self.transport is not None
        self.transport.close()


async def serve(port: int, firsts: list[int], servers: list[int]) -> None:
    loop, turn = asyncio.get_running_loop(), itertools.cycle(servers)
    places = [(port, None), *zip(firsts, servers, strict=True)]
    listeners = [
        await loop.create_server(
            partial(Client, turn, len(servers), first), "127.0.0.1", at, backlog=4096
        )
        for at, first in places
    ]
    await asyncio.gather(*(listener.serve_forever() for listener in listeners))


def _ports(text: str) -> list[int]:
    return [int(port) for port in text.split(",")]


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1]), _ports(sys.argv[2]), _ports(sys.argv[3])))
