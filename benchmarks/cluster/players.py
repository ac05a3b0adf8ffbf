"""Players who lose their connection and come back, and a journal of what happened to them."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from benchmarks.server.player import Player, Shown, Slot
from benchmarks.server.quartett import commands, encode
from benchmarks.server.wire import Socket

PASSING = ("storage", "busy", "too_fast")
"""Refusals after which the same message is sent again."""
AGAIN_SECONDS = 0.2
OPEN_SECONDS = 20.0


class Entry(Struct):
    seq: int
    cmd: str | None = None


class Told(Struct):
    """What a player reads of a message."""

    t: str
    seq: int = 0
    table: str | None = None
    view: Shown | None = None
    events: tuple[Entry, ...] = ()
    code: str | None = None
    cmd: str | None = None


decode = msgspec.json.Decoder(Told).decode


class Journal:
    """When actions were answered and connections lost and found, at all tables."""

    def __init__(self) -> None:
        self.answers: list[tuple[float, float]] = []
        """When an action was answered, and after how long."""
        self.done: list[tuple[int, str, str]] = []
        """The seat, table and id of every action that was answered."""
        self.lost: list[float] = []
        self.found: list[tuple[float, float]] = []
        """When a connection was lost, and how long until all that was missed had come."""
        self.sent_again = 0
        self.wrong: list[str] = []
        self.verdict = ""


class Line(Socket):
    """A socket that says when it is lost."""

    def __init__(self, heard: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        super().__init__(heard)
        self._lost = lost

    def connection_lost(self, error: Exception | None) -> None:
        was_open = self._opened.done() and self._opened.exception() is None
        super().connection_lost(error)
        if was_open:
            self._lost()


class Seat(Player):
    """A player at one of our tables; what was not answered is sent again."""

    def __init__(self, slot: Slot, seat: int, port: int, cookie: str, journal: Journal) -> None:
        super().__init__(slot, seat)
        self._port, self._cookie, self._journal = port, cookie, journal
        self._line: Line | None = None
        self._seq = 0
        self._pending: dict[str, Any] | None = None
        """The action that is not answered yet."""
        self._planned = False
        """Whether an action is due in a moment; what is known by then counts."""
        self._seen: Shown | None = None
        self._lost_at: float | None = None
        self._opening: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """A connection, as soon as there is one to be had."""
        while not self.slot.pace.stopped:
            line = Line(self.heard, self.lost)
            try:
                async with asyncio.timeout(OPEN_SECONDS):
                    await line.open(self._port, "/ws", f"Cookie: {self._cookie}\r\n")
            except (OSError, TimeoutError):
                await asyncio.sleep(AGAIN_SECONDS * (0.5 + self.slot.rng.random()))
                continue
            self._line = line
            self.hello()
            if self._pending is not None:
                self._resend()
            return

    def close(self) -> None:
        if self._line is not None:
            self._line.close()

    def lost(self) -> None:
        if self.slot.pace.stopped:
            return
        self._line = None
        self._lost_at = time.perf_counter()
        self._journal.lost.append(self._lost_at)
        self._opening = asyncio.get_running_loop().create_task(self.open())

    def hello(self) -> None:
        last = {"last": self._seq} if self._seq else {}
        self._send({"t": "hello", "table": self.table, "seat": self.seat, **last})

    def follow(self) -> None:
        if self.place:
            self._send({"t": "bye", "table": self.slot.tables[self.place - 1]})
        self._seq = 0
        self.hello()

    def send(self, form: dict[str, Any]) -> None:
        self._pending = {
            "t": "act", "table": self.table, "cmd": next(commands), "at": self._seq, "action": form,
        }  # fmt: skip
        self._send(self._pending)

    def _act_in_time(self, shown: Shown) -> None:
        if not self._planned:
            self._planned = True
            super()._act_in_time(shown)

    def _act(self, shown: Shown) -> None:
        self._planned = False
        seen = self._seen or shown
        if self.seat in seen.to_act and self._sent is None:
            super()._act(seen)

    def heard(self, frame: bytes) -> None:
        told = decode(frame)
        if told.t == "rejected":
            self._refused(told, frame)
        elif told.view is not None and told.table == self.table:
            self._position(told)

    def _position(self, told: Told) -> None:
        if self._lost_at is not None:
            self._journal.found.append((self._lost_at, time.perf_counter() - self._lost_at))
            self._lost_at = None
        new = [entry.seq for entry in told.events if entry.seq > self._seq]
        if self._seq and new and new != list(range(self._seq + 1, self._seq + 1 + len(new))):
            self._journal.wrong.append(f"{self.table}: {new} after {self._seq}")
        self._seq = max(self._seq, told.seq)
        waiting = self._pending["cmd"] if self._pending is not None else None
        if waiting is not None and any(entry.cmd == waiting for entry in told.events):
            self._answered(waiting)
        assert told.view is not None
        self._seen = told.view
        self.see(told.view)

    def _answered(self, cmd: str) -> None:
        now = time.perf_counter()
        if self._sent is not None:
            self._journal.answers.append((now, now - self._sent))
        self._journal.done.append((self.seat, self.table, cmd))
        self._pending = None
        self.answered()

    def _refused(self, told: Told, frame: bytes) -> None:
        if told.code in PASSING:
            again = self._resend if told.cmd is not None else self.hello
            asyncio.get_running_loop().call_later(AGAIN_SECONDS, again)
        elif told.code == "stale":  # a snapshot follows
            self._pending, self._sent = None, None
        else:
            self._journal.wrong.append(frame.decode())

    def _resend(self) -> None:
        if self._pending is not None:
            self._journal.sent_again += 1
            self._send(self._pending)

    def _send(self, message: dict[str, Any]) -> None:
        if self._line is not None:
            self._line.send(encode(message))
