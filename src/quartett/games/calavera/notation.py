"""Notation to read aloud and to write on paper.

`@2` player 2 starts · `:oogprs` the dice show · `136` reroll dice 1, 3 and 6 · `o` mark
orange with the orange dice · `rp` mark pink with the roses · `*p` freeze pink · `-` skip.
"""

from quartett.core.errors import IllegalAction
from quartett.core.event import Action, Start
from quartett.games.calavera.actions import LETTERS, Freeze, Mark, Reroll, Roll
from quartett.games.calavera.dice import COLOURS, FACES, ROSE
from quartett.games.calavera.legal import SKIP
from quartett.games.calavera.words import legend

_FACE = {LETTERS[face]: face for face in FACES}
_ROW = {LETTERS[colour]: colour for colour in COLOURS}


def parse(text: str) -> Action:
    """The action a note stands for; capitals and spaces do not matter.

    >>> parse("r p")
    Mark(use='rose', row='pink')
    """
    note = "".join(text.split()).lower()
    try:
        return _read(note)
    except (KeyError, ValueError) as error:
        if isinstance(error, IllegalAction):
            raise
        raise IllegalAction(
            "malformed",
            f"{text!r} is not a note ({legend})",
        ) from None


def _read(note: str) -> Action:
    match note[:1], note[1:]:
        case "-", "":
            return SKIP
        case "*", row:
            return Freeze(_ROW[row])
        case ":", faces:
            return Roll(tuple(_FACE[letter] for letter in faces))
        case "@", player:
            return Start(_number(player) - 1)
        case "r", row:
            return Mark(ROSE, _ROW[row])
        case colour, "" if colour in _ROW:
            return Mark(_ROW[colour], _ROW[colour])
    return Reroll(tuple(_number(digit) - 1 for digit in note))


def _number(digits: str) -> int:
    if not digits.isascii() or not digits.isdigit():
        raise ValueError(digits)
    return int(digits)
