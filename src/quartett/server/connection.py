"""One socket: what its client asks, and what it is told."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec

from quartett.core.errors import IllegalAction, QuartettError
from quartett.server import audience, judge, protocol
from quartett.server import commands as ask
from quartett.server.accounts import User
from quartett.server.audience import Eyes
from quartett.server.errors import Refused, not_yours
from quartett.server.follow import Follow
from quartett.server.hall import Decide, Hall
from quartett.server.house import House
from quartett.server.in_order import InOrder
from quartett.server.limits import Bucket
from quartett.server.listing import Listing
from quartett.server.live import Live
from quartett.server.questions import Questions
from quartett.server.room import Room
from quartett.server.speaker import Speaker
from quartett.server.wire import Wire

ALL_ENTRIES = 5_000
"""Logs up to this length are told whole to who asks for them from the beginning."""
TOO_SLOW = 1013
TOO_MUCH = 1008
PATIENCE = 50
"""So many messages over the limit are refused before the socket is closed."""

Send = Callable[[dict[str, Any]], Awaitable[None]]


class Connection:
    """Answers one client, message by message."""

    def __init__(self, house: House, user: User | None, wire: Wire, send: Send) -> None:
        self._house = house
        self._hall: Hall = house.hall
        self._wire = wire
        self._send = send
        self._follows: dict[str, Follow] = {}
        self._speaker = Speaker(user, self._follows)
        self._listing = Listing(house.bots, self._follows)
        self._bucket = Bucket(house.settings.messages)
        self._over_limit = 0
        self.messages = InOrder(wire, self._answer)
        self._answering: asyncio.Task[None] | None = None
        self._questions = Questions(house, self._speaker, self.post, self._failed)
        self._goodbye: asyncio.Task[None] | None = None
        """Being said: whatever comes and goes meanwhile is of no interest any more."""

    def post(self, message: bytes) -> None:
        """To be sent; a reader who is too slow is let go, and can come back with its `last`."""
        if self._goodbye is None and self._wire.post(message) > self._house.settings.queue:
            self._house.metrics.count("slow_readers")
            self.close(TOO_SLOW)

    def close(self, code: int) -> None:
        if self._goodbye is None:
            self._wire.drop_backlog()
            self._goodbye = asyncio.get_running_loop().create_task(self._close(code))

    async def _close(self, code: int) -> None:
        with contextlib.suppress(Exception):  # the client may be gone by now
            await self._send({"type": "websocket.close", "code": code})

    def forget(self) -> None:
        """The client is gone."""
        self._questions.forget()
        for follow in self._follows.values():
            follow.live.followers.discard(follow)
            self._house.presence.changed(follow.live)
        self._follows.clear()

    def _answer(self, frame: str | bytes) -> None:
        """Whatever is wrong with a message is said, never raised."""
        if self._goodbye is not None:
            return
        self._house.metrics.count("messages")
        if not self._bucket.take():
            self._too_fast()
            return
        try:
            message = protocol.decode(frame)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._reject("malformed", f"Not a message of this protocol: {error}")
            return
        try:
            rest = ANSWERS[type(message)](self, message)
        except Exception as error:
            self._failed(message, error)
            return
        if rest is not None:
            self.messages.hold()
            answer = self._answer_in_time(message, rest)
            self._answering = asyncio.get_running_loop().create_task(answer)

    async def _answer_in_time(self, message: protocol.FromClient, rest: Awaitable[None]) -> None:
        try:
            await rest
        except Exception as error:
            self._failed(message, error)
        finally:
            self.messages.go_on()

    def _failed(self, message: protocol.FromClient, error: Exception) -> None:
        if isinstance(error, Refused | IllegalAction):
            self._refuse(message, error)
        elif isinstance(error, QuartettError):
            self._refuse(message, Refused("refused", str(error)))
        else:
            self._house.log_failure(f"message {message.__struct_config__.tag}", error)
            self._refuse(message, Refused("failed", "Something went wrong on our side."))

    def _act(self, message: protocol.Act) -> Awaitable[None] | None:
        user = self._speaker.user

        def decide(room: Room, _: int) -> judge.Draft:
            seat = self._speaker.seat(room, message.seat)
            return judge.act(room, user, seat, message.at, message.action)

        return self._perform(message, decide)

    def _chat(self, message: protocol.Chat) -> Awaitable[None] | None:
        user, asked = self._speaker.user, ask.Say(message.cmd, message.text)
        return self._perform(message, lambda room, now: judge.command(room, user, asked, now))

    def _perform(
        self, message: protocol.Act | protocol.Chat, decide: Decide
    ) -> Awaitable[None] | None:
        """New entries reach everybody who follows, the one who asked among them."""
        live = self._hall.tables.get(message.table)
        if live is not None and message.table in self._follows:
            done = partial(self._performed, message)
            if self._hall.perform_at_once(live, message.cmd, decide, done):
                self.messages.hold()
                return None
        return self._perform_in_time(message, decide)

    def _performed(self, message: protocol.Act | protocol.Chat, error: Exception | None) -> None:
        if error is not None:
            self._failed(message, error)
        self.messages.go_on()

    async def _perform_in_time(self, message: protocol.Act | protocol.Chat, decide: Decide) -> None:
        """A repeated command, and one who does not follow, are answered here."""
        live = await self._hall.live(message.table)
        known = live.told
        seq = await self._hall.perform(live, message.cmd, decide)
        follow = self._follows.get(live.table)
        if follow is None or seq <= known:
            await self._tell_again(live, message.cmd, follow)

    async def _tell_again(self, live: Live, cmd: str, follow: Follow | None) -> None:
        """The answer to a command, for who was not told it with the others."""
        async with self._hall.reading(live.table) as (_, room):
            seat = self._speaker.only_seat(room)
            eyes = follow.eyes if follow is not None else Eyes(self._speaker.id, seat)
            start = room.commands.get(cmd, room.seq)
            await self._catch_up(room, eyes, start - 1)

    async def _hello(self, message: protocol.Hello) -> None:
        if (
            message.table not in self._follows
            and len(self._follows) >= self._house.settings.follows
        ):
            raise Refused("too_many", "One socket cannot follow so many tables.", status=429)
        async with self._hall.reading(message.table) as (live, room):
            seat = message.seat
            if seat is not None and seat not in room.seats_of(self._speaker.id):
                raise not_yours(seat)
            eyes = Eyes(self._speaker.id, seat, message.legal, message.offers, message.words)
            self._unfollow(message.table)
            follow = Follow(eyes, live, self.post, self._listing.want)
            self._follows[message.table] = follow
            live.followers.add(follow)
            if message.last is None or message.last > room.seq:
                now = max(await self._hall.store.now(), room.updated)
                self.post(protocol.encode(audience.snapshot(room, eyes, now)))
            else:
                await self._catch_up(room, eyes, message.last)
        self._listing.want(follow)
        self._house.presence.changed(live)

    async def _catch_up(self, room: Room, eyes: Eyes, last: int) -> None:
        """Exactly the entries after `last`, or a snapshot where there are too many."""
        now = max(await self._hall.store.now(), room.updated)
        recent = [pair for pair in room.recent if pair[0].seq > last]
        if len(recent) == room.seq - last:
            self.post(protocol.encode(audience.events(room, eyes, now, recent)))
        elif room.seq <= ALL_ENTRIES:
            entries = await self._hall.store.entries(room.opening.id)
            told = await audience.retold(room, entries[: room.seq], eyes, last)
            position = audience.events(room, eyes, now, ())
            about = room.about(eyes.user)
            message = msgspec.structs.replace(position, events=told, about=about)
            self.post(protocol.encode(message))
        else:
            self.post(protocol.encode(audience.snapshot(room, eyes, now)))

    def _bye(self, message: protocol.Bye) -> None:
        self._unfollow(message.table)

    def _unfollow(self, table: str) -> None:
        follow = self._follows.pop(table, None)
        if follow is not None:
            follow.live.followers.discard(follow)
            self._house.presence.changed(follow.live)

    def _try(self, message: protocol.Try) -> Awaitable[None]:
        return self._questions.would(message)

    def _clock(self, message: protocol.AskClock) -> Awaitable[None]:
        return self._questions.clock(message)

    def _hint(self, message: protocol.Hint) -> None:
        self._questions.hint(message)

    def _ping(self, _: protocol.Ping) -> None:
        self.post(protocol.encode(protocol.Pong(time.time_ns() // 10**6)))

    def _too_fast(self) -> None:
        self._over_limit += 1
        if self._over_limit > PATIENCE:
            self.close(TOO_MUCH)
        else:
            self._reject("too_fast", "Too many messages; wait a moment.")

    def _refuse(self, message: protocol.FromClient, error: Refused | IllegalAction) -> None:
        table = getattr(message, "table", None)
        live = self._hall.tables.get(table) if table is not None else None
        seq = live.room.seq if live is not None and live.room is not None else 0
        told = protocol.Rejected(
            code=error.code,
            message=error.message,
            where=dict(error.where),
            table=table,
            cmd=getattr(message, "cmd", None),
            id=getattr(message, "id", None),
            seq=seq,
        )
        self._house.metrics.count("rejected")
        self.post(protocol.encode(told))
        if error.code == "stale" and table in self._follows and live is not None:
            self._resync(live)

    def _resync(self, live: Live) -> None:
        """Who has fallen behind is shown where the table stands."""
        if live.room is not None:
            eyes = self._follows[live.table].eyes
            self.post(protocol.encode(audience.snapshot(live.room, eyes, live.room.updated)))

    def _reject(self, code: str, message: str) -> None:
        self._house.metrics.count("rejected")
        self.post(protocol.encode(protocol.Rejected(code=code, message=message[:500])))


ANSWERS: dict[type[protocol.ClientMessage], Callable[[Connection, Any], Awaitable[None] | None]] = {
    protocol.Act: Connection._act,
    protocol.Hello: Connection._hello,
    protocol.Bye: Connection._bye,
    protocol.Try: Connection._try,
    protocol.Hint: Connection._hint,
    protocol.Chat: Connection._chat,
    protocol.AskClock: Connection._clock,
    protocol.Ping: Connection._ping,
}
