"""The games: their options, and the values of those that have few."""

from typing import Any

import msgspec
from litestar import get
from msgspec import inspect

from quartett.bots import levels
from quartett.core.game import Game
from quartett.core.registry import game as find_game
from quartett.core.registry import game_ids
from quartett.server.http.answers import GameInfo, LevelInfo


@get("/api/games", summary="The games, their options and their bots")
async def games() -> list[GameInfo]:
    return [_game(game_id) for game_id in game_ids()]


def _game(game_id: str) -> GameInfo:
    game = find_game(game_id)
    bots = levels(game).items()
    listed = tuple(LevelInfo(level, bot.name, bot.character) for level, bot in bots)
    return GameInfo(
        game.id, game.name, tuple(game.players), *_choices(game), listed, game.remembering
    )


def _choices(game: Game) -> tuple[dict[str, Any], dict[str, list[Any]]]:
    """The defaults, and for each option that has few values, those."""
    defaults: dict[str, Any] = msgspec.to_builtins(game.Options())
    info = inspect.type_info(game.Options)
    assert isinstance(info, inspect.StructType)
    few = {field.encode_name: _values(field.type) for field in info.fields}
    few |= game.option_values()
    return defaults, {name: values for name, values in few.items() if values}


def _values(kind: inspect.Type) -> list[Any]:
    match kind:
        case inspect.BoolType():
            return [False, True]
        case inspect.LiteralType(values):
            return list(values)
    return []
