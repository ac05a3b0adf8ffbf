"""What a client asks of a table without changing anything."""

import asyncio
from collections.abc import Callable, Mapping
from typing import TypeAlias

from quartett.bots import Advice
from quartett.core.event import Seat
from quartett.hosting.questions import question_for, tried
from quartett.server.accounts import User
from quartett.server.application import Application
from quartett.server.sessions.session import Subscription
from quartett.server.socket.subscriptions import subscribed_seat
from quartett.tables import play
from quartett.tables.errors import Refused
from quartett.tables.table import Table
from quartett.tables.viewing import messages

EXPLAIN_SECONDS = 20.0
AT_ONCE = 2
"""How many slow questions one client may have open."""

Failed: TypeAlias = Callable[[messages.FromClient, Exception], None]


class Questions:
    """What an action would do, what the options are worth, the clocks."""

    def __init__(
        self,
        app: Application,
        address: str,
        user: User | None,
        subscribed: Mapping[str, Subscription],
        send: Callable[[bytes], None],
        failed: Failed,
    ) -> None:
        self._app = app
        self._address = address
        self._user = user
        self._subscribed = subscribed
        self._send = send
        self._failed = failed
        self._open: set[asyncio.Task[None]] = set()

    def cancel(self) -> None:
        """The client is gone."""
        for task in self._open:
            task.cancel()

    def _own_seat(self, table: Table, named: Seat | None) -> Seat:
        if named is None:
            named = subscribed_seat(self._subscribed, table.id)
        return play.own_seat(table, self._user.id if self._user else None, named)

    async def try_action(self, message: messages.Try) -> None:
        async with self._app.tables.reading(message.table) as (_, table):
            seat = self._own_seat(table, message.seat)
            state = table.state
            if state is None:
                raise Refused("not_begun", "The game has not begun.")
        self._send(messages.encode(tried(message, table, state, seat)))

    async def clock(self, message: messages.AskClock) -> None:
        tables = self._app.tables
        async with tables.reading(message.table) as (_, table):
            ticks = table.clocks.ticks and table.is_playing
            face = table.clocks.face(await tables.store.now()) if ticks else None
        self._send(messages.encode(messages.Clocks(table=message.table, clock=face)))

    def hint(self, message: messages.Hint) -> None:
        """It is slow: other messages are answered meanwhile."""
        if len(self._open) >= AT_ONCE:
            raise Refused("too_fast", "Only two questions at a time.", status=429)
        self._app.limit("hint", self._address)
        task = asyncio.get_running_loop().create_task(self._answer(message))
        self._open.add(task)
        task.add_done_callback(self._open.discard)

    async def _answer(self, message: messages.Hint) -> None:
        try:
            await self._advise(message)
        except Exception as error:
            self._failed(message, error)

    async def _advise(self, message: messages.Hint) -> None:
        async with self._app.tables.reading(message.table) as (_, table):
            seat = self._own_seat(table, message.seat)
            play.playing(table)
            question = question_for(table, seat)
        key = f"hint {message.table} {seat} {table.moved}"
        reviews, game = self._app.reviews, question.game
        asked = reviews.get(key, "explain", game, question, EXPLAIN_SECONDS, is_short=True)
        advice: Advice = await asked
        answer = messages.Advised(
            table=message.table, id=message.id, unit=advice.unit, options=advice.options
        )
        self._send(messages.encode(answer))
