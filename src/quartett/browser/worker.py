"""The calls of the Web Worker: texts in, JSON out."""

import itertools
import random
from collections.abc import Callable
from typing import Any

import msgspec

from quartett.browser.backend import Backend
from quartett.browser.effects import FORMAT, Effects, Response
from quartett.browser.frames import Frames
from quartett.browser.opened import Row
from quartett.browser.requests import Job, Request, Requests, answer, refused
from quartett.core.distribution import __version__
from quartett.core.registry import game_ids
from quartett.hosting.games import game_info
from quartett.tables.errors import Refused
from quartett.tables.seats import Person

_rows = msgspec.json.Decoder(list[Row])
_form = msgspec.json.Decoder(dict[str, Any])


class Engine:
    """One for each worker. Each call returns its effects, or what went wrong as a problem."""

    version = __version__
    format = FORMAT

    def __init__(self, user: str, name: str) -> None:
        self._backend = Backend(Person(id=user, name=name))
        self._frames = Frames(self._backend)
        self._requests = Requests(self._backend)
        self._jobs: dict[int, Job] = {}
        self._numbers = itertools.count(1)

    def known(self, table: str) -> int:
        """The last entry of a table that is in memory; -1: it is not."""
        return self._backend.tables.known(table)

    def catch_up(self, table: str, saved: str | None, rows: str) -> str:
        return _told(lambda: self._backend.catch_up(table, saved, _rows.decode(rows)))

    def request(self, method: str, path: str, body: str | None, now: int) -> str:
        effects, job = self._requests.answer(Request(method, path, body, now))
        if job is None:
            return _json(effects)
        number = next(self._numbers)
        self._jobs[number] = job
        return _json({"job": number})

    def step(self, number: int) -> str:
        """The next step of a job."""
        given: Response | None
        try:
            given = next(self._jobs[number], answer(None, 500))
        except Exception as error:
            given = refused(error)
        if given is None:
            return _json({"job": number})
        del self._jobs[number]
        return _json(Effects(answer=given))

    def frame(self, client: str, text: str, now: int) -> str:
        return _json(self._frames.answer(client, text, now))

    def think(self, table: str, seat: int) -> str:
        return _told(lambda: self._backend.think(table, seat))

    def bot_move(self, table: str, seat: int, since: int, form: str, now: int) -> str:
        return _told(lambda: self._backend.bot_move(table, seat, since, _form.decode(form), now))

    def time_out(self, table: str, now: int) -> str:
        return _told(lambda: self._backend.time_out(table, now))

    def pause(self, table: str, beat: int, now: int) -> str:
        return _told(lambda: self._backend.pause(table, beat, now))

    def due(self, table: str) -> str:
        return _told(lambda: self._backend.due(table))

    def followed(self) -> str:
        return _json([opened.table.id for opened in self._backend.tables.followed()])

    def rename(self, name: str) -> None:
        """Another tab changed it."""
        self._backend.person = msgspec.structs.replace(self._backend.person, name=name)

    def gone(self, client: str) -> None:
        """A page of this worker is closed."""
        self._backend.tables.unfollow(client)

    def forget(self, table: str) -> None:
        """What was decided last is not on disk: read the table again."""
        self._backend.tables.forget(table)


def _told(call: Callable[[], Any]) -> str:
    try:
        return _json(call())
    except Refused as error:
        return _json({"refused": {"code": error.code, "message": error.message}})


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def prepare() -> None:
    """Import what every game needs until its first move: an image of memory will have it."""
    engine = Engine("0" * 16, "")
    for game in game_ids():
        level = game_info(game).levels[0].level
        seats = [{"kind": "me"}, {"kind": "bot", "level": level}]
        asked = _json({"game": game, "seats": seats, "start": True})
        made = engine._requests.answer(Request("POST", "tables", asked, 0))[0]
        hello = {"t": "hello", "table": made.tables[0].id, "seat": 0, "last": 0, "offers": True}
        engine.frame("", _json(hello), 0)


def awake() -> None:
    """Memory comes from an image: chance must not be the one of all other visits."""
    random.seed()
