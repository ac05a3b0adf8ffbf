"""The rulebooks, in our own words, in three languages."""

import re
from importlib.resources import files
from pathlib import Path
from typing import Final

from quartett.core.errors import QuartettError
from quartett.core.game import Game

LANGUAGES: Final = ("en", "de", "fr")
# A wheel carries the rulebooks inside the package; a checkout has them in its docs.
_HOMES: Final = (files("quartett") / "rulebooks", Path(__file__).parents[2] / "docs" / "rules")

_PICTURE: Final = re.compile(r"^!\[.*\)\n\n", re.MULTILINE)


def rulebook(game: Game, language: str = "en") -> str:
    """The rulebook as Markdown, without its pictures, which only the documentation has beside it.

    >>> import quartett
    >>> rulebook(quartett.game("calavera"), "de").splitlines()[0]
    '# Calavera'
    """
    if language not in LANGUAGES:
        raise QuartettError(f"the rules are written in {', '.join(LANGUAGES)}, not in {language!r}")
    for home in _HOMES:
        page = home / f"{game.id}.{language}.md"
        if page.is_file():
            return _PICTURE.sub("", page.read_text(encoding="utf-8"))
    raise QuartettError(f"{game.name} has no rulebook in {language!r}")
