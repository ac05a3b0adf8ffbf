"""A socket from its first to its last message."""

from typing import Any

from quartett.server.accounts import User
from quartett.server.connection import Connection
from quartett.server.house import House
from quartett.server.wire import EXTENSION


async def converse(house: House, user: User | None, scope: Any, receive: Any, send: Any) -> None:
    """Read and answer in order; what is to be told goes out beside it."""
    await receive()  # websocket.connect
    await send({"type": "websocket.accept"})
    connection = Connection(house, user, scope["extensions"][EXTENSION]["wire"], send)
    try:
        while (message := await receive())["type"] != "websocket.disconnect":
            text = message.get("bytes")
            await connection.read(message["text"] if text is None else text)
    finally:
        connection.forget()
