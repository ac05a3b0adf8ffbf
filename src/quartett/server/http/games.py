"""The games: their options, and the values of those that have few."""

from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.params import Parameter

from quartett.core.registry import game as find_game
from quartett.core.registry import game_ids
from quartett.hosting.answers import GameInfo
from quartett.hosting.games import game_info

Notation = Annotated[str, Parameter(max_length=200)]


@get("/api/games", summary="The games, their options and their bots")
async def games() -> list[GameInfo]:
    return [game_info(game_id) for game_id in game_ids()]


@get("/api/games/{game_id:str}/notation", summary="The action that a line of notation means")
async def notation(game_id: str, text: Notation) -> Any:
    return msgspec.to_builtins(find_game(game_id).parse(text))


GAMES = [games, notation]
