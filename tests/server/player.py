"""Scripted clients: they speak the protocol of the socket and nothing else."""

import asyncio
import random
import uuid
from collections.abc import Callable
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tests.server.host import Host

Choose = Callable[[dict[str, Any], list[dict[str, Any]]], dict[str, Any]]


class Visitor:
    """Somebody with a browser: a cookie, REST and a socket."""

    def __init__(self, host: Host, name: str | None = "Ana") -> None:
        self.host = host
        self.http = httpx.Client(
            base_url=host.url, timeout=30, verify=False
        )  # no certificates to read
        if name is not None:
            self.put("/api/me/name", {"name": name})

    def get(self, path: str, **query: Any) -> Any:
        return _ok(self.http.get(path, params=query)).json()

    def put(self, path: str, body: Any) -> Any:
        return _ok(self.http.put(path, json=body)).json()

    def post(self, path: str, body: Any = None) -> Any:
        return _ok(self.http.post(path, json=body)).json()

    def do(self, table: str, what: str, **fields: Any) -> Any:
        return self.post(f"/api/tables/{table}/commands", {"do": what, "cmd": new_cmd(), **fields})

    def refused(self, table: str, what: str, **fields: Any) -> str:
        """The code with which the server refuses this."""
        body = {"do": what, "cmd": new_cmd(), **fields}
        answer = self.http.post(f"/api/tables/{table}/commands", json=body)
        assert 400 <= answer.status_code < 500, answer.text
        code: str = answer.json()["code"]
        return code

    def table(self, game: str, *seats: Any, **more: Any) -> str:
        """A new table: `me`, `open`, or a bot's level for each seat."""
        wishes = [
            {"kind": seat} if seat in ("me", "open") else {"kind": "bot", "level": seat}
            for seat in seats
        ]
        made = self.post("/api/tables", {"game": game, "seats": wishes, **more})
        table: str = made["id"]
        return table

    @property
    def cookies(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{c.name}={c.value}" for c in self.http.cookies.jar)}

    async def socket(self) -> "Line":
        return Line(await connect(self.host.socket_url, additional_headers=self.cookies))


class Line:
    """A socket with its messages."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[bytes] = []
        """Every frame that came."""

    async def send(self, **message: Any) -> None:
        await self.socket.send(msgspec.json.encode(message).decode())

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message, of one of these kinds if any are named."""
        while True:
            frame = await asyncio.wait_for(self.socket.recv(), 60)
            raw = frame.encode() if isinstance(frame, str) else frame
            self.heard.append(raw)
            message: dict[str, Any] = msgspec.json.decode(raw)
            if not kinds or message["t"] in kinds:
                return message

    async def close(self) -> None:
        await self.socket.close()


async def play(
    line: Line, table: str, seat: int | None, choose: Choose, hello: bool = True
) -> dict[str, Any]:
    """Play a seat to the end of the game; the last position."""
    if hello:
        await line.send(t="hello", table=table, seat=seat, legal=seat is not None)
    asked = 0
    while True:
        told = await line.hear("snapshot", "events", "rejected")
        assert told["t"] != "rejected" or told["code"] == "stale", told
        if told["t"] == "rejected":
            continue
        if told.get("about", {}).get("stage") == "over":
            return told
        if told.get("legal") and told["seq"] > asked:
            asked = told["seq"]
            action = choose(told["view"], told["legal"])
            await line.send(t="act", table=table, cmd=new_cmd(), at=told["seq"], action=action)


async def opening_play(
    visitor: Visitor, line: Line, **more: Any
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is told of a new table of Calculissimo, and a play: one rack in thirty has none."""
    for _ in range(20):
        table = visitor.table("calculissimo", "me", "me", start=True, **more)
        await line.send(t="hello", table=table, seat=0, legal=True)
        await line.hear("snapshot")
        told = await line.hear("events")
        plays = [action for action in told["legal"] if action["do"] == "play"]
        if plays:
            return told, plays[0]
    raise AssertionError("no rack has a play")


def at_random(seed: int) -> Choose:
    rng = random.Random(seed)
    return lambda _, legal: rng.choice(legal)


def new_cmd() -> str:
    return str(uuid.uuid4())


def _ok(answer: httpx.Response) -> httpx.Response:
    assert answer.status_code < 400, f"{answer.status_code} {answer.text}"
    return answer
