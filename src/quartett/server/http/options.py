"""What a game can be asked for: its options' defaults, and the values of those with few."""

from typing import Any

import msgspec
from msgspec import inspect

from quartett.core.game import Game


def choices(game: Game) -> tuple[dict[str, Any], dict[str, list[Any]]]:
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
