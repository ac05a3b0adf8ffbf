"""The editions a table can choose: those in the package, and files of your own."""

import os
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from quartett.core.errors import BadTable
from quartett.games.calculissimo.board.edition import BadEdition, Edition, read_edition

FILES: Final = "QUARTETT_EDITIONS"
"""The environment's edition files, separated as in PATH; processes of a match inherit them."""

_own: dict[str, Edition] = {}


def edition(name: str) -> Edition:
    """The edition of this name.

    >>> edition("children").size
    9
    """
    found = _packaged().get(name) or _own.get(name) or editions().get(name)
    if found is None:
        raise BadTable(
            f"no edition is called {name!r}; there are {', '.join(editions())}, "
            f"and files of your own that {FILES} names"
        )
    return found


def editions() -> dict[str, Edition]:
    """All editions that can be played now, by name."""
    return {**_packaged(), **_from_environment(os.environ.get(FILES, "")), **_own}


def load_edition(path: str | os.PathLike[str]) -> Edition:
    """Read an edition of your own from a TOML file; from then on tables can choose it by name."""
    try:
        return add_edition(_read(path))
    except BadEdition as error:
        raise BadEdition(f"{path}: {error}") from None


def add_edition(new: Edition) -> Edition:
    """Let tables choose this edition. A name means one edition for good: records rely on it."""
    known = editions().get(new.name, new)
    if known != new:
        raise BadEdition(f"another edition is called {new.name!r}; give this one another name")
    if new.name not in _packaged():
        _own[new.name] = new
    return editions()[new.name]


def named_or_file(text: str) -> Edition:
    """What a command line says: the name of an edition, or a file of one's own.

    A file is noted in the environment too, so that processes started later know it.
    """
    if not text.endswith(".toml") and Path(text).name == text:
        return edition(text)
    loaded = load_edition(text)
    noted = [path for path in os.environ.get(FILES, "").split(os.pathsep) if path]
    path = str(Path(text).resolve())
    if path not in noted:
        os.environ[FILES] = os.pathsep.join([*noted, path])
    return loaded


def _read(path: str | os.PathLike[str]) -> Edition:
    try:
        return read_edition(Path(path).read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadEdition(f"cannot read it: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadEdition("it is not an edition: it is not text") from None


@cache
def _packaged() -> dict[str, Edition]:
    folder = files(__package__) / "data"
    texts = (file.read_text(encoding="utf-8") for file in folder.iterdir())
    found = {found.name: found for found in map(read_edition, texts)}
    return dict(sorted(found.items(), key=lambda item: item[0] != "standard"))


@cache
def _from_environment(paths: str) -> dict[str, Edition]:
    found: dict[str, Edition] = {}
    for path in filter(None, paths.split(os.pathsep)):
        try:
            new = _read(path)
        except BadEdition as error:
            raise BadEdition(f"{FILES} names {path}: {error}") from None
        if {**found, **_packaged()}.get(new.name, new) != new:
            raise BadEdition(f"{FILES} names {path}: another edition is called {new.name!r}")
        found[new.name] = new
    return found
