"""What a seat may do with the dice on the table: asked by the rules, the view and the bots.

Actions are values: one of each serves all games. What can be done depends on so little that it
is computed once and then looked up.
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations, product
from typing import Final

from msgspec import Struct

from quartett.core.event import Action
from quartett.core.lazily import Lazily
from quartett.core.state import Rng, with_item
from quartett.games.calavera.actions import Freeze, Mark, Reroll, Roll, Skip
from quartett.games.calavera.dice import (
    COLOURS,
    DICE,
    FACES,
    ROSE,
    ROW,
    colours,
    loose,
    roll,
    roses,
)
from quartett.games.calavera.sheet import CLOSED, FEWEST, NEVER, Pad, Sheet

SKIP: Final = Skip()
_OWN: Final = [Mark(colour, colour) for colour in COLOURS]
_ROSES: Final = [Mark(ROSE, colour) for colour in COLOURS]
_FREEZES: Final = [Freeze(colour) for colour in COLOURS]


@cache
def reroll(dice: tuple[int, ...]) -> Reroll:
    return Reroll(dice)


def any_roll(count: int, rng: Rng) -> Roll:
    """A roll of this many dice: one number decides all of them."""
    number = rng.randrange(_RESULTS[count])
    return _FEW[count][number] if count < len(_FEW) else Roll(roll(count, number))


class _Left(Struct, frozen=True, gc=False):
    """What may be done with the dice that are left."""

    roses: int
    marks: dict[tuple[bool, ...], tuple[Action, ...]]
    """By which rows are frozen."""
    uses: Lazily[tuple[int, ...], tuple[Action, ...]]
    """By how many roses freeze each row: marks, and freezes too."""


class LegalActions(Struct, frozen=True, gc=False):
    """What may be done with the dice on the table."""

    left: dict[str | None, _Left]
    """By what the active player has used."""
    rerolls: tuple[Reroll, ...]
    """Every set of dice that may be rerolled, the small ones first."""

    def uses(
        self, sheet: Sheet, pad: Pad, barred: str | None, own_turn: bool
    ) -> tuple[Action, ...]:
        """Every mark and, in one's own turn, every freeze; the skip when there is none.

        `barred` is what the active player has used: those dice are gone.
        """
        left = self.left[barred]
        if own_turn and left.roses >= FEWEST:
            return left.uses[sheet.freezing(pad)]
        return left.marks[sheet.frozen]


def _legal(shown: int) -> LegalActions:
    return _allowed(colours(shown), roses(shown), loose(shown))


@cache
def _allowed(shown: tuple[bool, ...], roses: int, loose: tuple[int, ...]) -> LegalActions:
    left: dict[str | None, _Left] = {None: _left(shown, roses), ROSE: _left(shown, 0)}
    for colour in COLOURS:
        left[colour] = _left(with_item(shown, ROW[colour], False), roses)
    sizes = range(1, len(loose) + 1)
    return LegalActions(left, tuple(reroll(dice) for n in sizes for dice in combinations(loose, n)))


@cache
def _left(shown: tuple[bool, ...], roses: int) -> _Left:
    def marks(frozen: tuple[bool, ...]) -> tuple[Action, ...]:
        return _uses(shown, roses, [CLOSED if closed else NEVER for closed in frozen])

    every = product((False, True), repeat=len(COLOURS))
    return _Left(
        roses,
        {frozen: marks(frozen) for frozen in every},
        Lazily(lambda freezing: _uses(shown, roses, freezing)),
    )


def _uses(shown: tuple[bool, ...], roses: int, freezing: Iterable[int]) -> tuple[Action, ...]:
    """The rule itself: what dice of these kinds are good for, row by row."""
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


LEGAL: Final = Lazily(_legal)
"""By what the dice show."""
_RESULTS: Final = [len(FACES) ** count for count in range(DICE + 1)]
# Rolls of up to three dice are built once; of six there are too many to stay in a processor's
# cache, and rebuilding one takes no longer than fetching it.
_FEW: Final = [
    [Roll(roll(count, number)) for number in range(_RESULTS[count])] for count in range(4)
]
