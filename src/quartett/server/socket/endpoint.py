"""A socket from its first to its last message."""

from typing import Any

from quartett.server.accounts import User
from quartett.server.application import Application
from quartett.server.socket.connection import Connection
from quartett.server.socket.frames import EXTENSION


async def serve_socket(
    app: Application, user: User | None, scope: Any, receive: Any, send: Any
) -> None:
    """Whole text messages come from the frame protocol itself, all others through ASGI."""
    await receive()  # websocket.connect
    await send({"type": "websocket.accept"})
    frames = scope["extensions"][EXTENSION]["protocol"]
    connection = Connection(app, user, frames, send)
    frames.on_text = connection.queue.receive
    try:
        while (message := await receive())["type"] != "websocket.disconnect":
            text = message.get("bytes")
            connection.queue.receive(message["text"] if text is None else text)
        await connection.queue.drained()
    finally:
        frames.on_text = None
        connection.disconnected()
