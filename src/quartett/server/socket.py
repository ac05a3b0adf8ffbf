"""A socket from its first to its last message."""

import asyncio
import contextlib
import logging
from typing import Any

from quartett.server.accounts import User
from quartett.server.connection import Connection
from quartett.server.house import House

logger = logging.getLogger("quartett.server")


async def converse(house: House, user: User | None, receive: Any, send: Any) -> None:
    """Read and answer in order; what is to be told goes out beside it."""
    await receive()  # websocket.connect
    await send({"type": "websocket.accept"})
    connection = Connection(house, user, send)
    reading = asyncio.get_running_loop().create_task(_read(connection, receive))
    writing = asyncio.get_running_loop().create_task(connection.write())
    try:
        await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        connection.forget()
        for task in (reading, writing):
            task.cancel()
        await asyncio.gather(reading, writing, return_exceptions=True)
    if connection.closing not in (None, 1000):
        with contextlib.suppress(Exception):
            await send({"type": "websocket.close", "code": connection.closing})


async def _read(connection: Connection, receive: Any) -> None:
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return
        frame = message.get("text")
        await connection.read(frame if frame is not None else message.get("bytes") or b"")
        if connection.closing is not None:
            return
