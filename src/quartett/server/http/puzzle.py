"""Today's puzzles."""

from litestar import get, post

from quartett.hosting.answers import PuzzleAnswer, PuzzleTry
from quartett.hosting.puzzles import (
    Puzzle,
    SolvedPuzzle,
    puzzle_day,
    puzzle_game,
    puzzle_of,
    solved,
)
from quartett.server.application import Application
from quartett.server.http.requests import Asked, app_of
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


PUZZLE = [puzzle, try_puzzle, answer_puzzle]
