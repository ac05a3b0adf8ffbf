"""One socket: decodes what its client sends, and hands it on."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from quartett.core.errors import IllegalAction, QuartettError
from quartett.hosting.problems import refusal, rejected
from quartett.server.accounts import User
from quartett.server.application import Application
from quartett.server.limits import Bucket
from quartett.server.log import report
from quartett.server.sessions.session import Subscription
from quartett.server.sessions.submission import CommandResult, Decide
from quartett.server.socket.frames import EXTENSION, FrameProtocol
from quartett.server.socket.ordering import MessageQueue
from quartett.server.socket.questions import Questions
from quartett.server.socket.subscriptions import Subscriptions, subscribed_seat
from quartett.tables import commands as ask
from quartett.tables import play
from quartett.tables.entries import scoped
from quartett.tables.errors import Refused, nobody
from quartett.tables.viewing import messages

TOO_SLOW = 1013
TOO_MUCH = 1008
LOGGED_OUT = 4401
OVER_LIMIT = 50
"""How many messages over the limit are refused before the socket is closed."""

Send = Callable[[dict[str, Any]], Awaitable[None]]


class Connection:
    """Answers one client, message by message."""

    def __init__(
        self,
        app: Application,
        address: str,
        user: User | None,
        id: str,
        frames: FrameProtocol,
        send: Send,
    ) -> None:
        self._app = app
        self._id = id
        """For the log."""
        self._frames = frames
        self._send_asgi = send
        self._subscribed: dict[str, Subscription] = {}
        self._user = user
        """None for a stranger."""
        self._subscriptions = Subscriptions(app, user, self._subscribed, self.send)
        self._questions = Questions(app, address, user, self._subscribed, self.send, self._failed)
        self._bucket = Bucket(app.settings.messages)
        self._over_limit = 0
        self.queue = MessageQueue(frames, self._answer)
        self._answering: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        """Once it is there, messages are neither read nor sent."""

    def send(self, message: bytes) -> None:
        """A reader who is too slow is disconnected, and can come back with its `last`."""
        if self._closing is None and self._frames.send_text(message) > self._app.settings.queue:
            self._app.metrics.count("slow_readers")
            self.close(TOO_SLOW)

    def close(self, code: int) -> None:
        if self._closing is None:
            self._frames.drop_backlog()
            self._closing = asyncio.get_running_loop().create_task(self._close(code))

    async def _close(self, code: int) -> None:
        with contextlib.suppress(Exception):  # the client may be gone by now
            await self._send_asgi({"type": "websocket.close", "code": code})

    def disconnected(self) -> None:
        """The client is gone."""
        self._questions.cancel()
        self._subscriptions.close()

    def _answer(self, frame: str | bytes) -> None:
        """Whatever is wrong with a message is answered, never raised."""
        if self._closing is not None:
            return
        self._app.metrics.count("messages")
        if not self._bucket.take():
            self._too_fast()
            return
        try:
            message = messages.decode(frame)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._reject("malformed", f"Not a message of this protocol: {error}")
            return
        try:
            rest = HANDLERS[type(message)](self, message)
        except Exception as error:
            self._failed(message, error)
            return
        if rest is not None:
            self._answer_later(message, rest)

    def _answer_later(self, message: messages.FromClient, rest: Awaitable[None]) -> None:
        """In a task; the messages after it wait."""
        self.queue.pause()
        work = self._await(message, rest)
        self._answering = asyncio.get_running_loop().create_task(work)

    async def _await(self, message: messages.FromClient, rest: Awaitable[None]) -> None:
        try:
            await rest
        except Exception as error:
            self._failed(message, error)
        finally:
            self.queue.resume()

    def _act(self, message: messages.Act) -> None:
        named = message.seat
        if named is None:
            named = subscribed_seat(self._subscribed, message.table)
        user, at, form = self._known_user(), message.at, message.action
        self._submit(message, user, lambda table, _: play.act(table, user, named, at, form))

    def _chat(self, message: messages.Chat) -> None:
        user, asked = self._known_user(), ask.Say(message.cmd, message.text)
        self._submit(message, user, self._app.chat.say(message.table, user, asked))

    def _known_user(self) -> User:
        if self._user is None:
            raise nobody()
        return self._user

    def _submit(self, message: messages.Act | messages.Chat, user: User, decide: Decide) -> None:
        """The answer is the broadcast of the new entries."""
        self.queue.pause()
        done = partial(self._submitted, message)
        self._app.tables.submit(message.table, scoped(user.id, message.cmd), decide, done)

    def _submitted(
        self,
        message: messages.Act | messages.Chat,
        outcome: CommandResult | None,
        error: Exception | None,
    ) -> None:
        if outcome is None or error is not None:
            self._failed(message, error or RuntimeError("no outcome"))
        elif not outcome.is_new or message.table not in self._subscribed:
            cmd = scoped(self._known_user().id, message.cmd)
            again = self._subscriptions.repeat(message.table, cmd)
            self._answer_later(message, again)
            return
        self.queue.resume()

    def _hello(self, message: messages.Hello) -> Awaitable[None]:
        return self._subscriptions.hello(message)

    def _bye(self, message: messages.Bye) -> None:
        self._subscriptions.bye(message.table)

    def _try(self, message: messages.Try) -> Awaitable[None]:
        return self._questions.try_action(message)

    def _clock(self, message: messages.AskClock) -> Awaitable[None]:
        return self._questions.clock(message)

    def _hint(self, message: messages.Hint) -> None:
        self._questions.hint(message)

    async def _ping(self, _: messages.Ping) -> None:
        """The time that clocks and entries have; the machine's own may be another."""
        self.send(messages.encode(messages.Pong(await self._app.store.now())))

    def _too_fast(self) -> None:
        self._over_limit += 1
        if self._over_limit > OVER_LIMIT:
            self.close(TOO_MUCH)
        else:
            self._reject("too_fast", "Too many messages; wait a moment.")

    def _failed(self, message: messages.FromClient, error: Exception) -> None:
        refused = refusal(error)
        self._refuse(message, refused, None if isinstance(error, QuartettError) else error)

    def _refuse(
        self,
        message: messages.FromClient,
        error: Refused | IllegalAction,
        cause: Exception | None = None,
    ) -> None:
        table_id = getattr(message, "table", None)
        session = self._app.tables.sessions.get(table_id) if table_id is not None else None
        self._log_refusal(error, str(message.__struct_config__.tag), cause)
        seq = session.seq if session is not None else 0
        self.send(messages.encode(rejected(message, error, seq)))
        if error.code == "stale" and table_id is not None:
            self._subscriptions.resync(table_id)

    def _log_refusal(
        self, error: Refused | IllegalAction, kind: str, cause: Exception | None = None
    ) -> None:
        """What the client sent may hold secrets: the line has the code, not the sentence."""
        self._app.metrics.count("rejected")
        failed = getattr(error, "status", 409) >= 500
        level = logging.ERROR if failed else logging.INFO
        report(level, "frame refused", cause, request=self._id, message=kind, code=error.code)

    def _reject(self, code: str, message: str) -> None:
        self._log_refusal(Refused(code, message), "")
        self.send(messages.encode(messages.Rejected(code=code, message=message[:500])))


