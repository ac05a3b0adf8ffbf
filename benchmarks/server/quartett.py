"""Our own server, as the load sees it."""

import asyncio
import itertools
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import msgspec
from msgspec import Struct

from benchmarks.server.player import Player, Shown, Slot
from benchmarks.server.wire import Socket

PACKAGES = ":".join(path for path in sys.path if path and not path.startswith(sys.base_prefix))
"""Where any Python finds us, what we need, and games of others that are installed."""
TOGETHER = 8
"""How many requests at a time set tables up."""


class Entry(Struct):
    cmd: str | None = None


class Told(Struct):
    """What a player reads of a message."""

    t: str
    seq: int = 0
    table: str | None = None
    view: Shown | None = None
    events: tuple[Entry, ...] = ()
    code: str | None = None


decode = msgspec.json.Decoder(Told).decode
encode = msgspec.json.encode
commands = (f"load-{number:08d}" for number in itertools.count())


class Seat(Player):
    """A player at one of our tables."""

    def __init__(self, slot: Slot, seat: int) -> None:
        super().__init__(slot, seat)
        self.socket = Socket(self.heard)
        self._cmd = ""
        self._seq = 0

    async def open(self, port: int, cookie: str) -> None:
        await self.socket.open(port, "/ws", f"Cookie: {cookie}\r\n")
        self.follow()

    def follow(self) -> None:
        if self.place:
            self.socket.send(encode({"t": "bye", "table": self.slot.tables[self.place - 1]}))
        self.socket.send(encode({"t": "hello", "table": self.table, "seat": self.seat}))

    def send(self, form: dict[str, Any]) -> None:
        self._cmd = next(commands)
        self.socket.send(
            encode(
                {"t": "act", "table": self.table, "cmd": self._cmd, "at": self._seq, "action": form}
            )
        )

    def heard(self, frame: bytes) -> None:
        told = decode(frame)
        if told.t == "rejected":
            raise RuntimeError(f"refused: {frame.decode()}")
        if told.view is None or told.table != self.table:
            return
        self._seq = told.seq
        if any(entry.cmd == self._cmd for entry in told.events):
            self.answered()
        self.see(told.view)


class Quartett:
    """`quartett serve` as it ships, without the limits on one address; no bot plays here."""

    def __init__(self, port: int, folder: Path, python: str = sys.executable) -> None:
        ours = python == sys.executable
        self.name = "Quartett" if ours else f"Quartett, {_version(python)} of the system"
        self.port = port
        self._folder = folder
        self._python = python
        self.cookies: list[str] = []

    @property
    def command(self) -> list[str]:
        return [
            "env", f"PYTHONPATH={PACKAGES}", self._python, "-m", "quartett", "serve",
            "--port", str(self.port), "--no-limits", "--bot-workers", "1", "--no-warm-up",
            "--database", str(self._folder / "load.db"),
        ]  # fmt: skip

    @property
    def health(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/health"

    async def tables(self, count: int) -> list[str]:
        """This many tables with two people each, begun."""
        limit = asyncio.Semaphore(TOGETHER)
        async with httpx.AsyncClient(timeout=60) as first, httpx.AsyncClient(timeout=60) as second:
            people = [first, second]
            for person in people:
                answer = await person.put(self._url("me/name"), json={"name": "Load"})
                answer.raise_for_status()

            async def one() -> str:
                async with limit:
                    return await self._table(first, second)

            made = await asyncio.gather(*(one() for _ in range(count)))
            self.cookies = [
                "; ".join(f"{c.name}={c.value}" for c in person.cookies.jar) for person in people
            ]
        return list(made)

    async def _table(self, first: httpx.AsyncClient, second: httpx.AsyncClient) -> str:
        seats = [{"kind": "me"}, {"kind": "open"}]
        answer = await first.post(self._url("tables"), json={"game": "calavera", "seats": seats})
        table: str = answer.raise_for_status().json()["id"]
        for person, asked in ((second, {"do": "sit", "seat": 1}), (first, {"do": "start"})):
            body = {"cmd": next(commands), **asked}
            answer = await person.post(self._url(f"tables/{table}/commands"), json=body)
            answer.raise_for_status()
        return table

    async def sit(self, slot: Slot) -> list[Socket]:
        seats = [Seat(slot, seat) for seat in range(2)]
        for seat in seats:
            await seat.open(self.port, self.cookies[seat.seat])
        return [seat.socket for seat in seats]

    async def watch(self, table: str) -> Socket:
        """A spectator, and the position that it is shown."""
        shown = asyncio.Event()
        socket = Socket(lambda _: shown.set())
        await socket.open(self.port, "/ws")
        socket.send(encode({"t": "hello", "table": table}))
        await shown.wait()
        return socket

    def _url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}/api/{path}"


def pythons() -> list[str]:
    """The one that runs this, and the system's own of the same kind, if that is another.

    How a Python was compiled makes a difference.
    """
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    own = shutil.which(name, path="/usr/bin")
    if own is None or Path(own).resolve() == Path(sys.executable).resolve():
        return [sys.executable]
    return [sys.executable, own]


def _version(python: str) -> str:
    program = "import platform; print('Python', platform.python_version())"
    return subprocess.run([python, "-c", program], capture_output=True, text=True).stdout.strip()
