"""Notation to read aloud and to write on paper.

`@2` player 2 starts · `:oogprs` the dice show · `136` reroll dice 1, 3 and 6 · `o` mark
orange with the orange dice · `rp` mark pink with the roses · `*p` freeze pink · `-` skip.
"""

from quartett.core.errors import IllegalAction
from quartett.core.event import Action, Start
from quartett.games.calavera.actions import LETTERS, Freeze, Mark, Reroll, Roll
from quartett.games.calavera.choices import SKIP
from quartett.games.calavera.dice import COLOURS, CURSE, FACES, ROLLS, ROSE, SKULL
from quartett.games.calavera.view import View

_FACE = {LETTERS[face]: face for face in FACES}
_ROW = {LETTERS[colour]: colour for colour in COLOURS}


LEGEND = (
    "136 rerolls dice 1, 3, 6 · o g p b mark · ro rg rp rb mark with roses · *o freezes · - skips"
)


def expects(view: View) -> str:
    """What the viewing seat is asked to do now."""
    if view.phase == "pick":
        cursed = view.faces.count(SKULL) >= CURSE
        why = "is cursed by three skulls" if cursed else "rolled a skull"
        return f"Player {view.active + 1} {why}: choose from the dice that are left."
    if view.can_reroll:
        return f"Your turn, roll {view.rolls} of {ROLLS}: reroll dice, or mark or freeze a row."
    return "Your turn, the last roll: mark or freeze a row."


def describe(action: Action) -> str:
    """The action in words.

    >>> describe(parse("rp"))
    'mark pink with the roses'
    """
    match action:
        case Start(seat):
            return f"player {seat + 1} begins"
        case Roll(faces):
            return f"the dice show {', '.join(faces)}"
        case Reroll(dice):
            numbers = ", ".join(str(die + 1) for die in dice)
            return f"reroll {'die' if len(dice) == 1 else 'dice'} {numbers}"
        case Mark(use, row):
            return f"mark {row} with the roses" if use == ROSE else f"mark {row}"
        case Freeze(row):
            return f"freeze {row}"
    return "skip"


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
            f"{text!r} is not a note ({LEGEND})",
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
