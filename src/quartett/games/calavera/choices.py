"""What a seat may do with the dice on the table: asked by the rules, the view and the bots.

Actions are values: one of each serves all games. What can be done depends on so little that it
is reckoned once and then looked up.
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import Final, TypeAlias

from quartett.core.event import Action
from quartett.core.lazily import Lazily
from quartett.core.state import Rng, with_item
from quartett.games.calavera.actions import USES, Freeze, Mark, Reroll, Roll, Skip
from quartett.games.calavera.dice import COLOURS, DICE, FACES, ROSE, SKULL, Face, roll
from quartett.games.calavera.sheet import CLOSED, FEWEST, NEVER, Pad, Sheet

Left: TypeAlias = tuple[int, ...]
"""What is left to use: whether there are dice of each colour, and how many roses."""

SKIP: Final = Skip()
_OWN: Final = [Mark(colour, colour) for colour in COLOURS]
_ROSES: Final = [Mark(ROSE, colour) for colour in COLOURS]
_FREEZES: Final = [Freeze(colour) for colour in COLOURS]


def uses(
    sheet: Sheet, pad: Pad, faces: tuple[Face, ...], barred: str | None, own_turn: bool
) -> tuple[Action, ...]:
    """Every mark and, in one's own turn, every freeze; the skip when there is none.

    `barred` is what the active player has used: those dice are gone.
    """
    left = _LEFT[faces][barred]
    if own_turn and left[-1] >= FEWEST:
        return _USES[left, sheet.freezing(pad)]
    return _MARKS[left, sheet.frozen]


def rerolls(faces: tuple[Face, ...]) -> tuple[Reroll, ...]:
    """Every set of dice that may be rerolled, the small ones first."""
    return _REROLLS[faces]


def loose(faces: tuple[Face, ...]) -> tuple[int, ...]:
    """The dice that may be rerolled: all but the skulls."""
    return tuple(die for die, face in enumerate(faces) if face != SKULL)


@cache
def reroll(dice: tuple[int, ...]) -> Reroll:
    return Reroll(dice)


def any_roll(count: int, rng: Rng) -> Roll:
    """A roll of so many dice: one number decides all of them."""
    return _ROLLS[count][rng.randrange(_RESULTS[count])]


def _uses(left: Left, freezing: Iterable[int]) -> tuple[Action, ...]:
    *shown, roses = left
    found: list[Action] = []
    for row, needed in enumerate(freezing):
        if needed == CLOSED:
            continue
        if shown[row]:
            found.append(_OWN[row])
        if roses:
            found.append(_ROSES[row])
        if roses >= needed:
            found.append(_FREEZES[row])
    return tuple(found) or (SKIP,)


def _marks(left: Left, frozen: Iterable[bool]) -> tuple[Action, ...]:
    return _uses(left, [CLOSED if closed else NEVER for closed in frozen])


def _shown(faces: tuple[Face, ...]) -> Left:
    return (*(colour in faces for colour in COLOURS), faces.count(ROSE))


@cache
def _left(shown: Left) -> dict[str | None, Left]:
    """What is left of the dice by what the active player has used."""
    gone = {use: with_item(shown, place, 0) for place, use in enumerate(USES)}
    return {None: shown, **gone}


@cache
def _sets(dice: tuple[int, ...]) -> tuple[Reroll, ...]:
    sizes = range(1, len(dice) + 1)
    return tuple(reroll(chosen) for size in sizes for chosen in combinations(dice, size))


_USES: Final = Lazily(lambda key: _uses(*key))
_MARKS: Final = Lazily(lambda key: _marks(*key))
_LEFT: Final = Lazily(lambda faces: _left(_shown(faces)))
_REROLLS: Final = Lazily(lambda faces: _sets(loose(faces)))
_RESULTS: Final = [len(FACES) ** count for count in range(DICE + 1)]
_ROLLS: Final = [
    Lazily(lambda number, count=count: Roll(roll(count, number))) for count in range(DICE + 1)
]
