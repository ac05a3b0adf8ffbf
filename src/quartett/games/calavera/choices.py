"""What a seat may do with the dice on the table: asked by the rules, the view and the bots."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from quartett.core.event import Action
from quartett.games.calavera.actions import Freeze, Mark, Reroll, Skip
from quartett.games.calavera.dice import COLOURS, DICE, ROSE, SKULL, Face
from quartett.games.calavera.sheet import Pad, Sheet

SKIP: Final = Skip()
# Actions are values: one of each serves all games, and play-outs need not build them.
_OWN: Final = [Mark(colour, colour) for colour in COLOURS]
_ROSES: Final = [Mark(ROSE, colour) for colour in COLOURS]
_FREEZES: Final = [Freeze(colour) for colour in COLOURS]
_REROLLS: Final = {
    dice: Reroll(dice) for count in range(1, DICE + 1) for dice in combinations(range(DICE), count)
}


def uses(
    sheet: Sheet, pad: Pad, faces: tuple[Face, ...], barred: str | None, own_turn: bool
) -> list[Action]:
    """Every mark and, in one's own turn, every freeze; the skip when there is none.

    `barred` is what the active player has used: those dice are gone.
    """
    found: list[Action] = []
    roses = 0 if barred == ROSE else faces.count(ROSE)
    for row, colour in enumerate(COLOURS):
        if not sheet.is_open(row, pad):
            continue
        if colour in faces and colour != barred:
            found.append(_OWN[row])
        if roses:
            found.append(_ROSES[row])
            if own_turn and sheet.can_freeze(row, roses, pad):
                found.append(_FREEZES[row])
    return found or [SKIP]


def loose(faces: tuple[Face, ...]) -> list[int]:
    """The dice that may be rerolled: all but the skulls."""
    return [die for die, face in enumerate(faces) if face != SKULL]


def rerolls(faces: tuple[Face, ...]) -> Iterator[Reroll]:
    dice = loose(faces)
    for count in range(1, len(dice) + 1):
        for chosen in combinations(dice, count):
            yield _REROLLS[chosen]


def reroll(dice: tuple[int, ...]) -> Reroll:
    return _REROLLS[dice]
