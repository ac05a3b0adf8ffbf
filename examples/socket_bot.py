"""A program that takes a seat at a table and plays: python socket_bot.py ADDRESS TABLE SEAT"""

import json
import random
import sys
import urllib.request
import uuid
from typing import Any

from websockets.sync.client import connect


def post(url: str, body: Any, token: str = "") -> Any:
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def choose(told: dict[str, Any]) -> Any:
    """Here goes the thinking: `told["view"]` is all that the seat may know."""
    return random.choice(told["legal"])


def play(server: str, table: str, seat: int) -> Any:
    """Sit down, play to the end, and say how it went."""
    token = post(f"{server}/api/programs", {"name": "Dora"})["token"]
    sit = {"do": "sit", "cmd": str(uuid.uuid4()), "seat": seat}
    post(f"{server}/api/tables/{table}/commands", sit, token)
    address = server.replace("http", "ws", 1) + "/ws"
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        socket.send(json.dumps({"t": "hello", "table": table, "seat": seat, "legal": True}))
        answered = -1
        for frame in socket:
            told = json.loads(frame)
            if told.get("about", {}).get("result"):
                return told["about"]["result"]
            if told.get("legal") and told["seq"] > answered:
                answered = told["seq"]
                act = {"t": "act", "table": table, "cmd": str(uuid.uuid4()), "at": answered}
                socket.send(json.dumps({**act, "action": choose(told)}))
    raise ConnectionError("the server closed the socket before the end of the game")


if __name__ == "__main__":
    print(json.dumps(play(sys.argv[1].rstrip("/"), sys.argv[2], int(sys.argv[3]))))
