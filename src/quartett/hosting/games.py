"""The description of a game for clients: its options, their values, its bots."""

from typing import Any

import msgspec
from msgspec import inspect

from quartett.bots import Adviser, RandomBot, levels
from quartett.bots.files import offered_bots
from quartett.core.game import Game
from quartett.core.parts import part, words
from quartett.core.registry import game as find_game
from quartett.hosting.answers import GameInfo, LevelInfo
from quartett.hosting.pages import page_files


def game_info(game_id: str) -> GameInfo:
    """The description of a game for clients."""
    game = find_game(game_id)
    bots = {**(levels(game) or {"random": RandomBot}), **offered_bots(game.id)}
    options, values = _choices(game)
    return GameInfo(
        id=game.id,
        name=game.name,
        players=tuple(game.players),
        options=options,
        choices=values,
        levels=tuple(LevelInfo(level, bot.name, bot.character) for level, bot in bots.items()),
        remembering=game.remembering,
        legend=words(game).legend,
        advises=part(game, Adviser) is not None,
        page=page_files(game),
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
