"""Games by id. Every game, ours too, comes in through the entry point group `quartett.games`."""

from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from quartett.core.errors import UnknownGame
from quartett.core.game import Game


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
    """The ids of all installed games."""
    return sorted(_entries())


@cache
def _load(entry: EntryPoint) -> Game:
    made = entry.load()()
    if not isinstance(made, Game):
        raise UnknownGame(f"the entry point {entry.name!r} ({entry.value}) is not a Game")
    return made


@cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group="quartett.games")}
