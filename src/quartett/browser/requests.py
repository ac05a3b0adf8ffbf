"""The requests of the page, as `server/http` answers them, for the player of this device."""

import re
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any, TypeAlias, TypeVar
from urllib.parse import parse_qsl, unquote

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from quartett.browser.backend import Backend
from quartett.browser.effects import Effects, Response
from quartett.browser.opened import OpenTable, UnfinishedReview
from quartett.core.registry import game as find_game
from quartett.core.registry import game_ids
from quartett.hosting.answers import Me, Naming, Problem, PuzzleAnswer, PuzzleTry, RecordText
from quartett.hosting.games import game_info
from quartett.hosting.looking import VIEWS, check_over, past_positions, record_text, viewer_from
from quartett.hosting.problems import FAILED, problem
from quartett.hosting.puzzles import SolvedPuzzle, puzzle_day, puzzle_of, puzzle_steps, solved
from quartett.tables.commands import AnyCommand
from quartett.tables.errors import Refused
from quartett.tables.seats import clean_name
from quartett.tables.setup import TableRequest
from quartett.tables.viewing import history
from quartett.tables.viewing.viewer import table_info

PART_SECONDS = 1.0
"""Seconds after which a part of a review is better than none."""
REVIEW_SECONDS = 20.0
"""The same for those who do not ask for the rest."""

T = TypeVar("T")
_command: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)
Job: TypeAlias = Iterator[Response | None]
"""Work in steps: None until the answer is there."""


class Request(Struct, frozen=True):
    method: str
    path: str
    """Below `api/`, with its query."""
    body: str | None
    now: int


class Asked(Struct, frozen=True):
    """A request that found its handler."""

    names: tuple[str, ...]
    """What its path names: a table, a game."""
    query: dict[str, str]
    body: str | None
    now: int
    effects: Effects

    def data(self, kind: type[T]) -> T:
        return msgspec.json.decode(self.body or "null", type=kind)

    def number(self, name: str, default: int | None) -> int | None:
        text = self.query.get(name)
        if text is None:
            return default
        if not text.isdecimal():
            raise Refused("malformed", f"{name} is not a whole number.", status=400)
        return int(text)


