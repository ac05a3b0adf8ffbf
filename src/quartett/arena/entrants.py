"""Who plays: levels of the game, and bots from users' files."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from quartett.arena.guest import guests
from quartett.bots import find_bot
from quartett.core.errors import QuartettError
from quartett.core.game import Game


class Entrant(Struct, frozen=True):
    """Who plays: a level of the game, or a class in a user's file."""

    name: str
    code: Path | None = None
    class_name: str = ""
    level: str = ""
    """The level, where the entrant goes by another name."""

    @property
    def bot(self) -> str:
        """The level to play, for an entrant without code."""
        return self.level or self.name

    def identity(self) -> str:
        """What decides how it plays: the level, or the class and a digest of its file."""
        if self.code is None:
            return self.bot
        return f"{self.class_name} {sha256(_source(self.code)).hexdigest()}"


def find_entrants(game: Game, words: Sequence[str], files: Sequence[Path]) -> tuple[Entrant, ...]:
    """Entrants as one types them.

    A word is a level (`hard`), a bot of one of the files by its class or file name, a file
    with its class (`my.py:Bot`, or `my.py` where it has only one), or any of these under
    another name (`old=my.py:Bot`).

    >>> import quartett
    >>> find_entrants(quartett.game("calavera"), ["strong=hard", "easy"], [])[0]
    Entrant(name='strong', code=None, class_name='', level='hard')
    """
    own = {name: (path, class_name) for path in files for name, class_name in guests(path).items()}
    return tuple(_entrant(game, word, own) for word in words)


def _entrant(game: Game, word: str, own: dict[str, tuple[Path, str]]) -> Entrant:
    name, equals, what = word.partition("=")
    if not equals:
        name, what = "", word
    if not what or (equals and not name):
        raise QuartettError(f"a bot is written LEVEL, FILE:CLASS or NAME=BOT, not {word!r}")
    if what.lower() in own:
        path, class_name = own[what.lower()]
        return Entrant(name or what, path.resolve(), class_name)
    if ".py" in what:
        return _from_file(what, name)
    find_bot(game, what)
    return Entrant(name, level=what) if name else Entrant(what)


def _from_file(what: str, name: str) -> Entrant:
    file, _, class_name = what.partition(".py")
    path = Path(f"{file}.py")
    found = guests(path)
    wanted = class_name.removeprefix(":").lower() or path.stem.lower()
    if wanted not in found:
        classes = ", ".join(sorted(set(found.values())))
        raise QuartettError(f"{path} has no bot {wanted!r}; there are {classes}: {path}:CLASS")
    return Entrant(name or class_name.removeprefix(":") or path.stem, path.resolve(), found[wanted])


def _source(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise QuartettError(f"cannot read {path}: {error.strerror}") from None
