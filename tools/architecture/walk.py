"""Trace a move through a running server: python -m tools.architecture.walk.

Prints the modules of server and tables that it reaches, in order, from the frame that the client
sends to the frame that answers it.
"""

import json
import os
import signal
import socket
import sys
import tempfile
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect

from quartett.server import run
from quartett.server.settings import Settings, without_limits

LIMIT = 120
"""Seconds for an answer, on a busy machine too."""
TRACED = ("quartett.server.", "quartett.tables.")
TABLE = {
    "game": "calavera",
    "seats": [{"kind": "me"}, {"kind": "me"}],
    "start": True,
    "options": {"start_player": 0},
}


class Trace:
    """Notes which modules are called, while it is on."""

    def __init__(self) -> None:
        self.modules: list[str] = []
        self.on = False

    def __call__(self, frame: Any, event: str, _: object) -> None:
        name = frame.f_globals.get("__name__", "")
        if self.on and event == "call" and name.startswith(TRACED) and name not in self.modules:
            self.modules.append(name)


def walk(folder: Path) -> list[str]:
    """The modules that a move of two people's table crosses.

    The server has the main thread, which alone receives signals; the client has another.
    """
    trace = Trace()
    threading.setprofile(trace)
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    settings = without_limits(Settings(database=str(folder / "quartett.db"), warm_up=False))
    with ThreadPoolExecutor(1) as clients:
        moved = clients.submit(_move_and_stop, trace, listener.getsockname()[1])
        sys.setprofile(trace)
        run.run(settings, listener, None, "", 20.0, False)
        sys.setprofile(None)
        moved.result()
    return trace.modules


def _move_and_stop(trace: Trace, port: int) -> None:
    try:
        _move(trace, port)
    finally:
        os.kill(os.getpid(), signal.SIGTERM)


def _move(trace: Trace, port: int) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=LIMIT) as http:
        _wait(http)
        http.put("/api/me/name", json={"name": "Ana"}).raise_for_status()
        cookies = "; ".join(f"{one.name}={one.value}" for one in http.cookies.jar)
        address, headers = f"ws://127.0.0.1:{port}/ws", {"Cookie": cookies}
        with connect(address, additional_headers=headers, open_timeout=LIMIT) as line:
            _act(trace, line, _at_turn(http, line))


def _at_turn(http: httpx.Client, line: Any) -> Any:
    """The position of a new table where the first seat has to act; after some rolls it has not."""
    while True:
        table = http.post("/api/tables", json=TABLE).raise_for_status().json()["id"]
        line.send(json.dumps({"t": "hello", "table": table, "seat": 0, "legal": True}))
        if "legal" in (told := _heard(line, "snapshot")):
            return told


def _act(trace: Trace, line: Any, told: Any) -> None:
    table = told["table"]
    line.send(
        json.dumps({"t": "hello", "table": table, "seat": 0})
    )  # without the list, as the page
    _heard(line, "snapshot")
    line.send(json.dumps({"t": "ping"}))  # whatever the server does after a hello is done
    _heard(line, "pong")
    act = {"t": "act", "table": table, "seat": 0, "cmd": str(uuid.uuid4())}
    trace.on = True
    line.send(json.dumps({**act, "at": told["seq"], "action": told["legal"][0]}))
    _heard(line, "events")
    line.send(json.dumps({"t": "ping"}))  # and now whatever it does after an answer
    _heard(line, "pong")
    trace.on = False


def _wait(http: httpx.Client) -> None:
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        try:
            if http.get("/api/health").is_success:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise TimeoutError(f"the server did not answer within {LIMIT} s")


def _heard(line: Any, kind: str) -> Any:
    while (told := json.loads(line.recv(LIMIT)))["t"] != kind:
        pass
    return told


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        print(*walk(Path(place)), sep="\n")
