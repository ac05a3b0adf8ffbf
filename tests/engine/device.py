"""A device in memory: what the Web Worker and IndexedDB are to the engine, for several tabs."""

import json
from typing import Any

from quartett.browser.worker import Engine

USER = "0123456789abcdef"


class DiskFull(Exception):
    """Nothing could be written."""


class Disk:
    """Tables and logs; an entry is written once."""

    def __init__(self) -> None:
        self.saved: dict[str, str] = {}
        self.lines: dict[str, Any] = {}
        self.logs: dict[str, list[list[Any]]] = {}
        self.full = False

    def write(self, effects: dict[str, Any]) -> None:
        if self.full and (effects["events"] or effects["tables"]):
            raise DiskFull
        for row in effects["events"]:
            log = self.logs.setdefault(row["table"], [])
            assert row["seq"] == len(log) + 1, "an entry is missing or doubled"
            log.append([row["seq"], row["ms"], row["cmd"], row["body"]])
        for row in effects["tables"]:
            self.saved[row["id"]], self.lines[row["id"]] = row["saved"], row["line"]


class Tab:
    """One worker. What it sends is in `heard`, in order, and never before it is on disk."""

    def __init__(self, disk: Disk, client: str = "page") -> None:
        self.disk = disk
        self.client = client
        self.engine = Engine(USER, "")
        self.heard: list[dict[str, Any]] = []
        self.now = 1_700_000_000_000

    def catch_up(self, table: str) -> None:
        known = self.engine.known(table)
        rows = self.disk.logs.get(table, [])[max(0, known) :]
        self._take(self.engine.catch_up(table, self.disk.saved.get(table), json.dumps(rows)))

    def request(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """The status, and the answer read from JSON where it is JSON."""
        parts = path.split("?")[0].split("/")
        if parts[0] == "tables" and len(parts) > 1:
            self.catch_up(parts[1])
        text = None if body is None else json.dumps(body)
        made = json.loads(self.engine.request(method, path, text, self.now))
        while "job" in made:
            made = json.loads(self.engine.step(made["job"]))
        answer = self._commit(made)["answer"]
        is_json = answer["kind"] == "application/json"
        return answer["status"], json.loads(answer["body"]) if is_json else answer["body"]

    def ask(self, path: str) -> Any:
        status, answer = self.request("GET", path)
        assert status == 200, answer
        return answer

    def frame(self, **message: Any) -> None:
        if "table" in message:
            self.catch_up(message["table"])
        self._commit(json.loads(self.engine.frame(self.client, json.dumps(message), self.now)))

    def table(self, game: str, *seats: str, **more: Any) -> str:
        wishes = [
            {"kind": "me"} if seat == "me" else {"kind": "bot", "level": seat} for seat in seats
        ]
        asked = {"game": game, "seats": wishes, "start": True, **more}
        status, about = self.request("POST", "tables", asked)
        assert status == 201, about
        return str(about["id"])

    def due(self, table: str) -> Any:
        self.catch_up(table)
        return json.loads(self.engine.due(table))

    def play_bot(self, table: str) -> bool:
        """One bot's move; False where none is to be made."""
        bots = self.due(table)["bots"]
        if not bots:
            return False
        seat, since = bots[0]["seat"], bots[0]["since"]
        self.bot_move(table, seat, since, self.engine.think(table, seat))
        return True

    def bot_move(self, table: str, seat: int, since: int, form: str) -> Any:
        self.catch_up(table)
        return self._take(self.engine.bot_move(table, seat, since, form, self.now))

    def time_out(self, table: str) -> None:
        self.catch_up(table)
        self._take(self.engine.time_out(table, self.now))

    def pause(self, table: str, beat: int) -> None:
        self.catch_up(table)
        self._take(self.engine.pause(table, beat, self.now))

    @property
    def position(self) -> dict[str, Any]:
        return next(one for one in reversed(self.heard) if one["t"] in ("events", "snapshot"))

    @property
    def rejected(self) -> str | None:
        last = self.heard[-1]
        return last["code"] if last["t"] == "rejected" else None

    def _take(self, text: str) -> Any:
        made = json.loads(text)
        return made if "refused" in made else self._commit(made)

    def _commit(self, effects: dict[str, Any]) -> dict[str, Any]:
        try:
            self.disk.write(effects)
        except DiskFull:
            for row in effects["tables"]:
                self.engine.forget(row["id"])
            raise
        self.heard += [
            json.loads(text) for client, text in effects["frames"] if client == self.client
        ]
        return effects
