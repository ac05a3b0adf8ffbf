"""Who is at a table, at this process and at the others that serve it."""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Coroutine, Iterable
from typing import Any

import msgspec
from msgspec import Struct

from quartett.core.event import Seat
from quartett.server.sessions.manager import Hall
from quartett.server.sessions.session import Live
from quartett.tables import messages as protocol

BEAT_SECONDS = 2.0
SILENCE_SECONDS = 7.0
"""A process that says nothing for so long is not there any more, nor are its people."""


class Word(Struct, frozen=True, omit_defaults=True):
    """What processes tell each other: who of theirs is at a table, or only that they are there."""

    process: str
    table: str | None = None
    seats: tuple[Seat, ...] = ()
    watching: int = 0
    asks: bool = False
    """Whether the others are to say all this again, of every table."""
    leaves: bool = False
    """Whether the process closes."""


class Presence:
    """Keeps what the others said, and tells followers when something changed."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._me = secrets.token_hex(8)
        self._said: dict[str, dict[str, Word]] = {}
        """By table and process."""
        self._heard: dict[str, float] = {}
        """When each of the other processes was last heard of."""
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        if self._hall.store.alone is None:
            self._begin(self._beat())

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._hall.store.alone is None:
            await self._say(Word(self._me, leaves=True))

    def changed(self, live: Live) -> None:
        """Somebody came to the table here, or left it."""
        self._tell(live.table)
        if self._hall.store.alone is None:
            self._begin(self._say(self._word(live)))

    def ask(self) -> None:
        """We may have missed something."""
        self._begin(self._say(Word(self._me, asks=True)))

    def hear(self, said: str) -> None:
        """What another process, or this one itself, announced."""
        word = msgspec.json.decode(said, type=Word)
        if word.process == self._me:
            return
        self._heard[word.process] = time.monotonic()
        if word.leaves:
            self._forget(word.process)
        elif word.asks:
            self._begin(self._say_all())
        elif word.table is not None:
            self._note(word, word.table)

    def _note(self, word: Word, table: str) -> None:
        said = self._said.setdefault(table, {})
        before = said.pop(word.process, None)
        if word.seats or word.watching:
            said[word.process] = word
        if not said:
            del self._said[table]
        if word != before:
            self._tell(table)

    def seats(self, live: Live) -> list[Seat]:
        """The seats with whose eyes somebody looks, wherever."""
        return _seats(self._words(live))

    def _words(self, live: Live) -> list[Word]:
        """Ours and the others'."""
        return [self._word(live), *self._said.get(live.table, {}).values()]

    def _tell(self, table: str) -> None:
        live = self._hall.tables.get(table)
        if live is None or not live.followers:
            return
        words = self._words(live)
        watching = sum(word.watching for word in words)
        told = protocol.Presence(table=table, seats=_seats(words), watching=watching)
        message = protocol.encode(told)
        for follower in list(live.followers):
            follower.post(message)

    def _word(self, live: Live) -> Word:
        seats = [follower.eyes.seat for follower in live.followers]
        sitting = tuple(sorted({seat for seat in seats if seat is not None}))
        return Word(self._me, live.table, sitting, seats.count(None))

    async def _beat(self) -> None:
        while True:
            await self._say(Word(self._me))
            await asyncio.sleep(BEAT_SECONDS)
            silent = time.monotonic() - SILENCE_SECONDS
            for process in [name for name, at in self._heard.items() if at < silent]:
                self._forget(process)

    def _forget(self, process: str) -> None:
        self._heard.pop(process, None)
        for table, said in list(self._said.items()):
            if process in said:
                self._note(Word(process, table), table)

    async def _say_all(self) -> None:
        for live in list(self._hall.tables.values()):
            if live.followers:
                await self._say(self._word(live))

    async def _say(self, word: Word) -> None:
        with contextlib.suppress(Exception):  # who is there is no fact worth failing for
            await self._hall.store.announce(msgspec.json.encode(word).decode())

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _seats(words: Iterable[Word]) -> list[Seat]:
    return sorted({seat for word in words for seat in word.seats})
