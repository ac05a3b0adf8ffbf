"""Today's puzzle."""

from datetime import UTC, datetime

from litestar import get, post

from quartett.core.errors import IllegalAction
from quartett.server.application import House
from quartett.server.http.answers import Puzzle, PuzzleAnswer, PuzzleTry
from quartett.server.http.requests import Asked, house_of
from quartett.server.jobs.puzzles import Made, judged
from quartett.tables.errors import Refused
from quartett.tables.messages import Tried

MAKE_SECONDS = 120.0


@get("/api/puzzle", summary="Today's puzzle, the same for everybody")
async def puzzle(request: Asked) -> Puzzle:
    made = await _today(house_of(request))
    return made.shown


@post("/api/puzzle/try", summary="What an action would do", status_code=200)
async def try_puzzle(request: Asked, data: PuzzleTry) -> Tried:
    made = await _asked_for(house_of(request), data.day)
    return judged(made, data.action)


@post("/api/puzzle", summary="Answer it, and be told the best", status_code=200)
async def answer_puzzle(request: Asked, data: PuzzleTry) -> PuzzleAnswer:
    made = await _asked_for(house_of(request), data.day)
    tried = judged(made, data.action)
    if tried.code is not None:
        raise IllegalAction(tried.code, tried.message, tried.where)
    points = made.points(data.action)
    return PuzzleAnswer(points=points, best=made.shown.best, action=made.best)


async def _asked_for(house: House, day: str) -> Made:
    made = await _today(house)
    if made.shown.day != day:
        raise Refused("old_puzzle", "That puzzle is over; there is a new one.")
    return made


async def _today(house: House) -> Made:
    day = datetime.fromtimestamp(await house.store.now() / 1000, UTC).date().isoformat()
    async with house.puzzle_lock:
        if house.puzzle is None or house.puzzle.shown.day != day:
            made: Made = await house.bots.ask("puzzle", "cubus", day, MAKE_SECONDS)
            house.puzzle = made
        return house.puzzle


PUZZLE = [puzzle, try_puzzle, answer_puzzle]
