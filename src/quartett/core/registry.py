"""Games by id. Every game, ours too, comes in through the entry point group `quartett.games`."""

import logging
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from quartett.core.errors import UnknownGame
from quartett.core.game import Game

logger = logging.getLogger("quartett")


def game(id: str) -> Game:
    """The game with this id.

    >>> game("calavera").name
    'Calavera'
    """
    found = _entries().get(id)
    if found is None:
        near = get_close_matches(str(id), _entries(), n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(game_ids())}"
        raise UnknownGame(f"no game is called {id!r}; {hint}")
    return _load(found)


def game_ids() -> list[str]:
    """The ids of all installed games, without those that cannot be loaded."""
    return sorted(id for id, entry in _entries().items() if _is_ours(entry) or _loads(entry))


@cache
def _load(entry: EntryPoint) -> Game:
    try:
        made = entry.load()()
    except Exception as error:  # whatever the module of another distribution does
        raise UnknownGame(f"{_origin(entry)} cannot be loaded: {_cause(error)}") from error
    if not isinstance(made, Game):
        raise UnknownGame(f"{_origin(entry)} is not a Game")
    return made


def _is_ours(entry: EntryPoint) -> bool:
    """Of this distribution: they load, and are loaded when they are asked for."""
    return entry.value.startswith("quartett.games.")


@cache
def _loads(entry: EntryPoint) -> bool:
    """Whether it does; one that does not is reported once, and the other games stay."""
    try:
        _load(entry)
    except UnknownGame as error:
        logger.warning("%s", error)
        return False
    return True


def _origin(entry: EntryPoint) -> str:
    of = f" of the distribution {entry.dist.name} {entry.dist.version}" if entry.dist else ""
    return f"the game {entry.name!r} ({entry.value}){of}"


def _cause(error: Exception) -> str:
    """In one line."""
    return f"{type(error).__name__}: {error}".splitlines()[0]


@cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group="quartett.games")}
