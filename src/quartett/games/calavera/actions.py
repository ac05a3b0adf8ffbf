"""What players and chance do, each with its notation.

Colours are written by their first letters: o, g, p, b, r for rose and s for skull.
"""

from typing import Final

from msgspec.structs import force_setattr

from quartett.core.errors import IllegalAction
from quartett.core.event import Action
from quartett.games.calavera.dice import COLOURS, DICE, FACES, ROSE, Colour, Face, Use

LETTERS: Final = {face: face[0] for face in FACES}
USES: Final[tuple[Use, ...]] = (*COLOURS, ROSE)


class Roll(Action, frozen=True):
    """Chance: the faces of the dice being rolled, in the order of their numbers."""

    faces: tuple[Face, ...]

    def __post_init__(self) -> None:
        if type(self.faces) is not tuple or not _ON_DICE.issuperset(self.faces):
            raise IllegalAction("malformed", f"a roll shows the faces {', '.join(FACES)}")

    def __str__(self) -> str:
        return ":" + "".join(LETTERS[face] for face in self.faces)


class Reroll(Action, frozen=True):
    """Take these dice up and roll them again; dice are numbered from 0, in notation from 1.

    >>> str(Reroll((2, 0)))
    '13'
    """

    dice: tuple[int, ...]
    """At least one, each once; skulls stay."""

    def __post_init__(self) -> None:
        dice = self.dice
        if type(dice) is not tuple or any(type(die) is not int for die in dice):
            raise IllegalAction("malformed", "a reroll lists dice by their numbers")
        if not dice:
            raise IllegalAction("malformed", "a reroll names at least one die")
        for die in dice:
            if not 0 <= die < DICE:
                raise IllegalAction("malformed", f"there is no die {die + 1}", {"die": die})
            if dice.count(die) > 1:
                raise IllegalAction("malformed", f"die {die + 1} is named twice", {"die": die})
        force_setattr(self, "dice", tuple(sorted(dice)))

    def __str__(self) -> str:
        return "".join(str(die + 1) for die in self.dice)


class Mark(Action, frozen=True):
    """Cross one box of the row for every die of the kind used.

    >>> str(Mark("orange", "orange")), str(Mark("rose", "pink"))
    ('o', 'rp')
    """

    use: Use
    """The kind of dice: roses go to any row, colours to their own."""
    row: Colour

    def __post_init__(self) -> None:
        if self.use not in USES:
            raise IllegalAction("malformed", f"dice used are {', '.join(USES)}", {"use": self.use})
        _check_row(self.row)

    def __str__(self) -> str:
        own = self.use == self.row
        return LETTERS[self.row] if own else LETTERS[self.use] + LETTERS[self.row]


class Freeze(Action, frozen=True):
    """Close the row with all roses, and keep the value of its last cross."""

    row: Colour

    def __post_init__(self) -> None:
        _check_row(self.row)

    def __str__(self) -> str:
        return "*" + LETTERS[self.row]


class Skip(Action, frozen=True):
    """Nothing can be used."""

    def __str__(self) -> str:
        return "-"


_ON_DICE: Final = frozenset(FACES)


def _check_row(row: object) -> None:
    if row not in COLOURS:
        raise IllegalAction("malformed", f"rows are {', '.join(COLOURS)}", {"row": row})
