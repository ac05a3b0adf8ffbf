"""A client written from docs/protocol.md alone plays each game to its end.

Nothing of ours is imported here but the server that is played at: plain HTTP, plain WebSocket and
JSON. What a client does not read on the page, it must not need.
"""

import json
import random
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.server.host import Host

OPTIONS: dict[str, dict[str, Any]] = {
    "calavera": {"sheet": "short"},
    "calcory": {"max_turns": 20},
    "calculissimo": {"edition": "children"},
    "cubus": {},
}
"""From the page's tables of options: short games."""
SECONDS = 120


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(str(tmp_path_factory.mktemp("written") / "q.db"), "--warm-up") as running:
        running.wait_until_ready()
        yield running


class Client:
    """A program with a token: REST, and one socket that it opens again when it likes."""

    def __init__(self, address: str, name: str) -> None:
        self.address = address
        self.stack = ExitStack()
        self.token = ""
        self.token = self.post("/api/programs", {"name": name})["token"]
        self.socket = self.open()
        self.commands = 0

    def open(self) -> ClientConnection:
        url = self.address.replace("http", "ws", 1) + "/ws"
        head = {"Authorization": f"Bearer {self.token}"}
        return self.stack.enter_context(connect(url, additional_headers=head))

    def post(self, path: str, body: Any) -> Any:
        head = {"Content-Type": "application/json"}
        if self.token:
            head["Authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(self.address + path, json.dumps(body).encode(), head)
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            return json.load(answer)

    def cmd(self) -> str:
        self.commands += 1
        return f"command-{self.commands:06}"

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self) -> Any:
        return json.loads(self.socket.recv(timeout=SECONDS))

    def again(self) -> None:
        """The connection breaks."""
        self.socket.close()
        self.socket = self.open()


class Player:
    """Both seats of a table in one client, which loses its connection now and then."""

    def __init__(self, client: Client, table: str, rng: random.Random) -> None:
        self.client, self.table, self.rng = client, table, rng
        self.entries: list[dict[str, Any]] = []
        self.asked = 0

    def hello(self, seat: int, **more: Any) -> None:
        self.client.send(t="hello", table=self.table, legal=True, seat=seat, **more)

    def play(self) -> dict[str, Any]:
        """The last message of the game."""
        self.hello(0)
        while True:
            told = self.client.hear()
            assert told["t"] in ("snapshot", "events", "presence"), told
            if told["t"] == "presence":
                continue
            self.keep(told.get("events", []))
            if told.get("about", {}).get("stage") == "over":
                last: dict[str, Any] = told
                return last
            self.answer(told)

    def keep(self, entries: list[dict[str, Any]]) -> None:
        """An unbroken count; what one has already may come again."""
        have = self.entries[-1]["seq"] if self.entries else entries[0]["seq"] - 1 if entries else 0
        new = [entry for entry in entries if entry["seq"] > have]
        assert [entry["seq"] for entry in new] == list(range(have + 1, have + 1 + len(new)))
        self.entries += new

    def answer(self, told: dict[str, Any]) -> None:
        waiting = told["view"]["to_act"]
        if waiting and told["seat"] not in waiting:
            self.hello(min(waiting), last=told["seq"])
        elif told.get("legal") and told["seq"] > self.asked:
            self.act(told["seat"], told["seq"], self.rng.choice(told["legal"]))

    def act(self, seat: int, at: int, action: Any) -> None:
        self.asked = at
        act = {"t": "act", "table": self.table, "cmd": self.client.cmd(), "at": at}
        self.client.send(**act, action=action, seat=seat)
        if self.rng.random() < 0.1:
            self.client.again()
            self.client.send(**act, action=action, seat=seat)
            self.hello(seat, last=at)


@pytest.mark.parametrize("game", OPTIONS)
def test_a_client_written_from_the_page_plays_to_the_end(host: Host, game: str) -> None:
    client = Client(host.url, "Reader")
    seats = [{"kind": "me"}, {"kind": "me"}]
    asked = {"game": game, "seats": seats, "options": OPTIONS[game], "start": True}
    table = client.post("/api/tables", asked)
    player = Player(client, table["id"], random.Random(game))
    last = player.play()
    result = last["about"]["result"]
    assert result["scores"] == last["view"]["scores"]
    assert result["winners"] == last["view"]["winners"]
    assert player.entries[-1]["do"] == "ended"
    client.stack.close()