class Requests:
    """Answers requests; one that takes long is a job."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._puzzles: dict[str, SolvedPuzzle] = {}

    def answer(self, request: Request) -> tuple[Effects, Job | None]:
        """Errors in a request are answered, never raised."""
        effects = Effects()
        path, _, query = request.path.partition("?")
        try:
            handler, names = _route(request.method, path)
            fields = dict(parse_qsl(query))
            asked = Asked(names, fields, request.body, request.now, effects)
            given = handler(self, asked)
        except Exception as error:
            return Effects(answer=refused(error)), None
        if isinstance(given, Iterator):
            return effects, given
        effects.answer = given if isinstance(given, Response) else answer(given)
        return effects, None

    def _games(self, _: Asked) -> Any:
        return [game_info(game_id) for game_id in game_ids()]

    def _notation(self, asked: Asked) -> Any:
        return msgspec.to_builtins(find_game(asked.names[0]).parse(asked.query.get("text", "")))

    def _me(self, _: Asked) -> Me:
        return Me(self._backend.person.name or None, None, None, "")

    def _rename(self, asked: Asked) -> Me:
        name = clean_name(asked.data(Naming).name)
        self._backend.person = replace(self._backend.person, name=name)
        asked.effects.name = name
        return self._me(asked)

    def _no_tables(self, _: Asked) -> list[Any]:
        """Nobody else can see a table of this device."""
        return []

    def _set_up(self, asked: Asked) -> Response:
        request = asked.data(TableRequest)
        if any(seat.kind == "open" for seat in request.seats):
            raise needs_server()
        opened = self._backend.set_up(request, asked.now, asked.effects)
        return answer(table_info(opened.table, self._backend.person.id), 201)

    def _import(self, asked: Asked) -> Response:
        text = asked.data(RecordText).text
        opened = self._backend.take_in_record(text, asked.now, asked.effects)
        return answer(table_info(opened.table, self._backend.person.id), 201)

    def _about(self, asked: Asked) -> Any:
        return table_info(self._backend.tables.find(asked.names[0]).table, self._backend.person.id)

    def _command(self, asked: Asked) -> Any:
        command: AnyCommand = _command.decode(asked.body or "null")
        self._backend.command(asked.names[0], command, asked.now, asked.effects)
        return self._about(asked)

    def _events(self, asked: Asked) -> Any:
        opened, words = self._backend.tables.find(asked.names[0]), _wants_words(asked)
        who = viewer_from(opened.table, self._backend.person.id, asked.number("seat", None), words)
        after = asked.number("after", 0) or 0
        steps = history.replay(opened.table, opened.log, who, after)
        return [step for step in steps if step is not None]

    def _views(self, asked: Asked) -> Any:
        table, words = self._backend.tables.find(asked.names[0]).table, _wants_words(asked)
        who = viewer_from(table, self._backend.person.id, asked.number("seat", None), words)
        first, count = asked.number("first", 0) or 0, asked.number("count", VIEWS) or VIEWS
        steps = history.past_views(table, who, first, min(count, VIEWS))
        return past_positions(table, first, (step for step in steps if step is not None), words)

    def _record(self, asked: Asked) -> Response:
        table = self._backend.tables.find(asked.names[0]).table
        return Response(200, record_text(table), "application/jsonl")

    def _review(self, asked: Asked) -> Any:
        opened = self._backend.tables.find(asked.names[0])
        check_over(opened.table)
        is_partial = asked.query.get("partial") == "true"
        return self._reviewed(opened, PART_SECONDS if is_partial else REVIEW_SECONDS)

    def _reviewed(self, opened: OpenTable, seconds: float) -> Job:
        """As much of it as there is time for; who asks again gets more."""
        if opened.review is None:
            opened.review = UnfinishedReview(opened.table)
        review, deadline = opened.review, monotonic() + seconds
        for _ in review.steps:
            if monotonic() > deadline:
                break
            yield None
        yield answer(review.reviewing.review())

    def _show_puzzle(self, asked: Asked) -> Job:
        return self._with_puzzle(asked, lambda made: next(iter(made.values())).shown)

    def _try_puzzle(self, asked: Asked) -> Job:
        data = asked.data(PuzzleTry)

        def reply(made: dict[str, SolvedPuzzle]) -> Any:
            return puzzle_of(made, data.day).try_action(data.action)

        return self._with_puzzle(asked, reply)

    def _answer_puzzle(self, asked: Asked) -> Job:
        data = asked.data(PuzzleTry)

        def reply(made: dict[str, SolvedPuzzle]) -> Any:
            asked_for = puzzle_of(made, data.day)
            points, best = solved(asked_for, data.action)
            return PuzzleAnswer(points=points, best=asked_for.shown.best, action=best)

        return self._with_puzzle(asked, reply)

    def _with_puzzle(self, asked: Asked, reply: Callable[[dict[str, SolvedPuzzle]], Any]) -> Job:
        day = puzzle_day(asked.now)
        if day not in self._puzzles:
            for step in puzzle_steps(day):
                self._puzzles = step or self._puzzles
                yield None
        yield answer(reply(self._puzzles))

    def _needs_server(self, _: Asked) -> Any:
        raise needs_server()


ROUTES: tuple[tuple[str, str, Callable[[Requests, Asked], Any]], ...] = (
    ("GET", "games", Requests._games),
    ("GET", "games/*/notation", Requests._notation),
    ("GET", "me", Requests._me),
    ("PUT", "me/name", Requests._rename),
    ("GET", "tables", Requests._no_tables),
    ("POST", "tables", Requests._set_up),
    ("POST", "records", Requests._import),
    ("GET", "tables/*", Requests._about),
    ("POST", "tables/*/commands", Requests._command),
    ("GET", "tables/*/events", Requests._events),
    ("GET", "tables/*/views", Requests._views),
    ("GET", "tables/*/record", Requests._record),
    ("GET", "tables/*/review", Requests._review),
    ("GET", "puzzle", Requests._show_puzzle),
    ("POST", "puzzle/try", Requests._try_puzzle),
    ("POST", "puzzle", Requests._answer_puzzle),
)
"""The requests that need no server: accounts, push messages and other people do."""


def _route(method: str, path: str) -> tuple[Callable[[Requests, Asked], Any], tuple[str, ...]]:
    for wanted, pattern, handler in ROUTES:
        found = re.fullmatch(pattern.replace("*", "([^/]+)"), path) if wanted == method else None
        if found is not None:
            return handler, tuple(map(unquote, found.groups()))
    return Requests._needs_server, ()


def needs_server() -> Refused:
    return Refused("needs_server", "This needs a server; here is only your device.", status=503)


def answer(value: Any, status: int = 200) -> Response:
    return Response(status, msgspec.json.encode(value).decode())


def refused(error: Exception) -> Response:
    if isinstance(error, msgspec.MsgspecError):
        status, said = 400, Problem("malformed", str(error)[:500])
    else:
        status, said = problem(error) or (500, FAILED)
    return answer(said, status)


def _wants_words(asked: Asked) -> bool:
    return asked.query.get("words") == "true"
