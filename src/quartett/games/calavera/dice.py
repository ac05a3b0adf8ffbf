"""The six dice and their faces."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from operator import itemgetter
from typing import Final, Literal, TypeAlias

Colour: TypeAlias = Literal["orange", "green", "pink", "black"]
Use: TypeAlias = Literal["orange", "green", "pink", "black", "rose"]
Face: TypeAlias = Literal["orange", "green", "pink", "black", "rose", "skull"]

COLOURS: Final[tuple[Colour, ...]] = ("orange", "green", "pink", "black")
ROW: Final[dict[str, int]] = {colour: row for row, colour in enumerate(COLOURS)}
"""The place of each colour's row on a sheet."""
ROSE: Final = "rose"
SKULL: Final = "skull"
FACES: Final[tuple[Face, ...]] = (*COLOURS, ROSE, SKULL)

DICE: Final = 6
ALL_DICE: Final = tuple(range(DICE))
ROLLS: Final = 3
"""The first roll and at most two rerolls."""
CURSE: Final = 3
"""How many skulls end the turn at once."""


def roll(count: int, number: int) -> tuple[Face, ...]:
    """The faces that a number below 6 ** count stands for, the first die as its last digit.

    >>> roll(3, 5 + 6 * 4)
    ('skull', 'rose', 'orange')
    """
    if count <= 3:
        return _FEW[count][number]
    high, low = divmod(number, 216)
    return _FEW[3][low] + _FEW[count - 3][high]


def shown(faces: tuple[Face, ...]) -> int:
    """What six dice show, as one number that means as much to the rules and is quick to look up.

    Three bits for each colour and for roses say how many there are; a bit for each die beyond
    them says whether it is a skull.

    >>> roses(shown(("rose", "pink", "skull", "rose", "rose", "orange")))
    3
    """
    return _FIRST[faces[:3]] + _LAST[faces[3:]]


def roses(shown: int) -> int:
    return shown >> 3 * len(COLOURS) & 7


def colours(shown: int) -> tuple[bool, ...]:
    """Whether there are dice of each colour."""
    return tuple(bool(shown >> 3 * row & 7) for row in range(len(COLOURS)))


def loose(shown: int) -> tuple[int, ...]:
    """The dice that may be rerolled: all but the skulls."""
    return tuple(die for die in range(DICE) if not shown >> _SKULLS + die & 1)


def multisets(count: int) -> Iterator[tuple[tuple[Face, ...], Fraction]]:
    """Every different result of this many dice, in the order of FACES, with its probability.

    >>> sum(1 for _ in multisets(6))
    462
    """
    for faces in combinations_with_replacement(FACES, count):
        ways = factorial(count) // prod(factorial(faces.count(face)) for face in FACES)
        yield faces, Fraction(ways, len(FACES) ** count)


def _tuples(count: int) -> list[tuple[Face, ...]]:
    if count == 0:
        return [()]
    return [(face, *rest) for rest in _tuples(count - 1) for face in FACES]


# Three dice at a time: one look-up instead of six draws, at 258 tuples instead of 55,986.
_FEW: Final = [_tuples(count) for count in range(4)]


def _shown(faces: tuple[Face, ...], first: int) -> int:
    """What three dice add to `shown`, counted from this die."""
    return sum(
        1 << (_SKULLS + die if face == SKULL else 3 * FACES.index(face))
        for die, face in enumerate(faces, first)
    )


_SKULLS: Final = 3 * FACES.index(SKULL)
_FIRST: Final = {faces: _shown(faces, 0) for faces in _FEW[3]}
_LAST: Final = {faces: _shown(faces, 3) for faces in _FEW[3]}


def _among(dice: tuple[int, ...]) -> Callable[[tuple[Face, ...]], tuple[Face, ...]]:
    """Takes each die's face from the old faces, followed by those of the dice rolled again."""
    return itemgetter(*(DICE + dice.index(die) if die in dice else die for die in ALL_DICE))


AMONG: Final = {
    dice: _among(dice) for size in range(1, DICE + 1) for dice in combinations(ALL_DICE, size)
}
"""For each set of dice that are rolled again: puts them among those that were kept."""
