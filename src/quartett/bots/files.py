"""Bots from files of one's own."""

import os
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Final

from quartett.bots.protocol import Bot
from quartett.core.errors import QuartettError

FILES: Final = "QUARTETT_BOTS"
"""The variable that names the files, so that processes started later know them too."""


def bots_in(path: Path) -> dict[str, type[Bot]]:
    """The bots of a file, by the lower-case names they can be entered under.

    A file with one bot can also be called by the name of the file.
    """
    classes = [
        thing
        for thing in vars(_load(path)).values()
        if isinstance(thing, type) and issubclass(thing, Bot) and thing.__module__ == _module(path)
    ]
    if not classes:
        raise QuartettError(f"{path} has no class that derives from quartett.Bot")
    named = {one.__name__.lower(): one for one in classes}
    return {path.stem.lower(): classes[0], **named} if len(classes) == 1 else named


def offer_bots(path: Path) -> None:
    """Make the bots of a file known by name, in this process and in those it starts."""
    bots_in(path)
    noted = [name for name in os.environ.get(FILES, "").split(os.pathsep) if name]
    os.environ[FILES] = os.pathsep.join(dict.fromkeys([*noted, str(path.resolve())]))


def offered_bots(game: str) -> dict[str, type[Bot]]:
    """The bots of the files that are noted, as far as they play this game, by class."""
    files = os.environ.get(FILES)
    every = _offered(files) if files else {}
    return {name: bot for name, bot in every.items() if not bot.games or game in bot.games}


@cache
def _offered(files: str) -> dict[str, type[Bot]]:
    return {
        bot.__name__.lower(): bot
        for file in files.split(os.pathsep)
        for bot in bots_in(Path(file)).values()
    }


def _module(path: Path) -> str:
    return f"quartett_guest_{path.stem}"


def _load(path: Path) -> ModuleType:
    """Run the file again: Python's cache of compiled files misses changes within a second.

    It may import modules beside it; those that are installed come first.
    """
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)
    try:
        source = path.read_bytes()
    except OSError as error:
        raise QuartettError(f"cannot read {path}: {error.strerror}") from None
    module = ModuleType(_module(path))
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    try:
        exec(compile(source, str(path), "exec"), vars(module))
    except (Exception, SystemExit) as error:  # a script may end itself
        said = " ".join(f"{type(error).__name__}: {error}".split())
        raise QuartettError(f"{path}: {said}") from None
    return module