HANDLERS: dict[
    type[messages.ClientMessage], Callable[[Connection, Any], Awaitable[None] | None]
] = {
    messages.Act: Connection._act,
    messages.Hello: Connection._hello,
    messages.Bye: Connection._bye,
    messages.Try: Connection._try,
    messages.Hint: Connection._hint,
    messages.Chat: Connection._chat,
    messages.AskClock: Connection._clock,
    messages.Ping: Connection._ping,
}


async def serve_socket(
    app: Application,
    address: str,
    user: User | None,
    logins: Sequence[str],
    id: str,
    scope: Any,
    receive: Any,
    send: Any,
) -> None:
    """Whole text messages come from the frame protocol itself, all others through ASGI.

    The socket is closed when one of `logins` ends.
    """
    await receive()  # websocket.connect
    await send({"type": "websocket.accept"})
    frames = scope["extensions"][EXTENSION]["protocol"]
    connection = Connection(app, address, user, id, frames, send)
    frames.on_text = connection.queue.receive

    def log_out() -> None:
        connection.close(LOGGED_OUT)

    for key in logins:
        app.logins.setdefault(key, set()).add(log_out)
    try:
        while (message := await receive())["type"] != "websocket.disconnect":
            text = message.get("bytes")
            connection.queue.receive(message["text"] if text is None else text)
        await connection.queue.drained()
    finally:
        frames.on_text = None
        connection.disconnected()
        for key in logins:
            app.logins[key].discard(log_out)
            if not app.logins[key]:
                del app.logins[key]
