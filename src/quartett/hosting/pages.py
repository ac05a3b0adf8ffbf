"""Files that a game brings for the page: a board of its own, texts, rules.

They lie in a folder `page` of the game's package, or, for a game that is one file, in a folder
beside it that is called like the file with `_page`.
"""

import sys
from pathlib import Path

from quartett.core.game import Game

KINDS = frozenset({".css", ".js", ".json", ".md", ".png", ".svg", ".webp", ".woff2"})
"""What the page can use; other files are not listed."""


def page_folder(game: Game) -> Path | None:
    """Where the game's files for the page lie; None where it has none."""
    source = sys.modules[type(game).__module__].__file__
    if source is None:
        return None
    path = Path(source)
    folder = path.parent / ("page" if path.stem == "__init__" else f"{path.stem}_page")
    return folder if folder.is_dir() else None


def page_files(game: Game) -> tuple[str, ...]:
    """The files by their paths inside the folder."""
    folder = page_folder(game)
    if folder is None:
        return ()
    found = (path for path in folder.rglob("*") if path.is_file() and path.suffix in KINDS)
    return tuple(sorted(path.relative_to(folder).as_posix() for path in found))


def built_page() -> Path | None:
    """Where the built page is: in the package, or beside the sources."""
    library = Path(__file__).parents[1]
    places = (library / "server" / "page", library.parents[1] / "web" / "dist")
    return next((path for path in places if (path / "index.html").exists()), None)
