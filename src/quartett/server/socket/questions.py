"""What a client asks of a table without changing anything."""

import asyncio
from collections.abc import Callable
from typing import TypeAlias

import msgspec

from quartett.core.errors import IllegalAction
from quartett.core.parts import page
from quartett.server.application import House
from quartett.server.socket.identity import Speaker
from quartett.tables import decisions as judge
from quartett.tables import messages as protocol
from quartett.tables.errors import Refused

AT_ONCE = 2
"""So many questions that take their time one client may ask."""

Failed: TypeAlias = Callable[[protocol.FromClient, Exception], None]


class Questions:
    """Answers one client's: what an action would do, what the options are worth, the clocks."""

    def __init__(
        self, house: House, speaker: Speaker, post: Callable[[bytes], None], failed: Failed
    ) -> None:
        self._house = house
        self._speaker = speaker
        self._post = post
        self._failed = failed
        self._open: set[asyncio.Task[None]] = set()

    def forget(self) -> None:
        """Nobody waits for the answers any more."""
        for task in self._open:
            task.cancel()

    async def would(self, message: protocol.Try) -> None:
        async with self._house.hall.reading(message.table) as (_, room):
            seat = self._speaker.own_seat(room, message.seat)
            state = room.state
            if state is None:
                raise Refused("not_begun", "The game has not begun.")
            view = state.view(seat)
        action = room.game.action(message.action)
        preview = page(room.game).preview(view, action)
        told = protocol.Tried(table=message.table, id=message.id, preview=preview)
        try:
            state.check(seat, action)
        except IllegalAction as error:
            told = msgspec.structs.replace(
                told, code=error.code, message=error.message, where=dict(error.where)
            )
        self._post(protocol.encode(told))

    async def clock(self, message: protocol.AskClock) -> None:
        hall = self._house.hall
        async with hall.reading(message.table) as (_, room):
            ticks = room.clockwork.ticks and room.is_playing
            face = room.clockwork.face(await hall.store.now()) if ticks else None
        self._post(protocol.encode(protocol.Clocks(table=message.table, clock=face)))

    def hint(self, message: protocol.Hint) -> None:
        """It takes its time: other messages are answered meanwhile."""
        if len(self._open) >= AT_ONCE:
            raise Refused("too_fast", "Only two questions at a time.", status=429)
        task = asyncio.get_running_loop().create_task(self._answer(message))
        self._open.add(task)
        task.add_done_callback(self._open.discard)

    async def _answer(self, message: protocol.Hint) -> None:
        try:
            await self._advise(message)
        except Exception as error:
            self._failed(message, error)

    async def _advise(self, message: protocol.Hint) -> None:
        async with self._house.hall.reading(message.table) as (live, room):
            seat = self._speaker.own_seat(room, message.seat)
            judge.playing(room)
            question = self._house.bots.question(live, room, seat)
        advice = await self._house.bots.explain(question)
        told = protocol.Advised(
            table=message.table, id=message.id, unit=advice.unit, options=advice.options
        )
        self._post(protocol.encode(told))
