"""A socket from its first to its last message."""

from typing import Any

from quartett.server.accounts import User
from quartett.server.application import House
from quartett.server.socket.connection import Connection
from quartett.server.socket.frames import EXTENSION


async def converse(house: House, user: User | None, scope: Any, receive: Any, send: Any) -> None:
    """The wire hands on whole messages itself; the others come by uvicorn's way."""
    await receive()  # websocket.connect
    await send({"type": "websocket.accept"})
    wire = scope["extensions"][EXTENSION]["wire"]
    connection = Connection(house, user, wire, send)
    wire.hear = connection.messages.hear
    try:
        while (message := await receive())["type"] != "websocket.disconnect":
            text = message.get("bytes")
            connection.messages.hear(message["text"] if text is None else text)
        await connection.messages.rest()
    finally:
        wire.hear = None
        connection.forget()
