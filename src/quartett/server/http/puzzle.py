"""Today's puzzles."""

from datetime import UTC, datetime

from litestar import get, post

from quartett.core.errors import IllegalAction
from quartett.server.application import Application
from quartett.server.http.answers import PuzzleAnswer, PuzzleTry
from quartett.server.http.requests import Asked, app_of
from quartett.server.jobs.puzzles import Puzzle, SolvedPuzzle, puzzle_game
from quartett.tables.errors import Refused
from quartett.tables.messages import Tried

MAKE_SECONDS = 120.0


@get("/api/puzzle", summary="Today's puzzle, the same for everybody, with an easier one")
async def puzzle(request: Asked) -> Puzzle:
    made = await _today(app_of(request))
    return next(iter(made.values())).shown


@post("/api/puzzle/try", summary="What an action would do", status_code=200)
async def try_puzzle(request: Asked, data: PuzzleTry) -> Tried:
    made = await _asked_for(app_of(request), data.day)
    return made.try_action(data.action)


@post("/api/puzzle", summary="Answer it, and be told the best", status_code=200)
async def answer_puzzle(request: Asked, data: PuzzleTry) -> PuzzleAnswer:
    made = await _asked_for(app_of(request), data.day)
    tried = made.try_action(data.action)
    if tried.code is not None:
        raise IllegalAction(tried.code, tried.message, tried.where)
    points = made.points(data.action)
    return PuzzleAnswer(points=points, best=made.shown.best, action=made.best)


async def _asked_for(app: Application, day: str) -> SolvedPuzzle:
    made = (await _today(app)).get(day)
    if made is None:
        raise Refused("old_puzzle", "That puzzle is over; there is a new one.")
    return made


async def _today(app: Application) -> dict[str, SolvedPuzzle]:
    day = datetime.fromtimestamp(await app.store.now() / 1000, UTC).date().isoformat()
    async with app.puzzle_lock:
        if day not in app.puzzles:
            app.puzzles = await app.review_workers.ask(
                "puzzle", puzzle_game(day), day, MAKE_SECONDS
            )
        return app.puzzles


PUZZLE = [puzzle, try_puzzle, answer_puzzle]
