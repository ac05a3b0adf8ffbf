"""Notation to read aloud and to write on paper.

`@2` player 2 starts · `+L` `+R` `+T` `+O` a left side, right side, closed lid or open lid is
drawn · `21/1` the new stack row by row from the back, `*` after a column whose lid is open ·
`-` pass · `!` knock · `~` waive · `x3,0` take a box from column (3, 0) · `=4*444/…` the cube.
"""

import re

from quartett.core.errors import IllegalAction
from quartett.core.event import Action, Start
from quartett.games.cubus.actions import Build, Draw, Knock, Pass, Place, Remove, Waive
from quartett.games.cubus.stacks.cards import LETTERS
from quartett.games.cubus.stacks.stack import CUBE
from quartett.games.cubus.stacks.text import read

_CARD = {letter: kind for kind, letter in LETTERS.items()}
_WORDS: dict[str, Action] = {"-": Pass(), "!": Knock(), "~": Waive()}


def parse(text: str) -> Action:
    """The action a note stands for; capitals and spaces do not matter.

    >>> parse("2 1 / 1")
    Build(cells=((0, 0, 2), (0, 1, 1), (1, 0, 1)), floor=0, open=())
    """
    note = "".join(text.split()).upper()
    if note in _WORDS:
        return _WORDS[note]
    if re.fullmatch(r"\+[LRTO]", note):
        return Draw(_CARD[note[1]])
    if re.fullmatch(r"@-?\d{1,2000}", note, re.ASCII):
        return Start(int(note[1:]) - 1)
    if found := re.fullmatch(r"X(-?\d{1,2000}),(-?\d{1,2000})", note, re.ASCII):
        return Remove((int(found[1]), int(found[2])))
    return _position(note, text)


def _position(note: str, text: str) -> Action:
    try:
        found = read(note.removeprefix("="))
        if not note.startswith("="):
            return Build(found.cells, found.floor, found.open)
        if tuple(sorted(found.cells)) == CUBE.cells and found.floor == 0:
            return Place(found.open)
    except (IllegalAction, ValueError) as error:
        if isinstance(error, IllegalAction) and "not a stack" not in error.message:
            raise
    raise IllegalAction(
        "malformed",
        f"{text[:80]!r} is not a note: 21/1 builds, with * after an open lid; - passes, ! knocks, "
        "~ waives, x3,0 takes a box away",
    )
