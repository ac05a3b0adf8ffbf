"""boardgame.io's server with the same game, as the load sees it."""

import asyncio
import shutil
import subprocess
from pathlib import Path
from typing import Any

import httpx
import msgspec
from msgspec import Raw, Struct

from benchmarks.server.player import Player, Shown, Slot
from benchmarks.server.wire import Socket

SOURCES = Path(__file__).parent / "boardgameio_js"
PATH = "/socket.io/?EIO=4&transport=websocket"
OPENED, PING, PONG = b"0", b"2", b"3"
CONNECT = b"40/calavera,"
EVENT = b"42/calavera,"
UPDATE = EVENT + b'["update"'
SYNC = EVENT + b'["sync"'


class State(Struct):
    """What a player reads of a state."""

    g: Shown = msgspec.field(name="G")
    id: int = msgspec.field(name="_stateID")


class Synced(Struct):
    state: State


_update = msgspec.json.Decoder(tuple[str, str, State, Raw]).decode
_sync = msgspec.json.Decoder(tuple[str, str, Synced]).decode


def read(frame: bytes) -> tuple[str, State] | None:
    """The match and the state that a frame tells of, if it tells of one."""
    if frame.startswith(UPDATE):
        _, match, state, _ = _update(frame[len(EVENT) :])
        return match, state
    if frame.startswith(SYNC):
        _, match, synced = _sync(frame[len(EVENT) :])
        return match, synced.state
    return None


class Seat(Player):
    """A player of one of their matches, speaking socket.io."""

    def __init__(self, slot: Slot, seat: int) -> None:
        super().__init__(slot, seat)
        self.socket = Socket(self.heard)
        self._state = -1
        self._asked = -1

    async def open(self, port: int) -> None:
        await self.socket.open(port, PATH)

    def follow(self) -> None:
        self._state = self._asked = -1
        self.socket.send(emit("sync", self.table, str(self.seat), None, 2))

    def send(self, form: dict[str, Any]) -> None:
        move = form.pop("do")
        payload = {"type": move, "args": list(form.values()), "playerID": str(self.seat)}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._asked = self._state
        self.socket.send(emit("update", action, self._state, self.table, str(self.seat)))

    def heard(self, frame: bytes) -> None:
        if frame == PING:
            self.socket.send(PONG)
        elif frame.startswith(OPENED):
            self.socket.send(CONNECT)
        elif frame.startswith(CONNECT):
            self.follow()
        elif (told := read(frame)) is not None and told[0] == self.table:
            self._see(told[1])

    def _see(self, state: State) -> None:
        self._state = state.id
        if 0 <= self._asked < state.id:
            self._asked = -1
            self.answered()
        self.see(state.g)


class BoardgameIO:
    """Its server as it ships: matches in memory."""

    name = "boardgame.io"

    def __init__(self, port: int, folder: Path) -> None:
        self.port = port
        self._folder = folder / "boardgameio_js"

    def install(self) -> None:
        """Into a folder of this run, for the benchmark only."""
        shutil.copytree(SOURCES, self._folder)
        subprocess.run(
            ["npm", "install", "--no-audit", "--no-fund", "--silent"],
            cwd=self._folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    @property
    def command(self) -> list[str]:
        return ["node", str(self._folder / "server.js"), str(self.port)]

    @property
    def health(self) -> str:
        return f"http://127.0.0.1:{self.port}/games"

    async def tables(self, count: int) -> list[str]:
        """This many matches for two."""
        url = f"http://127.0.0.1:{self.port}/games/calavera/create"
        made = []
        async with httpx.AsyncClient(timeout=60) as http:
            for _ in range(count):
                answer = await http.post(url, json={"numPlayers": 2})
                made.append(answer.raise_for_status().json()["matchID"])
        return made

    async def sit(self, slot: Slot) -> list[Socket]:
        seats = [Seat(slot, seat) for seat in range(2)]
        for seat in seats:
            await seat.open(self.port)
        return [seat.socket for seat in seats]

    async def watch(self, table: str) -> Socket:
        """A spectator, and the state that it is shown."""
        shown = asyncio.Event()

        def heard(frame: bytes) -> None:
            if frame == PING:
                socket.send(PONG)
            elif frame.startswith(OPENED):
                socket.send(CONNECT)
            elif frame.startswith(CONNECT):
                socket.send(emit("sync", table, None, None, 2))
            elif frame.startswith(SYNC):
                shown.set()

        socket = Socket(heard)
        await socket.open(self.port, PATH)
        await shown.wait()
        return socket


def emit(*arguments: Any) -> bytes:
    return EVENT + msgspec.json.encode(arguments)
