"""Today's puzzle."""

from datetime import UTC, datetime

from litestar import get, post

from quartett.core.errors import IllegalAction
from quartett.hosting.answers import PuzzleAnswer, PuzzleTry
from quartett.hosting.puzzles import Puzzle, SolvedPuzzle, puzzle_game
from quartett.server.application import Application
from quartett.server.http.requests import Asked, app_of
from quartett.tables.errors import Refused
from quartett.tables.messages import Tried

MAKE_SECONDS = 120.0


@get("/api/puzzle", summary="Today's puzzle, the same for everybody")
async def puzzle(request: Asked) -> Puzzle:
    made = await _today(app_of(request))
    return made.shown


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
    made = await _today(app)
    if made.shown.day != day:
        raise Refused("old_puzzle", "That puzzle is over; there is a new one.")
    return made


async def _today(app: Application) -> SolvedPuzzle:
    day = datetime.fromtimestamp(await app.store.now() / 1000, UTC).date().isoformat()
    async with app.puzzle_lock:
        if app.puzzle is None or app.puzzle.shown.day != day:
            made: SolvedPuzzle = await app.review_workers.ask(
                "puzzle", puzzle_game(day), day, MAKE_SECONDS
            )
            app.puzzle = made
        return app.puzzle


PUZZLE = [puzzle, try_puzzle, answer_puzzle]
