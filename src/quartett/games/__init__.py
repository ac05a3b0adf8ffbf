"""The games. Rules know nothing but `quartett.core`; their bots know `quartett.bots` too."""

from importlib import import_module
from types import ModuleType


def __getattr__(name: str) -> ModuleType:
    """`quartett.games.calavera` without an import of its own; a game is loaded when asked for."""
    if name.startswith("_"):
        raise AttributeError(name)
    try:
        return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError:
        raise AttributeError(f"there is no game module {name!r}") from None
