"""Today's puzzles, and one's own mistakes as exercises."""

from contextlib import suppress
from itertools import islice
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.requests import Request

from quartett.core.errors import UnknownGame
from quartett.core.parts import page
from quartett.hosting.answers import (
    Exercise,
    ExerciseAnswer,
    ExerciseTry,
    PuzzleAnswer,
    PuzzleTry,
)
from quartett.hosting.puzzles import (
    Puzzle,
    SolvedPuzzle,
    puzzle_day,
    puzzle_game,
    puzzle_of,
    solved,
)
from quartett.review.practice import answered
from quartett.server.application import Application
from quartett.server.http.requests import address_of, app_of, somebody, who
from quartett.server.http.routing import get, post
from quartett.tables.errors import Refused
from quartett.tables.viewing.messages import Tried

MAKE_SECONDS = 120.0
JUDGE_SECONDS = 20.0

LimitQuery = Annotated[int, Meta(ge=1, le=50)]


@get("/api/puzzle", summary="Today's puzzle, the same for everybody, with an easier one")
async def puzzle(request: Request) -> Puzzle:
    made = await _today(app_of(request))
    return next(iter(made.values())).shown


@post("/api/puzzle/try", summary="What an action would do")
async def try_puzzle(request: Request, data: PuzzleTry) -> Tried:
    made = await _asked_for(app_of(request), data.day)
    return made.try_action(data.action)


@post("/api/puzzle", summary="Answer it and get the best action")
async def answer_puzzle(request: Request, data: PuzzleTry) -> PuzzleAnswer:
    made = await _asked_for(app_of(request), data.day)
    points, best = solved(made, data.action)
    return PuzzleAnswer(points=points, best=made.shown.best, action=best)


async def _asked_for(app: Application, day: str) -> SolvedPuzzle:
    return puzzle_of(await _today(app), day)


async def _today(app: Application) -> dict[str, SolvedPuzzle]:
    day = puzzle_day(await app.store.now())
    async with app.puzzle_lock:
        if day not in app.puzzles:
            app.puzzles = await app.review_workers.ask(
                "puzzle", puzzle_game(day), day, MAKE_SECONDS
            )
        return app.puzzles


@get("/api/me/exercises", summary="My own mistakes that are due to be played better")
async def exercises(request: Request, limit: LimitQuery = 10) -> list[Exercise]:
    user, app = await who(request), app_of(request)
    if user is None:
        return []
    due = await app.repository.exercises(user.id, await app.store.now(), limit)
    found = []
    for table, place, since in due:
        with suppress(UnknownGame):  # its game is not installed any more
            found.append(await _exercise(app, table, place, since))
    return found


async def _exercise(app: Application, table_id: str, place: int, due: int) -> Exercise:
    async with app.tables.reading(table_id) as (_, table):
        record = table.record()
    state = next(islice(record.replay(), place, None))
    seat = int(record.events[place].actor)
    reviewed = await app.repository.review(table_id)
    decision = reviewed.steps[place].decision if reviewed is not None else None
    view = state.view(seat)
    return Exercise(
        table=table_id, place=place, game=record.head.game, seat=seat, names=record.head.seats,
        kind=decision.kind if decision is not None else "", view=msgspec.to_builtins(view),
        offers=msgspec.to_builtins(page(record.game).offers(view)), due=due,
    )  # fmt: skip


@post("/api/me/exercises", summary="Play a mistake again, better")
async def answer_exercise(request: Request, data: ExerciseTry) -> ExerciseAnswer:
    user, app = await somebody(request), app_of(request)
    known = await app.repository.exercise(user.id, data.table, data.place)
    if known is None:
        raise Refused("no_exercise", "There is no such exercise.", status=404)
    async with app.tables.reading(data.table) as (_, table):
        record = table.record()
    event = record.events[data.place]
    action = record.game.action(data.action)
    next(islice(record.replay(), data.place, None)).check(event.actor, action)
    app.limit("review", address_of(request.scope))
    found = await app.review_workers.ask(
        "judge", record.head.game, (record, data.place, action), JUDGE_SECONDS
    )
    then = answered(known, found.grade, await app.store.now())
    await app.repository.reschedule(user.id, data.table, data.place, then)
    return ExerciseAnswer(found, then.due)


PUZZLE = [puzzle, try_puzzle, answer_puzzle, exercises, answer_exercise]
